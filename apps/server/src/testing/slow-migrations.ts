import type { Migration } from '#server/database/migrate';

/** Each leaves a table with rows behind and takes a good part of a second. */
export const SLOW_MIGRATIONS: readonly Migration[] = ['one', 'two', 'three', 'four'].map((name, index) => ({
  name: `900${index}_slow_${name}.sql`,
  text: `create table slow_${name} as select generate_series(1, 20000) as number; select pg_sleep(0.4);`,
}));
