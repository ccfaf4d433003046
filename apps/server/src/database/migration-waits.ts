import type { Engine } from './engine.ts';
import { LOCKS } from './locks.ts';

/** Waiting for others is usual for a moment. */
const TELL_AFTER_MS = 5_000;
const ASK_EVERY_MS = 500;
/** A migration that is held up gives its locks back and tries again, so it is not seen waiting each time. */
const FORGET_AFTER_MS = 3_000;

export interface WaitReport {
  say(line: string): void;
  tellAfterMs?: number;
  askEveryMs?: number;
}

interface Blocker {
  pid: number;
  login: string | null;
  application: string | null;
  is_migrating: boolean;
  state: string | null;
  seconds: number | null;
}

/** Those who hold a lock that a session waits for, and another process that migrates. A login without rights to see them gets no state. */
const BLOCKERS = `select s.pid, s.usename as login, nullif(s.application_name, '') as application, s.state,
    round(extract(epoch from clock_timestamp() - s.xact_start))::int as seconds, turn.pid is not null as is_migrating
  from pg_stat_activity s left join (
    select l.pid from pg_locks l where l.locktype = 'advisory' and l.classid = 0 and l.objid = $2 and l.granted
      and l.database = (select oid from pg_database where datname = current_database())) as turn on turn.pid = s.pid
  where s.pid <> $1 and (turn.pid is not null or s.pid = any(pg_blocking_pids($1)))
  order by s.pid`;

/** Says whom the migrating session `pid` waits for, once it has waited for a while and again when it waits for another. Returns what ends it. */
export function reportWaits({ name, pool }: Engine, pid: number, report: WaitReport): () => void {
  const { say, tellAfterMs = TELL_AFTER_MS, askEveryMs = ASK_EVERY_MS } = report;
  // The embedded engine has nobody to wait for. With one connection, there is none left to ask with.
  if (name !== 'postgresql' || (pool.options.max ?? 1) < 2) return () => undefined;
  let told = '';
  let waits: { beganAt: number; seenAt: number } | undefined;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    const { rows } = await pool.query<Blocker>(BLOCKERS, [pid, LOCKS.migration]);
    const now = performance.now();
    if (rows.length === 0) {
      if (waits && now - waits.seenAt > FORGET_AFTER_MS) waits = undefined;
      return;
    }
    waits = { beganAt: waits?.beganAt ?? now, seenAt: now };
    const who = rows.map((row) => row.pid).join();
    if (now - waits.beganAt < tellAfterMs || who === told) return;
    told = who;
    say(`The migration waits for ${rows.map(describe).join('; ')}.`);
  };
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    // Only a report: whatever is wrong with the database, the migration says it.
    ask()
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, askEveryMs);
  return () => clearInterval(timer);
}

function describe({ pid, login, application, is_migrating: isMigrating, state, seconds }: Blocker): string {
  const facts = [
    `pid ${pid}`,
    ...(login ? [`login ${login}`] : []),
    ...(application ? [application] : []),
    ...(state ? [state] : []),
    ...(seconds === null ? [] : [`transaction open for ${seconds} s`]),
  ];
  return `${isMigrating ? 'another process that migrates' : 'another session of the database'} (${facts.join(', ')})`;
}
