import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type Portal, type PortalOptions, startPortal } from './portal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sharedPortal: { url: string; sessions: string };
  }
}

/** Vitest calls this before the first browser test: one server for all files that only read, or change nothing that others see. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sessions = mkdtempSync(join(tmpdir(), 'yardage-sessions-'));
  const portal = await startPortal({}, project.getProvidedContext().templates);
  project.provide('sharedPortal', { url: portal.url, sessions });
  return async () => {
    await portal.stop();
    // The workers are still there, and with them their servers.
    for (const name of readdirSync(sessions)) if (name.endsWith(SERVER)) endNow(Number.parseInt(name, 10));
    rmSync(sessions, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Returns the server that all files share. It ends with the test run. */
export function sharedPortal(): { url: string } {
  return { url: inject('sharedPortal').url };
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
  const { url, sessions } = inject('sharedPortal');
  if (url !== portalUrl) return signIn();
  const file = join(sessions, `${encodeURIComponent(email)}.json`);
  if (existsSync(file) && Date.now() - statSync(file).mtimeMs < SESSION_GOOD_MS) return JSON.parse(readFileSync(file, 'utf8')) as Session;
  const session = await signIn();
  // Rename atomically, because another worker may read the file.
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, JSON.stringify(session));
  renameSync(aside, file);
  return session;
}
