import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '#server/testing/postgres-server';
import { runServer, startServer } from '#server/testing/start-server';
import { addressOf } from '#server/testing/templates';

const OPS = join(import.meta.dirname, '../../../ops');
/** PostgreSQL's own tools are not among our packages. They only work with a server that is not newer, so the test starts theirs. */
const programs = [...globSync('/usr/lib/postgresql/*/bin/pg_dump'), ...globSync('/usr/pgsql-*/bin/pg_dump'), '/usr/local/pgsql/bin/pg_dump']
  .map((path) => dirname(dirname(path)))
  .findLast((folder) => ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql'].every((name) => existsSync(join(folder, 'bin', name))));

describe.skipIf(!programs)('backup and restore', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;

  beforeAll(async () => {
    server = await startPostgres(programs);
  });
  afterAll(() => server?.stop());

  const urlOf = (login: string, database: string) => {
    const url = new URL(addressOf(server.superuserUrl, database));
    url.username = login;
    return url.href;
  };
  const run = (command: string, args: string[], env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      env: { ...env, PATH: `${programs}/bin:${process.env.PATH}` },
      encoding: 'utf8',
    });
    return { status, output: `${stdout}${stderr}` };
  };

  it('RUN-07 the documented commands dump everything, restore it with equal hashes, and the portal starts on it', async () => {
    expect(run('psql', ['-X', '-q', `--dbname=${server.superuserUrl}`, `--file=${OPS}/logins.sql`])).toEqual({ status: 0, output: '' });
    run('psql', ['-X', '-q', `--dbname=${server.superuserUrl}`, '--command=create database yardage owner yardage_owner']);
    const env = { DATABASE_URL: urlOf('yardage_runtime', 'yardage'), DATABASE_OWNER_URL: urlOf('yardage_owner', 'yardage') };
    const migrated = await runServer({ ...env, ROLE: 'migrate' });
    expect(migrated).toEqual({ code: 0, output: expect.stringContaining('The demo world has') });

    const before = await startServer(env);
    expect(await (await fetch(`${before.url}/metrics`)).text()).toMatch(/^outgoing_held 0$/m);
    await before.stop();

    // The owner's dump would be refused, because row security is forced on the owner, too.
    expect(run('pg_dump', [`--dbname=${env.DATABASE_OWNER_URL}`, '--file=/dev/null']).output).toContain('row-level security');

    const folder = join(mkdtempSync(join(tmpdir(), 'yardage-backup-')), 'backup');
    const backup = run('bash', [`${OPS}/backup.sh`, folder], { BACKUP_URL: urlOf('yardage_backup', 'yardage') });
    expect(backup).toEqual({ status: 0, output: '' });
    for (const path of [folder, join(folder, 'yardage.dump'), join(folder, 'hashes.txt')])
      expect(statSync(path).mode & 0o077, path).toBe(0);
    const hashes = readFileSync(join(folder, 'hashes.txt'), 'utf8').trim().split('\n');
    expect(hashes.find((line) => line.startsWith('public.tickets|'))).toMatch(/^public\.tickets\|[1-9]\d{3,}\|\w{32}$/);

    const restored = run('bash', [`${OPS}/restore.sh`, folder, 'restored'], { ADMIN_URL: server.superuserUrl });
    expect(restored).toEqual({ status: 0, output: 'The restored database equals the backup.\n' });
    const portal = await startServer({
      DATABASE_URL: urlOf('yardage_runtime', 'restored'),
      DATABASE_OWNER_URL: urlOf('yardage_owner', 'restored'),
    });
    expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${portal.url}/api/accounts/states`)).status).toBe(200);
    // What was still to be sent and paid when the backup was made may have been sent and paid since.
    expect(await (await fetch(`${portal.url}/metrics`)).text()).toMatch(/^outgoing_held 1$/m);
    await portal.kill();
  }, 240_000);

  it('RUN-07 a dump of an installation with one login is restored where that login does not exist', async () => {
    const admin = (statement: string) => run('psql', ['-X', '-q', `--dbname=${server.superuserUrl}`, `--command=${statement}`]);
    admin('create role portal login superuser');
    admin('create database single owner portal');
    const { code } = await runServer({ MODE: 'production', ROLE: 'migrate', DATABASE_URL: urlOf('portal', 'single') });
    expect(code).toBe(0);
    const folder = join(mkdtempSync(join(tmpdir(), 'yardage-backup-')), 'backup');
    expect(run('bash', [`${OPS}/backup.sh`, folder], { BACKUP_URL: urlOf('portal', 'single') })).toEqual({ status: 0, output: '' });
    admin('alter role portal rename to elsewhere');
    const restored = run('bash', [`${OPS}/restore.sh`, folder, 'single_restored'], { ADMIN_URL: server.superuserUrl });
    expect(restored).toEqual({ status: 0, output: 'The restored database equals the backup.\n' });
  }, 240_000);

  it('RUN-07 refuses passwords that the process list would show, and an address that it cannot change', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'yardage-backup-')), 'backup');
    const refused = { status: 1, output: expect.stringContaining('~/.pgpass') };
    expect(run('bash', [`${OPS}/backup.sh`, folder], { BACKUP_URL: 'postgresql://yardage_backup:secret@db/yardage' })).toEqual(refused);
    expect(existsSync(folder)).toBe(false);
    expect(run('bash', [`${OPS}/restore.sh`, folder, 'x'], { ADMIN_URL: 'postgresql://postgres:secret@db/postgres' })).toEqual(refused);
    const words = run('bash', [`${OPS}/restore.sh`, folder, 'x'], { ADMIN_URL: 'host=db user=postgres dbname=postgres' });
    expect(words).toEqual({ status: 1, output: expect.stringContaining('ADMIN_URL has to be an address') });
  });
});
