import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { readMigrations } from './migrate.ts';

/** Other versions may print `begin atomic` bodies in another way. */
const VERSION = 18;
let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase('empty');
});
afterAll(() => test?.close());

/** Returns the newest migration that defines a function; of several with its name, the one that has these arguments. */
function migrationOf(name: string, args: string): string | undefined {
  const define = (rest: string) => new RegExp(`create (or replace )?function ${name}${rest}`, 'i');
  const ofArgs = define(`\\(${args.replace(/[()[\]]/g, '\\$&')}\\)`);
  const found = readMigrations().filter(({ text }) => define('\\b').test(text));
  return (found.findLast(({ text }) => ofArgs.test(text)) ?? found.at(-1))?.name;
}

async function readFunctions(): Promise<string[]> {
  const { rows } = await test.database.engine.pool.query<{ name: string; args: string; definition: string; triggers: string[] }>(
    `select p.proname as name, pg_get_function_identity_arguments(p.oid) as args, pg_get_functiondef(p.oid) as definition,
       array(select pg_get_triggerdef(t.oid) from pg_trigger t where t.tgfoid = p.oid order by t.tgname, t.tgrelid::regclass::text collate "C") as triggers
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by p.proname, pg_get_function_identity_arguments(p.oid)`,
  );
  return rows.map(({ name, args, definition, triggers }) =>
    [`-- ${migrationOf(name, args)}`, `${definition.trim()};`, ...triggers.map((each) => `${each};`)].join('\n'),
  );
}

describe('functions.sql', () => {
  it('has every function that is in force, with its triggers and the migration that has it', async ({ skip }) => {
    const { rows } = await test.database.engine.pool.query<{ server_version: string }>('show server_version');
    skip(Number.parseInt(rows[0]?.server_version ?? '', 10) !== VERSION, `the file was written by PostgreSQL ${VERSION}`);
    const head = `-- The functions and triggers in force, for reading and for diffs. Nothing runs this file. To change a function, add a migration and run
-- npx vitest run --project api-postgresql database/functions.test.ts --update
-- PostgreSQL prints \`begin atomic\` bodies in its own way and without comments; the migration has them as they were written.\n\n`;
    const functions = await readFunctions();
    expect(functions.length).toBeGreaterThan(0);
    await expect(`${head}${functions.join('\n\n')}\n`).toMatchFileSnapshot('./functions.sql');
  });
});
