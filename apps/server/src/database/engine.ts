import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { listeningPool } from './listening-pool.ts';

export type EngineName = 'pglite' | 'postgresql';

/** A pool of connections to either engine; both speak the same protocol through the same driver. */
export interface Engine {
  name: EngineName;
  pool: pg.Pool;
  /** The same pool for who keeps a connection to listen for notifications; the embedded engine has no other process to hear from. */
  listeningPool: pg.Pool | undefined;
  close(): Promise<void>;
}

export interface EngineSettings {
  /** PostgreSQL's address; without it the embedded engine keeps its files under `dataDir`. */
  databaseUrl: string | undefined;
  /** Folder of the embedded engine, or `memory` for a database that lives as long as the process. */
  dataDir: string;
  poolSize: number;
  /** An image of an embedded database to begin with, as its `dumpDataDir` writes it. */
  snapshot?: Blob;
}

/** What every connection is set to: times in UTC, look-ups by key priced for memory and solid-state disks, and what a search finds kept in memory. */
const SETTINGS = { timezone: 'UTC', random_page_cost: '1.1', max_parallel_workers_per_gather: '0', work_mem: '16MB' };

/**
 * No call waits for ever, neither for an answer nor for a lock that somebody forgot to let go: its connection would be missing to all others. The embedded
 * engine has one connection and nobody to wait for.
 */
const PATIENCE = { statement_timeout: '60s', lock_timeout: '20s', idle_in_transaction_session_timeout: '60s' };
/** A line that went silent, as after a failover, is noticed. */
const KEEP_ALIVE_AFTER_MS = 30_000;

/** Milliseconds until a call that finds no free connection fails instead of waiting on. */
const CONNECT_TIMEOUT_MS = 10_000;

export async function openEngine(settings: EngineSettings): Promise<Engine> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, settings.poolSize) : openPglite(settings.dataDir, settings.snapshot);
}

async function openPostgres(databaseUrl: string, poolSize: number): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'yardage',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    options: Object.entries({ ...SETTINGS, ...PATIENCE })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // A connection that the server ends, idle or in the middle of a statement, is replaced by the pool, and the statement fails; without
  // listeners it would end the process. The pool's own hears of idle ones alone.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return { name: 'postgresql', pool, listeningPool: listeningPool(pool), close: () => pool.end() };
}

async function openPglite(dataDir: string, snapshot: Blob | undefined): Promise<Engine> {
  const isInMemory = dataDir === 'memory';
  if (!isInMemory) mkdirSync(dataDir, { recursive: true });
  const unlock = isInMemory ? () => {} : lockDirectory(dataDir);
  try {
    const lite = await PGlite.create({
      dataDir: isInMemory ? 'memory://' : join(dataDir, 'pglite'),
      ...(snapshot ? { loadDataDir: snapshot } : {}),
    });
    for (const [name, value] of Object.entries(SETTINGS)) await lite.exec(`set ${name} = '${value}'`);
    const pool = new pg.Pool({ ...driverConfig(lite), max: 1, pipeline: true, idleTimeoutMillis: 0 });
    return {
      name: 'pglite',
      pool,
      listeningPool: undefined,
      close: async () => {
        await pool.end();
        await lite.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * The driver's settings for the embedded engine. Drizzle hands its value parsers along with a query under the name that the
 * engine's bridge takes for a list of parameter types: what is not such a list is kept from it.
 */
function driverConfig(lite: PGlite): pg.PoolConfig {
  const config = createPgConfig(lite);
  const parse = config.connection.parse.bind(config.connection);
  config.connection.parse = (query: { types?: unknown }) => parse(Array.isArray(query.types) ? query : { ...query, types: undefined });
  return config as unknown as pg.PoolConfig;
}
