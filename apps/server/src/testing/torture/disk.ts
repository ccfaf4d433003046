import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { openEngine } from '#server/database/engine';
import { type Answer, Fleet, type Role } from './fleet.ts';
import { PaymentLoad } from './payment-load.ts';
import { addInvoices, compareBooks } from './payment-losses.ts';
import { EXPECTED_REFUSALS, PAYMENT_ENV, payersOf, payTheRest } from './payments.ts';
import { type MovedFiles, moveFiles, SmallDisk } from './small-disk.ts';
import { type Fault, type Ground, lossesOf, percentile, type Report, type TortureOptions, until } from './torture.ts';
import { WriteLoad, writeSubjects } from './write-load.ts';

const READERS = 2;
const WRITERS = 5;
const BACK_WITHIN_MS = 10_000;
const ANSWERED_WITHIN_MS = 5_000;
const DELIVERED_WITHIN_MS = 120_000;
/** Room for the database with what the part adds to it, and for as much log as the part writes. */
const TABLES_MB = 512;
const LOG_MB = 512;
/** Words that belong in a log, not in a response. */
const INTERNALS = /no space|could not|extend|relation|tablespace|pg_|panic|53100|stack/i;

/** A transaction for which there was no room counts as done. */
export const DISK_FAULT: Fault = {
  file: 'database/database.ts',
  from: 'await abandon(client);\n      throw withoutValues(error);',
  to: "await abandon(client);\n      if (withoutValues(error).code === '53100') return undefined;\n      throw withoutValues(error);",
  finds: /s lost/,
};

interface Seen {
  path: string;
  isRead: boolean;
  startedAt: number;
  endedAt: number;
  answer: Answer | undefined;
}

/** A time in which a disk was full. */
interface FullTime {
  begunAt: number;
  endingAt: number;
  /** How long it took until writes worked again; undefined if they did not. */
  backMs: number | undefined;
}

/**
 * The disk of PostgreSQL's tables is full for a while, and then that of its log, which ends PostgreSQL until there is room again, while
 * people pay, request pours, sign for loads, write mails and chat messages, and the supplier sends records (RUN-10). A write must be done
 * or refused with 503, reads go on as long as PostgreSQL runs, and what was acknowledged may not be lost.
 */
export async function tortureDisk(ground: Ground, options: TortureOptions): Promise<Report> {
  const { superuserUrl, outage } = ground;
  if (!superuserUrl || !outage) return { figures: {}, losses: [], notRun: "the PostgreSQL is not this run's own" };
  const tables = SmallDisk.mount(TABLES_MB);
  if (typeof tables === 'string') return { figures: {}, losses: [], notRun: tables };
  const log = SmallDisk.mount(LOG_MB);
  if (typeof log === 'string') throw new Error(log);
  try {
    const places = { superuserUrl, databaseUrl: ground.databaseUrl, stop: outage.begin, start: outage.end };
    const files = await moveFiles(places, tables, log);
    try {
      return await fillDisks(ground, options, { tables, log, files });
    } finally {
      for (const disk of [tables, log]) disk.free();
      await files.undo();
    }
  } finally {
    for (const disk of [tables, log]) disk.remove();
  }
}

interface Disks {
  tables: SmallDisk;
  log: SmallDisk;
  files: MovedFiles;
}

async function fillDisks(ground: Ground, { isLong, fault }: TortureOptions, { tables, log, files }: Disks): Promise<Report> {
  const engine = await openEngine({ databaseUrl: ground.databaseUrl, dataDir: '', poolSize: 4 });
  const database = new Database(engine);
  const roles: Role[] = isLong ? ['web', 'web', 'worker', 'worker'] : ['web', 'worker'];
  const fleet = await Fleet.start(ground, roles, PAYMENT_ENV, fault);
  try {
    // The processor has books of its own, on another disk.
    await files.moveBack('sandbox_processor');
    const subjects = await writeSubjects(ground, database, fleet);
    const payers = await payersOf(ground, database, fleet);
    const invoices = await addInvoices(database, payers.own.customerId, 4_000);
    const writes = new WriteLoad(fleet, subjects);
    const payments = new PaymentLoad(fleet, payers, invoices);
    const seen: Seen[] = [];
    fleet.onAnswer = (asked, answer) => seen.push({ ...asked, answer, endedAt: performance.now() });
    const stop = new AbortController();
    const list = `/customers/${subjects.own.globalCustomerNumber}/orders?pageSize=10`;
    const reading = Array.from({ length: READERS }, async () => {
      for (; !stop.signal.aborted; await pause(50)) await fleet.call(list, { token: subjects.token });
    });
    const working = [...reading, writes.run(stop.signal, WRITERS, 50), payments.run(stop.signal)];
    const isBack = async (since: number) => {
      const ready = await Promise.all(fleet.allUrls.map((url) => fetch(`${url}/readyz`).then(({ status }) => status)));
      const isWritten = seen.some(({ isRead, startedAt, answer }) => !isRead && startedAt > since && answer?.status === 200);
      return isWritten && ready.every((status) => status === 200);
    };
    await pause(isLong ? 5_000 : 2_000);
    const tablesFull = await whileFull(tables, isLong ? 60_000 : 15_000, isBack);
    await pause(isLong ? 5_000 : 1_000);
    log.fill();
    await files.useUpLog();
    const logFull = await whileFull(log, isLong ? 30_000 : 6_000, isBack);
    await pause(isLong ? 5_000 : 1_000);
    stop.abort();
    await Promise.all(working);
    const invoiceIds = payments.used.map(({ id }) => id);
    const unpaid = await payTheRest(database, payments, payers, invoiceIds);
    const isDelivered = await until(async () => (await countWaiting(database)) === 0, DELIVERED_WITHIN_MS, 500);
    const compared = await writes.compare(database);
    const books = await compareBooks(database, { invoiceIds, acknowledged: payments.acknowledged });
    const whileTables = seen.filter((call) => call.startedAt > tablesFull.begunAt && call.endedAt < tablesFull.endingAt);
    const whileLog = seen.filter((call) => call.startedAt > logFull.begunAt && call.endedAt < logFull.endingAt);
    const refused = whileTables.filter(({ answer }) => answer?.status === 503);
    const withRoom = seen.filter((call) => call.endedAt < tablesFull.begunAt || call.startedAt > logFull.endingAt + BACK_WITHIN_MS);
    // A payment also waits for the processor, and for others who pay the same.
    const others = [...whileTables, ...whileLog].filter(({ path }) => !path.startsWith('/payments/'));
    const slowest = (calls: readonly Seen[]) => `${percentile(calls.map(msOf), 1)} ms`;
    return {
      figures: {
        'seconds full (tables, log)': [tablesFull, logFull]
          .map(({ begunAt, endingAt }) => Math.round((endingAt - begunAt) / 1000))
          .join(', '),
        'calls then': `${whileTables.length}, ${whileLog.length}`,
        'refused, writes done (tables)': `${refused.length}, ${whileTables.filter(({ isRead, answer }) => !isRead && answer?.status === 200).length}`,
        'slowest answer then': `${slowest(others)}, with payments ${slowest([...whileTables, ...whileLog])}`,
        'slowest answer with room': slowest(withRoom),
        'all works again after': [tablesFull, logFull].map(({ backMs }) => `${Math.round(backMs ?? Number.NaN)} ms`).join(', '),
        ...compared.figures,
        payments: books.payments,
        charges: books.charges,
        refusals: [...payments.refusals].map(([code, count]) => `${count} ${code}`).join(', ') || 'none',
      },
      losses: [
        ...compared.losses,
        ...unpaid,
        ...books.losses,
        ...lossesOf(
          'payments that were refused for no reason',
          [...payments.refusals].filter(([code]) => !EXPECTED_REFUSALS.includes(code)).map(([code, count]) => `${count} ${code}`),
        ),
        ...(isDelivered ? [] : [`${await countWaiting(database)} mails or events still wait`]),
        ...(refused.length > 0 ? [] : ['nothing was refused while the disk of the tables was full']),
        ...lossesOf(
          'reads that failed although only writes need room',
          named(whileTables.filter(({ isRead, answer }) => isRead && answer?.status !== 200)),
        ),
        ...lossesOf(
          'calls without PostgreSQL that were not refused with 503',
          named(whileLog.filter(({ answer }) => answer?.status !== 503)),
        ),
        ...lossesOf(
          'calls that were neither done nor refused with 503',
          named(seen.filter(({ answer }) => !answer || (answer.status >= 500 && answer.status !== 503))),
        ),
        ...lossesOf(
          'refusals with internals',
          named(seen.filter(({ answer }) => answer && answer.status >= 500 && INTERNALS.test(JSON.stringify(answer.body)))),
        ),
        ...lossesOf(
          'calls other than payments that waited longer than five seconds',
          others.filter((call) => msOf(call) > ANSWERED_WITHIN_MS).map((call) => `${named([call])} ${Math.round(msOf(call))} ms`),
        ),
        ...lossesOf(
          'times until all worked again',
          [tablesFull, logFull].filter(({ backMs }) => !(backMs && backMs <= BACK_WITHIN_MS)).map(({ backMs }) => `${backMs} ms`),
        ),
      ],
    };
  } finally {
    await fleet.stop();
    await engine.close();
  }
}

async function whileFull(disk: SmallDisk, forMs: number, isBack: (since: number) => Promise<boolean>): Promise<FullTime> {
  disk.fill();
  const begunAt = performance.now();
  await disk.keepFull(forMs);
  const endingAt = performance.now();
  disk.free();
  const isWorking = await until(() => isBack(endingAt), BACK_WITHIN_MS * 3);
  return { begunAt, endingAt, backMs: isWorking ? performance.now() - endingAt : undefined };
}

const msOf = ({ startedAt, endedAt }: Seen) => endedAt - startedAt;

const named = (calls: readonly Seen[]) =>
  calls.map(
    ({ path, isRead, answer }) => `${isRead ? 'GET' : 'write'} ${path.replace(/\?.*/, '')} ${answer?.status} ${answer?.body?.code ?? ''}`,
  );

/** Counts the mails that are not sent and the events without a place in the feed. */
async function countWaiting(database: Database): Promise<number> {
  return Number(
    await database.read(
      'system',
      sql`select (select count(*) from outgoing_mails where state = 'queued' and next_try_at <= now()) + (select count(*) from events where position is null) as answer`,
    ),
  );
}
