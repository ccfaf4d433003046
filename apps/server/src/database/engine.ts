import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { ALWAYS_HEALTHY, DatabaseWatch, type HealthSource, WatchedPool } from './database-watch.ts';
import { lockDirectory } from './directory-lock.ts';
import { listeningPool } from './listening-pool.ts';

export type EngineName = 'pglite' | 'postgresql';

/** A pool of connections to PostgreSQL or the embedded PGlite. Both use the same protocol and driver. */
export interface Engine {
  name: EngineName;
  pool: pg.Pool;
  /** The same pool, for LISTEN. Undefined for the embedded engine, where no other process could send a notification. */
  listeningPool: pg.Pool | undefined;
  /** Whether the database answers, without asking it. */
  watch: HealthSource;
  close(): Promise<void>;
}

export interface EngineSettings {
  /** URL of PostgreSQL. Without it the embedded engine is used, with its files under `dataDir`. */
  databaseUrl: string | undefined;
  /** Folder of the embedded engine, or `memory` for a database that lives as long as the process. */
  dataDir: string;
  poolSize: number;
  /** The role that every connection starts in, for a login that acts only in roles. */
  role?: string;
  /**
   * The driver's own limit for an answer, for a connection that died without notice. Longer than the server's limit; a database that
   * answers nobody is noticed sooner (`DatabaseWatch`).
   */
  answerTimeoutMs?: number;
  /** An image to start an embedded database from, as written by its `dumpDataDir`. */
  snapshot?: Blob;
}

/**
 * Settings of every connection: UTC, index look-ups priced for memory and SSDs, no parallel workers, and enough memory for search results.
 */
const SETTINGS = { timezone: 'UTC', random_page_cost: '1.1', max_parallel_workers_per_gather: '0', work_mem: '16MB' };

/**
 * Limits for PostgreSQL, so that no statement holds a connection forever while it waits for a result or a forgotten lock. The embedded engine
 * needs none: it has one connection.
 */
const TIMEOUTS = { statement_timeout: '60s', lock_timeout: '20s', idle_in_transaction_session_timeout: '60s' };
/** TCP keep-alive detects a dead connection, for example after a failover. */
const KEEP_ALIVE_AFTER_MS = 30_000;

/** How long a request waits for a free connection before it fails. */
const CONNECT_TIMEOUT_MS = 10_000;
/** For statements without a time limit: the longest delay of a Node.js timer. */
export const NO_ANSWER_TIMEOUT = { query_timeout: 2 ** 31 - 1 };

export async function openEngine(settings: EngineSettings): Promise<Engine> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, settings) : openPglite(settings.dataDir, settings.snapshot);
}

async function openPostgres(databaseUrl: string, { poolSize, role, answerTimeoutMs }: EngineSettings): Promise<Engine> {
  const connection = {
    connectionString: databaseUrl,
    application_name: 'yardage',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    options: Object.entries({ ...SETTINGS, ...TIMEOUTS, ...(role ? { role } : {}) })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
  const watch = new DatabaseWatch(connection);
  await watch.start();
  const pool = new WatchedPool(
    {
      ...connection,
      max: poolSize,
      pipeline: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...(answerTimeoutMs ? { query_timeout: answerTimeoutMs } : {}),
    },
    watch,
  );
  // When the server closes a connection, idle or during a statement, the statement fails and the pool replaces the connection. Without
  // these listeners the error would end the process. The pool's own 'error' event covers only idle connections.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const close = async () => {
    watch.close();
    await pool.end();
  };
  return { name: 'postgresql', pool, listeningPool: listeningPool(pool), watch, close };
}

async function openPglite(dataDir: string, snapshot: Blob | undefined): Promise<Engine> {
  const isInMemory = dataDir === 'memory';
  if (!isInMemory) mkdirSync(dataDir, { recursive: true });
  const unlock = isInMemory ? () => {} : lockDirectory(dataDir);
  try {
    // Loaded only here, because a server on PostgreSQL does not need it.
    const [{ PGlite: EmbeddedPostgres }, { createPgConfig: configOf }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('@electric-sql/pglite/node-postgres'),
    ]);
    const lite = await EmbeddedPostgres.create({
      dataDir: isInMemory ? 'memory://' : join(dataDir, 'pglite'),
      ...(snapshot ? { loadDataDir: snapshot } : {}),
    });
    for (const [name, value] of Object.entries(SETTINGS)) await lite.exec(`set ${name} = '${value}'`);
    const pool = new pg.Pool({ ...driverConfig(lite, configOf), max: 1, pipeline: true, idleTimeoutMillis: 0 });
    return {
      name: 'pglite',
      pool,
      listeningPool: undefined,
      watch: ALWAYS_HEALTHY,
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
 * Returns the driver's settings for the embedded engine. Drizzle passes its value parsers as `types`, which PGlite's bridge reads as a list
 * of parameter types, so anything but an array is removed.
 */
function driverConfig(lite: PGlite, configOf: typeof createPgConfig): pg.PoolConfig {
  const config = configOf(lite);
  const parse = config.connection.parse.bind(config.connection);
  config.connection.parse = (query: { types?: unknown }) => parse(Array.isArray(query.types) ? query : { ...query, types: undefined });
  return config as unknown as pg.PoolConfig;
}
