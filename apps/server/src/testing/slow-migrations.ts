import type { Migration } from '#server/database/migrate';

/** Each creates a table with rows and takes about half a second. */
export const SLOW_MIGRATIONS: readonly Migration[] = ['one', 'two', 'three', 'four'].map((name, index) => ({
  name: `900${index}_slow_${name}.sql`,
  text: `create table slow_${name} as select generate_series(1, 20000) as number; select pg_sleep(0.4);`,
}));
