import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Templates } from '../../apps/server/src/testing/templates.ts';

const ROOT = join(import.meta.dirname, '../..');
const END_WITH_PARENT = new URL('../../scripts/lib/end-with-parent.mjs', import.meta.url).href;
const START_TIMEOUT_MS = 200_000;
const STOP_TIMEOUT_MS = 20_000;

/** A server of the test's own, started as by `npm start`. */
export interface Portal {
  url: string;
  pid: number;
  /** Returns what the server has printed so far. */
  output(): string;
  /** The folder of its data, which a later server can use. */
  dataDir: string;
  /** Stops the server like Ctrl-C, removes its data and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills the server like a power cut. Its data stays. */
  kill(): Promise<void>;
}

export interface PortalOptions {
  /** Starts with an empty folder, so that the server migrates and seeds it. Otherwise it starts with a copy of a seeded one. */
  isFresh?: boolean;
  /** Starts with the data that another server left. */
  dataDir?: string;
  /** Where the folder of its data is made. */
  parentDir?: string;
  /** Changes the data before the server starts. */
  prepare?: (dataDir: string) => Promise<unknown>;
  /** Environment variables in addition to the defaults of tests. */
  env?: Record<string, string>;
  /** Command line arguments such as `--scale=0.1`. */
  args?: readonly string[];
}

/** Starts the real server on a free port with its own demo world, for tests that change or stop it. */
export async function startPortal(options: PortalOptions = {}, givenTemplates?: Templates): Promise<Portal> {
  const { isFresh = false, env = {}, args = [], parentDir = tmpdir() } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(parentDir, 'yardage-portal-'));
  if (!isFresh && !options.dataDir) copyDemoWorld(dataDir, givenTemplates ?? inject('templates'));
  await options.prepare?.(dataDir);
  const port = await findFreePort();
  const server = spawn(process.execPath, ['--import', END_WITH_PARENT, join(ROOT, 'apps/server/src/main.ts'), ...args], {
    // Do not inherit the caller's environment: a DATABASE_URL for the API tests is not meant for this server.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      CALLS_PER_MINUTE: '100000',
      // Chat tests are about people. The assistant's messages in chats have their own tests.
      ASSISTANT_IN_CHATS: 'off',
      SIMULATOR: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const stop = async () => {
    const code = await end(server);
    rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  try {
    await untilListening(server, () => output);
  } catch (error) {
    await (options.dataDir ? end(server) : stop());
    throw error;
  }
  const kill = async () => {
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return { url: `http://127.0.0.1:${port}`, pid: server.pid ?? 0, dataDir, output: () => output, stop, kill };
}

function copyDemoWorld(dataDir: string, templates: Templates): void {
  const folder = templates.engine === 'pglite' ? join(templates.folder, 'demo') : '';
  if (!existsSync(join(folder, 'pglite'))) throw new Error('There is no demo world to copy; the first lines of this run say why.');
  cpSync(folder, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function untilListening(server: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!output().includes('listening on http')) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`The server ended before it listened:\n${output()}`);
    if (Date.now() > deadline) throw new Error(`The server did not listen in time:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function end(server: ChildProcess): Promise<number | null> {
  if (server.exitCode !== null || server.signalCode !== null) return server.exitCode;
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  const timeout = setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS);
  const [code] = await exited;
  clearTimeout(timeout);
  return code;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
