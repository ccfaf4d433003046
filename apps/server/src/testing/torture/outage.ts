import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '#server/database/database';
import { openEngine } from '#server/database/engine';
import { openDatabaseRelay } from '../database-relay.ts';
import { Fleet, type Role } from './fleet.ts';
import { type Fault, type Ground, lossesOf, percentile, type Report, type TortureOptions, until } from './torture.ts';
import { WriteLoad, writeSubjects } from './write-load.ts';

const READERS = 4;
const WRITERS = 4;
/** What we promise: a refusal within five seconds, and work again within ten. */
const REFUSED_WITHIN_MS = 5_000;
const BACK_WITHIN_MS = 10_000;

/** A lost connection counts as a fault of the server. */
export const OUTAGE_FAULT: Fault = {
  file: 'database/failures.ts',
  from: "return (typeof code === 'string' && NOT_NOW.test(code)) ||",
  to: 'return false && (code === 1) ||',
  finds: /no[rt] refused with 503/,
};

interface Seen {
  status: number | undefined;
  startedAt: number;
  endedAt: number;
}

/**
 * People read and write while the database is away for a while (RUN-10). Each call in that time must be a 503 within seconds, everything must
 * work again soon after, and nothing that was acknowledged may be lost.
 */
export async function tortureOutage(ground: Ground, { isLong, fault }: TortureOptions): Promise<Report> {
  const relay = ground.outage ? undefined : await openDatabaseRelay(ground.databaseUrl);
  const outage = ground.outage ?? { begin: async () => relay?.cut(), end: async () => relay?.resume() };
  const engine = await openEngine({ databaseUrl: ground.databaseUrl, dataDir: '', poolSize: 4 });
  const database = new Database(engine);
  const roles: Role[] = isLong ? ['web', 'web', 'worker'] : ['web', 'worker'];
  const fleet = await Fleet.start({ ...ground, databaseUrl: relay?.url ?? ground.databaseUrl }, roles, {}, fault);
  try {
    const subjects = await writeSubjects(ground, database, fleet);
    const load = new WriteLoad(fleet, subjects);
    const seen: Seen[] = [];
    const note = (status: number | undefined, startedAt: number) => seen.push({ status, startedAt, endedAt: performance.now() });
    load.onAnswer = (answer, startedAt) => note(answer?.status, startedAt);
    const stop = new AbortController();
    const list = `/customers/${subjects.own.globalCustomerNumber}/orders?pageSize=10`;
    const reading = Array.from({ length: READERS }, async () => {
      while (!stop.signal.aborted) {
        const startedAt = performance.now();
        note((await fleet.call(list, { token: subjects.token }))?.status, startedAt);
        await pause(30);
      }
    });
    const writing = load.run(stop.signal, WRITERS, 50);
    await pause(isLong ? 5_000 : 1_000);
    const begunAt = performance.now();
    await outage.begin();
    // Longer than a refusal may take, so that a call that waits for the return is found.
    await pause(isLong ? 60_000 : 6_000);
    const endingAt = performance.now();
    await outage.end();
    const endedAt = performance.now();
    const isBack = await untilBack(fleet, list, subjects.token);
    const backMs = performance.now() - endedAt;
    await pause(isLong ? 5_000 : 500);
    stop.abort();
    await Promise.all([...reading, writing]);
    const compared = await load.compare(database);
    // A call that ran into the beginning or the end may have been done.
    const during = seen.filter((call) => call.startedAt > begunAt && call.endedAt < endingAt);
    // Only the part while the database is away: a call that is under way at its return has the time of the return, too.
    const times = seen.map((call) => Math.min(call.endedAt, endingAt) - Math.max(call.startedAt, begunAt)).filter((ms) => ms > 0);
    const sinceReturn = seen.filter((call) => call.startedAt < endedAt).map((call) => call.endedAt - endedAt);
    return {
      figures: {
        'seconds away': ((endingAt - begunAt) / 1000).toFixed(0),
        'calls before and after': seen.length - during.length,
        'calls while away': during.length,
        'slowest answer while away': `${percentile(times, 1)} ms`,
        'all works again after': `${Math.round(backMs)} ms`,
        ...compared.figures,
      },
      losses: [
        ...compared.losses,
        ...(isBack && backMs <= BACK_WITHIN_MS ? [] : [`it worked again only after ${Math.round(backMs)} ms`]),
        ...lossesOf('calls while away that were not refused with 503', statusesOf(during, [503])),
        ...lossesOf('calls that were neither done nor refused with 503', statusesOf(seen, [200, 409, 503])),
        ...lossesOf('calls that waited longer than five seconds', times.filter((ms) => ms > REFUSED_WITHIN_MS).map(Math.round)),
        ...lossesOf(
          'calls that were under way at the return and not answered within ten seconds',
          sinceReturn.filter((ms) => ms > BACK_WITHIN_MS).map(Math.round),
        ),
        ...(during.length > 0 ? [] : ['nobody called while the database was away']),
      ],
    };
  } finally {
    await outage.end().catch(() => {});
    await fleet.stop();
    await engine.close();
    relay?.close();
  }
}

const statusesOf = (calls: readonly Seen[], right: readonly number[]) =>
  calls.filter(({ status }) => !right.includes(status ?? 0)).map(({ status }) => String(status));

/** Waits until every process is ready and every web process serves a list. */
function untilBack(fleet: Fleet, list: string, token: string): Promise<boolean> {
  return until(async () => {
    const ready = await Promise.all(fleet.allUrls.map((url) => fetch(`${url}/readyz`).then(({ status }) => status)));
    const served = await Promise.all(fleet.urls.map((url) => fleet.call(list, { token }, url)));
    return ready.every((status) => status === 200) && served.every((answer) => answer?.status === 200);
  }, BACK_WITHIN_MS * 3);
}
