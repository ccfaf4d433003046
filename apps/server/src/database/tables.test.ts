import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { CasingCache, getTableConfig, is, PgTable } from './drizzle.ts';

const FOLDER = new URL('./tables/', import.meta.url);
const casing = new CasingCache('snake_case');

/** One line per column: `name type`, and whatever differs from the default. */
type Columns = Record<string, string>;

const describeColumn = (type: string, isNotNull: boolean, hasDefault: boolean) =>
  `${type.replace(/\s*([(,)])\s*/g, '$1')}${isNotNull ? ' not null' : ''}${hasDefault ? ' with default' : ''}`;

async function readDeclaredTables(): Promise<Record<string, Columns>> {
  const modules = await Promise.all(readdirSync(FOLDER).map((name) => import(new URL(name, FOLDER).href)));
  const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
  return Object.fromEntries(
    tables.map((table) => {
      const { name, columns } = getTableConfig(table as PgTable);
      const described = columns.map((column) => [
        casing.getColumnCasing(column),
        describeColumn(column.getSQLType(), column.notNull, column.hasDefault || column.generated !== undefined),
      ]);
      return [name, Object.fromEntries(described)];
    }),
  );
}

async function readMigratedTables({ database }: TestDatabase): Promise<Record<string, Columns>> {
  const { rows } = await database.engine.pool.query<{
    table: string;
    name: string;
    type: string;
    not_null: boolean;
    has_default: boolean;
  }>(`
    select class.relname as table, attname as name, format_type(atttypid, atttypmod) as type, attnotnull as not_null,
      atthasdef or attidentity <> '' as has_default
    from pg_attribute join pg_class as class on class.oid = attrelid
    where class.relkind = 'r' and class.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and class.relname <> 'schema_migrations'`);
  const tables: Record<string, Columns> = {};
  for (const row of rows) {
    const columns = tables[row.table] ?? {};
    columns[row.name] = describeColumn(row.type, row.not_null, row.has_default);
    tables[row.table] = columns;
  }
  return tables;
}

describe('the tables as the code declares them', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await openTestDatabase('empty');
  });
  afterAll(() => test.close());

  it('are those of the migrated database: columns, types, nullability, defaults', async () => {
    const declared = await readDeclaredTables();
    expect(Object.keys(declared).length).toBeGreaterThan(20);
    expect(declared).toEqual(await readMigratedTables(test));
  });
});
