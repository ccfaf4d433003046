import { setTimeout as pause } from 'node:timers/promises';
import type { TestIssuer } from '../test-issuer.ts';

/** What a part runs on: a database of its own with the demo world, and an OpenID provider. */
export interface Ground {
  databaseUrl: string;
  issuer: TestIssuer;
  /** Takes the database away and brings it back. Without it, connections are cut. */
  outage?: { begin(): Promise<void>; end(): Promise<void> };
  /** The PostgreSQL's superuser, where it is ours. */
  superuserUrl?: string;
}

/** A fault that is planted in a source file of the server before it starts. */
export interface Fault {
  /** The path under `apps/server/src`. */
  file: string;
  from: string;
  to: string;
  /** The loss that it causes. Any other loss does not count as finding it. */
  finds: RegExp;
}

/** How a part runs: the short form is for tests, planted faults and `--short`, the long one for `npm run torture`. */
export interface TortureOptions {
  isLong: boolean;
  fault?: Fault;
}

/** What a part measured, and every loss that it found; none if all is well. */
export interface Report {
  figures: Record<string, number | string>;
  losses: string[];
  /** Why the part could not run on this machine. */
  notRun?: string;
}

/** Waits until a condition holds. Returns whether it did in time. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs: number, everyMs = 100): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await pause(everyMs)) if (await condition()) return true;
  return false;
}

/** Returns a percentile of times in milliseconds. */
export function percentile(times: readonly number[], share: number): number {
  const inOrder = [...times].sort((a, b) => a - b);
  return Math.round(inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))] ?? 0);
}

/** Names the first few of what was found, and how many there are. */
export function lossesOf(what: string, found: readonly unknown[]): string[] {
  if (found.length === 0) return [];
  const some = found.slice(0, 5).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  return [`${what}: ${found.length} (${some.join('; ')}${found.length > some.length ? '; …' : ''})`];
}
