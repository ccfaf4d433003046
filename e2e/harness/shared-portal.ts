import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type Portal, type PortalOptions, startPortal } from './portal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sharedPortal: { sessions: string };
  }
}

/** A worker asks for the server with this file, and the answer is in the other one. */
const WANTED = 'wanted';
const STARTED = 'started.json';
type Started = { url: string } | { reason: string };

/**
 * Vitest calls this before the first test of all projects. The server that browser tests share starts when the first of them asks for it:
 * until then, for half of the run, it would only use the processor and memory that other tests need.
 */
export function setup(project: TestProject): () => Promise<void> {
  const sessions = mkdtempSync(join(tmpdir(), 'yardage-sessions-'));
  const { templates } = project.getProvidedContext();
  let portal: Promise<Portal | undefined> | undefined;
  const start = async (): Promise<Portal | undefined> => {
    try {
      const started = await startPortal({}, templates);
      writeWhole(join(sessions, STARTED), { url: started.url } satisfies Started);
      return started;
    } catch (error) {
      writeWhole(join(sessions, STARTED), { reason: String(error) } satisfies Started);
      return undefined;
    }
  };
  const watcher = watch(sessions, (_event, name) => {
    if (name === WANTED) portal ??= start();
  });
  project.provide('sharedPortal', { sessions });
  return async () => {
    watcher.close();
    await (await portal)?.stop();
    // The workers are still there, and with them their servers.
    for (const name of readdirSync(sessions)) if (name.endsWith(SERVER)) endNow(Number.parseInt(name, 10));
    rmSync(sessions, { recursive: true, force: true, maxRetries: 5 });
  };
}

let shared: { url: string } | undefined;

/** Waits for the server that all files share. Vitest runs this before each browser file. */
export async function untilSharedPortal(): Promise<void> {
  const { sessions } = inject('sharedPortal');
  const file = join(sessions, STARTED);
  if (!shared && !existsSync(file)) writeFileSync(join(sessions, WANTED), '');
  while (!shared) {
    if (existsSync(file)) {
      const started = JSON.parse(readFileSync(file, 'utf8')) as Started;
      if ('reason' in started) throw new Error(started.reason);
      shared = started;
    } else await pause(50);
  }
}

/** Returns the server that all files share. It ends with the test run. */
export function sharedPortal(): { url: string } {
  if (!shared) throw new Error('the shared server has not started');
  return shared;
}

const SERVER = '.server';
let ofWorker: Promise<Portal> | undefined;

/**
 * Returns the server for files that write. The files of a worker use it one after the other, which saves a server for each file. They find
 * what earlier files have written, in any order, so they look for their own records and change nobody whom others sign in as. It ends with
 * the test run.
 */
export function workerPortal(): Promise<Portal> {
  ofWorker ??= startForWorker();
  return ofWorker;
}

/** Starts a server that ends with the test run. */
export async function startForWorker(options: PortalOptions = {}): Promise<Portal> {
  const { sessions } = inject('sharedPortal');
  const portal = await startPortal({ ...options, parentDir: sessions });
  writeFileSync(join(sessions, `${portal.pid}${SERVER}`), '');
  return portal;
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with its worker.
  }
}

type Session = Record<string, string>;

/** Sessions are reused for this long. Tokens are valid for ten minutes, and two pages renewing one would end each other's session. */
export const SESSION_GOOD_MS = 240_000;

/** Returns the browser storage of a user signed in on the shared server. Only the first file signs in; later ones reuse it. */
export async function sharedSession(portalUrl: string, email: string, signIn: () => Promise<Session>): Promise<Session> {
  // The screenshot script uses this too, outside of a test run.
  if (!process.env.VITEST) return signIn();
  if (sharedPortal().url !== portalUrl) return signIn();
  const { sessions } = inject('sharedPortal');
  const file = join(sessions, `${encodeURIComponent(email)}.json`);
  if (existsSync(file) && Date.now() - statSync(file).mtimeMs < SESSION_GOOD_MS) return JSON.parse(readFileSync(file, 'utf8')) as Session;
  const session = await signIn();
  writeWhole(file, session);
  return session;
}

/** Renames atomically, because another process may read the file. */
function writeWhole(file: string, content: object): void {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, JSON.stringify(content));
  renameSync(aside, file);
}
