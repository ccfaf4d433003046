import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '#server/database/database';
import { openEngine } from '#server/database/engine';
import { customersOf, type TestCustomer } from '../sample-call.ts';
import { cardRequest } from '../sample-payment.ts';
import { Fleet } from './fleet.ts';
import { PaymentLoad } from './payment-load.ts';
import { addInvoices, compareBooks, countUnderWay } from './payment-losses.ts';
import { type Fault, type Ground, lossesOf, percentile, type Report, type TortureOptions, until } from './torture.ts';

const PAYER = 'payables@example.com';
const PEOPLE = ['owner@example.com', 'administrator@example.com', 'manager@example.com', PAYER];
const PATHS = ['orders?pageSize=25', 'tickets?pageSize=25', 'invoices?pageSize=25', 'orders?pageSize=10&search=a'];
/** On two cores the callers and the server together manage no more than three to four times as many, refusals included. */
const TIMES_CAPACITY = 3;
/** The number of calls at once for measuring the capacity of the server. */
const BUSY_CALLERS = 16;
/**
 * Callers come through a proxy that keeps its connections; more than this wait there, and
 * their time runs meanwhile. Node.js accepts one new connection at each turn, so
 * thousands of callers without a proxy would wait to be connected, not to be answered.
 */
const MAX_OPEN = 1_000;
const SLOW_CLIENTS = 200;
/** Slow clients may make other calls slower by this factor, plus a little for noise. */
const SLOWED_BY = 2;
const NOISE_MS = 30;
const ANSWERED_WITHIN_MS = 5_000;
const BACK_WITHIN_MS = 10_000;

/** Everybody is let in at once. */
export const OVERLOAD_FAULT: Fault = {
  file: 'http/admission.ts',
  from: 'if (this.#inside < this.#atOnce) this.#inside += 1;',
  to: 'if (this.#inside >= 0) this.#inside += 1;',
  finds: /answers after more than five seconds/,
};

/** A list that somebody asks for, and the right answer. */
interface Target {
  path: string;
  token: string;
  answer: string;
}

/**
 * Clients that read nothing, and then three times as many calls as the server can answer. There may be refusals (429, 503 with a retry
 * time) and right answers within five seconds, nothing else. Signing in and the probe work throughout, and payments end as their payers
 * were told (RUN-11).
 */
export async function tortureOverload(ground: Ground, { isLong, fault }: TortureOptions): Promise<Report> {
  const engine = await openEngine({ databaseUrl: ground.databaseUrl, dataDir: '', poolSize: 2 });
  const database = new Database(engine);
  const fleet = await Fleet.start(
    ground,
    ['web'],
    { CALLS_PER_MINUTE: '1000000', SANDBOX_LATENCY_MS: '120', SANDBOX_SETTLE_SECONDS: '1' },
    fault,
  );
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_OPEN, maxFreeSockets: MAX_OPEN });
  try {
    const [own] = (await customersOf(database, PAYER)) as [TestCustomer];
    const url = fleet.urls[0] ?? '';
    const targets = await findTargets(ground, url, agent, own);
    const callers = new Callers(url, agent, targets);
    const seconds = isLong ? 10 : 3;
    const usual = await callers.inTurn(seconds);
    const slow = openSlowClients(url, targets[0] as Target, isLong ? SLOW_CLIENTS : SLOW_CLIENTS / 4);
    // Wait until their lists are computed. After that they only hold their connections.
    await pause(isLong ? 8_000 : 2_000);
    const besideSlow = await callers.inTurn(seconds);
    for (const socket of slow) socket.destroy();
    const capacity = await callers.capacity(seconds);
    const isOver = new AbortController();
    const token = await ground.issuer.token(PAYER);
    const paying = pay(fleet, database, own, token, isOver.signal);
    const vital = callers.vital(token, isOver.signal);
    await callers.connect();
    const seen = await callers.overload(capacity * TIMES_CAPACITY, isLong ? 20 : 5);
    const backMs = await callers.untilBack();
    isOver.abort();
    const paid = await paying;
    const { times: vitalTimes, statuses: vitalStatuses } = await vital;
    const count = (status: number) => seen.statuses.filter((each) => each === status).length;
    const [before, beside] = [percentile(usual.times, 0.5), percentile(besideSlow.times, 0.5)];
    const all = [seen, usual, besideSlow];
    const isSlow = (ms: number) => ms > ANSWERED_WITHIN_MS;
    return {
      figures: {
        'calls per second, as many as it can': Math.round(capacity),
        'calls per second, due and made': `${Math.round(capacity * TIMES_CAPACITY)} and ${Math.round(seen.statuses.length / seen.seconds)}`,
        'of them answered per second': Math.round(count(200) / seen.seconds),
        'answered, 429, 503': `${count(200)}, ${count(429)}, ${count(503)}`,
        'median and slowest of all answers': `${percentile(seen.times, 0.5)} and ${percentile(seen.times, 1)} ms`,
        'slowest sign-in or probe': `${percentile(vitalTimes, 1)} ms of ${vitalTimes.length}`,
        'usual again after': `${Math.round(backMs)} ms`,
        'payments meanwhile': paid.count,
        'median alone, beside slow clients': `${before} and ${beside} ms`,
      },
      losses: [
        ...lossesOf(
          'answers other than 200, 429 and 503',
          all.flatMap(({ statuses }) => statuses.filter((each) => ![200, 429, 503].includes(each)).map(String)),
        ),
        ...lossesOf(
          'wrong answers',
          all.flatMap(({ wrong }) => wrong),
        ),
        ...lossesOf('answers after more than five seconds', seen.times.filter(isSlow).map(Math.round)),
        ...(seen.isUntimed ? ['a refusal does not say when to come back'] : []),
        ...lossesOf('sign-ins and probes that failed or took more than five seconds', [
          ...vitalStatuses.filter((status) => status !== 200).map(String),
          ...vitalTimes.filter(isSlow).map(Math.round),
        ]),
        ...paid.losses,
        ...(count(200) > 0 ? [] : ['nobody was served under overload']),
        ...(count(429) + count(503) > 0 ? [] : ['nobody was refused, so this was no overload']),
        ...(backMs <= BACK_WITHIN_MS ? [] : [`calls were slow for ${Math.round(backMs)} ms after the overload`]),
        ...(beside <= before * SLOWED_BY + NOISE_MS ? [] : [`slow clients slow others: ${before} ms became ${beside} ms`]),
      ],
    };
  } finally {
    agent.destroy();
    await fleet.stop();
    await engine.close();
  }
}

interface Reply {
  status: number;
  body: string;
  retryAfter: string | undefined;
}

/** Asks for a path. The status is 0 if there is no answer. Plain requests cost the caller less than `fetch`. */
function ask(url: string, path: string, token: string, agent: Agent): Promise<Reply> {
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, body: '', retryAfter: undefined });
    const request = get(`${url}${path}`, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      const { statusCode = 0, headers } = response;
      text(response).then((body) => resolve({ status: statusCode, body, retryAfter: headers['retry-after'] }), none);
    });
    request.on('error', none);
    request.setTimeout(30_000, () => request.destroy());
  });
}

/** Asks each list once per person: these are the right answers. */
async function findTargets({ issuer }: Ground, url: string, agent: Agent, own: TestCustomer): Promise<Target[]> {
  const targets: Target[] = [];
  for (const email of PEOPLE) {
    const token = await issuer.token(email);
    for (const name of PATHS) {
      const path = `/api/customers/${own.globalCustomerNumber}/${name}`;
      const { status, body } = await ask(url, path, token, agent);
      // Payments change the list of invoices.
      if (status === 200 && !name.startsWith('invoices')) targets.push({ path, token, answer: body });
    }
  }
  if (targets.length < PEOPLE.length) throw new Error('too few lists can be read');
  return targets;
}

/** What callers saw. */
class Seen {
  readonly statuses: number[] = [];
  readonly times: number[] = [];
  readonly wrong: string[] = [];
  isUntimed = false;
  seconds = 0;

  note({ status, body, retryAfter }: Reply, startedAt: number, target?: Target): void {
    this.statuses.push(status);
    this.times.push(performance.now() - startedAt);
    if (status === 503 && !retryAfter) this.isUntimed = true;
    if (status === 200 && target && body !== target.answer) this.wrong.push(target.path);
  }
}

class Callers {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #targets: readonly Target[];

  constructor(url: string, agent: Agent, targets: readonly Target[]) {
    this.#url = url;
    this.#agent = agent;
    this.#targets = targets;
  }

  async #call(seen: Seen, startedAt = performance.now()): Promise<number> {
    const target = this.#targets[Math.floor(Math.random() * this.#targets.length)] as Target;
    const reply = await ask(this.#url, target.path, target.token, this.#agent);
    seen.note(reply, startedAt, target);
    return reply.status;
  }

  /** One caller, one call at a time, with a pause. */
  async inTurn(seconds: number): Promise<Seen> {
    const seen = new Seen();
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(30)) await this.#call(seen);
    return seen;
  }

  /** Returns how many calls per second are answered to those who call again at once. */
  async capacity(seconds: number): Promise<number> {
    const seen = new Seen();
    const end = performance.now() + seconds * 1000;
    const callAgain = async () => {
      while (performance.now() < end) await this.#call(seen);
    };
    await Promise.all(Array.from({ length: BUSY_CALLERS }, callAgain));
    return seen.statuses.filter((status) => status === 200).length / seconds;
  }

  /** Opens the connections. */
  async connect(): Promise<void> {
    await Promise.all(Array.from({ length: MAX_OPEN }, () => ask(this.#url, '/healthz', '', this.#agent)));
  }

  /** Calls at a rate, whether or not the ones before were answered. The time of each call runs from the moment at which it was due. */
  async overload(perSecond: number, seconds: number): Promise<Seen> {
    const seen = new Seen();
    const open = new Set<Promise<void>>();
    const startedAt = performance.now();
    const count = Math.floor(perSecond * seconds);
    const dueAt = (index: number) => startedAt + (index / perSecond) * 1000;
    let started = 0;
    const startDue = () => {
      for (; started < count && open.size < MAX_OPEN && dueAt(started) <= performance.now(); started += 1) {
        const call: Promise<void> = this.#call(seen, dueAt(started)).then(() => {
          open.delete(call);
          startDue();
        });
        open.add(call);
      }
    };
    for (; started < count; await pause(5)) startDue();
    await Promise.all(open);
    seen.seconds = (performance.now() - startedAt) / 1000;
    return seen;
  }

  /** Somebody who signs in, and the machine that runs the server. They have connections of their own. */
  async vital(token: string, signal: AbortSignal): Promise<Seen> {
    const seen = new Seen();
    const agent = new Agent({ keepAlive: true });
    for (; !signal.aborted; await pause(100)) {
      for (const path of ['/healthz', '/readyz', '/api/users/me', '/api/users/global-customer-numbers']) {
        const startedAt = performance.now();
        seen.note(await ask(this.#url, path, token, agent), startedAt);
      }
    }
    agent.destroy();
    return seen;
  }

  /** Returns how long it took until ten calls in a row were answered. */
  async untilBack(): Promise<number> {
    const startedAt = performance.now();
    for (let inRow = 0; inRow < 10 && performance.now() - startedAt < BACK_WITHIN_MS * 2; await pause(20)) {
      inRow = (await this.#call(new Seen())) === 200 ? inRow + 1 : 0;
    }
    return performance.now() - startedAt;
  }
}

/** Somebody pays one invoice after the other, and again if refused. Returns how many, and where the books differ. */
async function pay(fleet: Fleet, database: Database, own: TestCustomer, token: string, signal: AbortSignal) {
  const invoices = await addInvoices(database, own.customerId, 200);
  const load = new PaymentLoad(fleet, { own, tokens: { payer: token, approvers: [token, token] }, methodId: 0, today: '' }, []);
  const used: number[] = [];
  for (const invoice of invoices) {
    if (signal.aborted) break;
    used.push(invoice.id);
    await load.pay(cardRequest(own, [invoice]));
  }
  await until(async () => (await countUnderWay(database)) === 0, 30_000);
  const { losses } = await compareBooks(database, { invoiceIds: used, acknowledged: load.acknowledged });
  return { count: load.acknowledged.size, losses: [...losses, ...(load.acknowledged.size > 0 ? [] : ['nobody could pay'])] };
}

/** Half of them send their request byte by byte, the others ask for large lists, one after the other, and never read an answer. */
function openSlowClients(url: string, { path, token }: Target, count: number): Socket[] {
  const { hostname, port } = new URL(url);
  return Array.from({ length: count }, (_, index) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => {});
    const large = path.replace(/pageSize=\d+/, 'pageSize=100');
    const request = `GET ${large} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n`;
    if (index % 2) {
      socket.pause();
      socket.write(`${request}\r\n`.repeat(3));
      return socket;
    }
    let sent = 0;
    const timer = setInterval(() => void socket.write(request[sent++ % request.length] ?? ''), 200);
    socket.on('close', () => clearInterval(timer));
    return socket;
  });
}
