import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '#server/database/database';
import { openEngine } from '#server/database/engine';
import { customersOf, type TestCustomer } from '../sample-call.ts';
import { Fleet } from './fleet.ts';
import { type Fault, type Ground, lossesOf, type Order, percentile, type Report } from './torture.ts';

const PEOPLE = ['owner@example.com', 'administrator@example.com', 'manager@example.com', 'payables@example.com'];
const PATHS = ['orders?pageSize=25', 'tickets?pageSize=25', 'invoices?pageSize=25', 'orders?pageSize=10&search=a'];
const TIMES_CAPACITY = 5;
/** So many calls at once measure what the server can do. */
const BUSY_CALLERS = 8;
/** More callers than this wait at their own end, like browsers and proxies. */
const MOST_OPEN = 3_000;
const SLOW_CLIENTS = 200;
/** Slow clients may cost others this much, and a little for noise. */
const SLOWED_BY = 2;
const NOISE_MS = 30;
const BACK_WITHIN_MS = 15_000;

/** Whoever calls too often gets a fault of the server. */
export const OVERLOAD_FAULT: Fault = {
  file: 'http/security.ts',
  from: "errorResponseBuilder: () => new ApiError('too-many-requests')",
  to: "errorResponseBuilder: () => new Error('too many')",
};

interface Target {
  path: string;
  token: string;
  /** The right answer. */
  hash: string;
}

/**
 * Five times as many calls as the server can answer, then clients that read and write slowly. There may be refusals (429, 503) and right
 * answers, nothing else; afterwards, and beside slow clients, the server is as fast as before.
 */
export async function tortureOverload(ground: Ground, { isLong, fault }: Order): Promise<Report> {
  const engine = await openEngine({ databaseUrl: ground.databaseUrl, dataDir: '', poolSize: 2 });
  const [own] = (await customersOf(new Database(engine), 'owner@example.com')) as [TestCustomer];
  await engine.close();
  // A person may call so often that a few of them are more than the server can bear.
  const fleet = await Fleet.start(ground, ['web'], { CALLS_PER_MINUTE: isLong ? '6000' : '1500' }, fault);
  try {
    const targets = await findTargets(ground, fleet, own);
    const seconds = isLong ? 10 : 2;
    const usual = await callInTurn(fleet, targets, seconds);
    const capacity = await measureCapacity(fleet, targets, seconds);
    const slow = openSlowClients(fleet.urls[0] ?? '', targets[0] as Target, isLong ? SLOW_CLIENTS : SLOW_CLIENTS / 4);
    await pause(500);
    const besideSlow = await callInTurn(fleet, targets, seconds);
    for (const socket of slow) socket.destroy();
    const { statuses, wrong, times } = await overload(fleet, targets, capacity * TIMES_CAPACITY, seconds * 2);
    const backMs = await untilBack(fleet, targets);
    const count = (status: number) => statuses.filter((each) => each === status).length;
    const [before, beside] = [percentile(usual.times, 0.5), percentile(besideSlow.times, 0.5)];
    return {
      figures: {
        'calls per second, as many as it can': Math.round(capacity),
        'calls per second, overload': Math.round(statuses.length / (seconds * 2)),
        'answered, 429, 503': `${count(200)}, ${count(429)}, ${count(503)}`,
        'slowest answer under overload': `${percentile(times, 1)} ms`,
        'usual again after': `${Math.round(backMs)} ms`,
        'median alone, beside slow clients': `${before} and ${beside} ms`,
      },
      losses: [
        ...lossesOf(
          'answers other than 200, 429 and 503',
          [...statuses, ...usual.statuses, ...besideSlow.statuses].filter((each) => ![200, 429, 503].includes(each ?? 0)).map(String),
        ),
        ...lossesOf('wrong answers', [...wrong, ...usual.wrong, ...besideSlow.wrong]),
        ...(count(200) > 0 ? [] : ['nobody was served under overload']),
        ...(count(429) + count(503) > 0 ? [] : ['nobody was refused, so this was no overload']),
        ...(backMs <= BACK_WITHIN_MS ? [] : [`calls were slow for ${Math.round(backMs)} ms after the overload`]),
        ...(beside <= before * SLOWED_BY + NOISE_MS ? [] : [`slow clients slow others: ${before} ms became ${beside} ms`]),
      ],
    };
  } finally {
    await fleet.stop();
  }
}

const hashOf = (body: unknown) => createHash('sha256').update(JSON.stringify(body)).digest('hex');

/** Asks each list once per person: these are the right answers. */
async function findTargets({ issuer }: Ground, fleet: Fleet, own: TestCustomer): Promise<Target[]> {
  const targets: Target[] = [];
  for (const email of PEOPLE) {
    const token = await issuer.token(email);
    for (const name of PATHS) {
      const path = `/customers/${own.globalCustomerNumber}/${name}`;
      const answer = await fleet.call(path, { token });
      if (answer?.status === 200) targets.push({ path, token, hash: hashOf(answer.body) });
    }
  }
  if (targets.length < PEOPLE.length) throw new Error('too few lists can be read');
  return targets;
}

/** What callers saw. */
class Seen {
  readonly statuses: (number | undefined)[] = [];
  readonly times: number[] = [];
  readonly wrong: string[] = [];

  async call(fleet: Fleet, { path, token, hash }: Target): Promise<number | undefined> {
    const startedAt = performance.now();
    const answer = await fleet.call(path, { token });
    this.statuses.push(answer?.status);
    this.times.push(performance.now() - startedAt);
    if (answer?.status === 200 && hashOf(answer.body) !== hash) this.wrong.push(path);
    return answer?.status;
  }
}

const pick = (targets: readonly Target[]) => targets[Math.floor(Math.random() * targets.length)] as Target;

/** One caller, one call at a time, with a pause. */
async function callInTurn(fleet: Fleet, targets: readonly Target[], seconds: number): Promise<Seen> {
  const seen = new Seen();
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(30)) await seen.call(fleet, pick(targets));
  return seen;
}

async function measureCapacity(fleet: Fleet, targets: readonly Target[], seconds: number): Promise<number> {
  let count = 0;
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: BUSY_CALLERS }, async () => {
      const seen = new Seen();
      while (performance.now() < end) if ((await seen.call(fleet, pick(targets))) === 200) count += 1;
    }),
  );
  return count / seconds;
}

/** Starts calls at a rate, whether or not the ones before were answered. */
async function overload(fleet: Fleet, targets: readonly Target[], perSecond: number, seconds: number): Promise<Seen> {
  const seen = new Seen();
  const open = new Set<Promise<unknown>>();
  const startedAt = performance.now();
  for (let started = 0; performance.now() < startedAt + seconds * 1000; await pause(5)) {
    for (const due = ((performance.now() - startedAt) / 1000) * perSecond; started < due; started += 1) {
      if (open.size >= MOST_OPEN) continue;
      const call = seen.call(fleet, pick(targets)).finally(() => open.delete(call));
      open.add(call);
    }
  }
  await Promise.all(open);
  return seen;
}

/** Returns how long it took until ten calls in a row were not refused by the server for lack of room. */
async function untilBack(fleet: Fleet, targets: readonly Target[]): Promise<number> {
  const startedAt = performance.now();
  for (let inRow = 0; inRow < 10 && performance.now() - startedAt < BACK_WITHIN_MS * 2; await pause(20)) {
    const status = await new Seen().call(fleet, pick(targets));
    inRow = status === 200 || status === 429 ? inRow + 1 : 0;
  }
  return performance.now() - startedAt;
}

/** Half of them send their request byte by byte, the others ask for a large list and never read the answer. */
function openSlowClients(url: string, { path, token }: Target, count: number): Socket[] {
  const { hostname, port } = new URL(url);
  return Array.from({ length: count }, (_, index) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => {});
    const request = `GET /api${path.replace(/pageSize=\d+/, 'pageSize=100')} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n`;
    if (index % 2) {
      socket.pause();
      socket.write(`${request}\r\n`);
      return socket;
    }
    let sent = 0;
    const timer = setInterval(() => void socket.write(request[sent++ % request.length] ?? ''), 200);
    socket.on('close', () => clearInterval(timer));
    return socket;
  });
}
