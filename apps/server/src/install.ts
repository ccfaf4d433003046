import type { Engine } from '#server/database/engine';
import { migrate } from '#server/database/migrate';
import { installJobTables } from '#server/jobs/job-tables';

/** The roles that the application acts in. */
const ROLES = ['yardage_app', 'yardage_system', 'yardage_jobs', 'yardage_retention'];

/** Brings the schema up to date as its owner. Returns the names of the migrations that ran. */
export async function installSchema(engine: Engine): Promise<string[]> {
  const ran = await migrate(engine);
  await installJobTables(engine);
  return ran;
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
