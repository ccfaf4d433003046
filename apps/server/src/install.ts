import { Database } from '#server/database/database';
import type { Engine } from '#server/database/engine';
import { hasDemoWorld } from '#server/database/installation-facts.queries';
import { migrate, SchemaError } from '#server/database/migrate';
import { installJobTables } from '#server/jobs/job-tables';

/** The roles that the application acts in. */
const ROLES = ['yardage_app', 'yardage_system', 'yardage_jobs', 'yardage_retention'];

/** Brings the schema up to date as its owner. Returns the names of the migrations that ran. Tells `say` for whom it has to wait. */
export async function installSchema(engine: Engine, say?: (line: string) => void): Promise<string[]> {
  const ran = await migrate(engine, undefined, say && { say });
  await installJobTables(engine);
  return ran;
}

/** Throws if the demo filled the database: production would serve its invented customers, and its staff could sign in. */
export async function assertNoDemoWorld(engine: Engine): Promise<void> {
  if (!(await hasDemoWorld(new Database(engine)))) return;
  throw new SchemaError(
    'The database has the invented customers and staff of the demo (it was started with MODE=demo once). Production needs a database of its own: create an empty one.',
  );
}

/** Lets a login that owns nothing act in the application's roles, and only in them. */
export async function grantRuntime(engine: Engine, login: string): Promise<void> {
  const name = `"${login.replaceAll('"', '""')}"`;
  const { rows } = await engine.pool.query<{ isGranted: boolean }>(
    `select bool_and(pg_has_role($1, role, 'member')) as "isGranted" from unnest($2::text[]) as role`,
    [login, ROLES],
  );
  if (!rows[0]?.isGranted) await engine.pool.query(`grant ${ROLES.join(', ')} to ${name}`);
}
