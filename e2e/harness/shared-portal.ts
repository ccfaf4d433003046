import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startPortal } from './portal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sharedPortal: { url: string; sessions: string };
  }
}

/** Vitest calls it before the first browser test: one server for all files that only look, or change nothing that others see. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sessions = mkdtempSync(join(tmpdir(), 'yardage-sessions-'));
  const portal = await startPortal({}, project.getProvidedContext().templates);
  project.provide('sharedPortal', { url: portal.url, sessions });
  return async () => {
    await portal.stop();
    rmSync(sessions, { recursive: true, force: true });
  };
}

/** The server that all files share; it ends with the run. */
export function sharedPortal(): { url: string } {
  return { url: inject('sharedPortal').url };
}

type Session = Record<string, string>;

/** Access tokens live ten minutes. Two pages that renew the same one would end each other's session, so a visit begins with one that lasts. */
export const SESSION_GOOD_MS = 240_000;

/** What the browser stored when somebody signed in on the shared server; every file after the first begins with it. */
export async function sharedSession(portalUrl: string, email: string, signIn: () => Promise<Session>): Promise<Session> {
  // The screenshots sign in with it too, and are no test run.
  if (!process.env.VITEST) return signIn();
  const { url, sessions } = inject('sharedPortal');
  if (url !== portalUrl) return signIn();
  const file = join(sessions, `${encodeURIComponent(email)}.json`);
  if (existsSync(file) && Date.now() - statSync(file).mtimeMs < SESSION_GOOD_MS) return JSON.parse(readFileSync(file, 'utf8')) as Session;
  const session = await signIn();
  // Put in its place as a whole: another worker may be looking for it.
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, JSON.stringify(session));
  renameSync(aside, file);
  return session;
}
