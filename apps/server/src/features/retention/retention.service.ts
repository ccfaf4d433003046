import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '@yardage/domain/durations';
import type { Database } from '#server/database/database';
import { findFact, noteFact } from '#server/database/installation-facts.queries';
import type { RetentionDays } from '#server/operations-config';
import { deleteStep, RETENTION_RULES, type RetentionRule } from './retention.queries.ts';

/** The pause between two steps, so that deleting never uses all of the database's capacity. */
const PAUSE_MS = 50;

const RETENTION_FACT = 'retention.days';

/** Stores how long this installation keeps things, so that a command without its settings deletes no more than the portal does. */
export const noteRetention = (database: Database, days: RetentionDays): Promise<void> => noteFact(database, RETENTION_FACT, days);

export const findNotedRetention = (database: Database): Promise<Partial<RetentionDays> | undefined> => findFact(database, RETENTION_FACT);

export interface RetentionOptions {
  now: Date;
  /** If it returns true, the run ends early, between two steps. */
  isStopped?: () => boolean;
}

/** Deletes everything that is older than configured, in small steps. Returns what was deleted, by name. */
export async function enforceRetention(
  database: Database,
  days: RetentionDays,
  options: RetentionOptions,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let group: RetentionRule[] = [];
  for (const rule of RETENTION_RULES) {
    group.push(rule);
    if (rule.isRepeatedWithNext) continue;
    await deleteGroup(database, group, days, { ...options, counts });
    group = [];
  }
  return counts;
}

/** Applies rules one after another; several are repeated until none of them deletes anything. Adds what was deleted to the counts. */
async function deleteGroup(
  database: Database,
  rules: readonly RetentionRule[],
  days: RetentionDays,
  { counts, ...options }: RetentionOptions & { counts: Record<string, number> },
): Promise<void> {
  for (;;) {
    let sum = 0;
    for (const rule of rules) {
      const before = limitOf(rule, days, options.now);
      const count = before ? await deleteAll(database, rule, before, options) : 0;
      if (count > 0) counts[rule.name] = (counts[rule.name] ?? 0) + count;
      sum += count;
    }
    if (rules.length === 1 || sum === 0 || options.isStopped?.()) return;
    await pause(PAUSE_MS);
  }
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
