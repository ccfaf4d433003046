import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { dropDatabase } from './drop-database.ts';
import type { TemplateRequest } from './templates.ts';

/** A PostgreSQL for the tests: where to create databases, and how to clean up. */
export interface TestServer {
  template: TemplateRequest & { engine: 'postgresql' };
  stop(): Promise<void>;
}

/** The application's login. As in production it may create roles and databases, and row-level security applies to it. */
const LOGIN = 'yardage_owner';

/** Uses the server at DATABASE_URL if set, otherwise starts one for this run. */
export async function openTestServer(databaseUrl: string | undefined): Promise<TestServer> {
  return databaseUrl ? takeGivenServer(databaseUrl) : startServer();
}

function takeGivenServer(adminUrl: string): TestServer {
  const prefix = `yardage_test_${randomBytes(4).toString('hex')}`;
  return {
    template: { engine: 'postgresql', adminUrl, prefix },
    stop: async () => {
      const client = new pg.Client({ connectionString: adminUrl });
      await client.connect();
      const { rows } = await client.query<{ name: string }>('select datname as name from pg_database where starts_with(datname, $1)', [
        prefix,
      ]);
      await client.end();
      for (const { name } of rows) await dropDatabase(adminUrl, name);
    },
  };
}

/** A PostgreSQL that this process started. */
interface StartedPostgres {
  superuserUrl: string;
  /** Ends it as a crash would, and keeps its files. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL. With `installed`, the one in that folder instead of ours; with `isDurable`, commits survive a crash. */
export async function startPostgres(installed?: string, isDurable = false): Promise<StartedPostgres> {
  const args = [join(import.meta.dirname, 'postgres-keeper.ts'), ...(installed ? [installed] : []), ...(isDurable ? ['--durable'] : [])];
  const keeper = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await Promise.race([
    once(keeper.stdout, 'data'),
    once(keeper, 'exit').then(() => Promise.reject(new Error('PostgreSQL for the tests did not start; the lines above say why.'))),
  ]);
  const order = async (name: string) => {
    keeper.stdin.write(`${name}\n`);
    const over = new AbortController();
    const { signal } = over;
    const ends = [once(keeper.stdout, 'data', { signal }), once(keeper, 'exit', { signal })];
    await Promise.race(ends);
    // Stop listening for the event that did not come.
    over.abort();
    await Promise.allSettled(ends);
  };
  return {
    superuserUrl: String(line).trim(),
    crash: () => order('crash'),
    restart: () => order('restart'),
    stop: async () => {
      keeper.stdin.end();
      if (keeper.exitCode === null) await once(keeper, 'exit');
    },
  };
}

async function startServer(): Promise<TestServer> {
  const { superuserUrl, stop } = await startPostgres();
  return { template: { engine: 'postgresql', adminUrl: await addOwner(superuserUrl), prefix: 'template' }, stop };
}

/** Adds the application's login to a new server, and returns the server's address for it. */
export async function addOwner(superuserUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`create role ${LOGIN} login createdb createrole`);
  await client.end();
  const adminUrl = new URL(superuserUrl);
  adminUrl.username = LOGIN;
  return adminUrl.href;
}
