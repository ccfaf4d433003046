import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '@yardage/domain/durations';
import type { Database } from '#server/database/database';
import type { RetentionDays } from '#server/operations-config';
import { deleteStep, RETENTION_RULES, type RetentionRule } from './retention.queries.ts';

/** Between two steps, so that deleting never takes all of the database. */
const PAUSE_MS = 50;

export interface RetentionOptions {
  now: Date;
  /** Ends early, between two steps. */
  isStopped?: () => boolean;
}

/** Deletes everything that is older than configured, in small steps. Returns what was deleted, by name. */
export async function enforceRetention(
  database: Database,
  days: RetentionDays,
  options: RetentionOptions,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const rule of RETENTION_RULES) {
    const before = limitOf(rule, days, options.now);
    if (!before) continue;
    const count = await deleteAll(database, rule, before, options);
    if (count > 0) counts[rule.name] = count;
  }
  return counts;
}

async function deleteAll(database: Database, rule: RetentionRule, before: Date, { isStopped }: RetentionOptions): Promise<number> {
  let count = 0;
  while (!isStopped?.()) {
    const { deleted, isLast } = await deleteStep(database, rule, before);
    count += deleted;
    if (isLast) break;
    await pause(PAUSE_MS);
  }
  return count;
}

function limitOf({ days: key }: RetentionRule, days: RetentionDays, now: Date): Date | undefined {
  if (key === null) return now;
  return days[key] === 0 ? undefined : new Date(now.getTime() - days[key] * DAY_MS);
}
