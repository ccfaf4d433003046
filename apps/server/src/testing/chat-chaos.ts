import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ChatSession } from '@yardage/contract/chat';
import { HEADERS } from '@yardage/contract/headers';
import type { StoredMessage } from '@yardage/domain/chat-messages';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { ChatDriver } from './chat-driver.ts';
import type { ServerProcess } from './start-server.ts';

const CUSTOMER_PATH = '/chat/customers/client';
const DESK_PATH = '/desk/chats';
/** Two windows of the customer, the dispatcher and a colleague who watches. */
const CLIENTS_A_SESSION = 4;
const SESSIONS_A_DISPATCHER = 4;
const SETTLE_WITHIN_MS = 120_000;
const MAX_WAITING = 4;
export const jobAddress = { street: '1 Chaos Way', city: 'Hixson', state: 'TN', zip: '37343', latitude: null, longitude: null };

export interface ChaosOptions {
  sessions: number;
  /** How many times a server is killed, one after the other. */
  kills: number;
  nodes: number;
  /** The share of responses that get lost. */
  lossShare: number;
  /** Average time between two messages of a client. */
  writeEveryMs: number;
  /** How long a server lives before it is killed, minimum and maximum. */
  livesMs: readonly [number, number];
  token(email: string): Promise<string>;
  /** Starts a server at a port. */
  start(port: number): Promise<ServerProcess>;
  ports: readonly number[];
  globalCustomerNumber: string;
}

export interface ChaosReport {
  clients: number;
  kills: number;
  /** Number of messages that clients wrote. */
  written: number;
  lostAnswers: number;
  retries: number;
  reconnects: number;
  /** Time from writing to confirmation over all messages, median and 99th percentile. */
  confirmedP50Ms: number;
  confirmedP99Ms: number;
  /** From the last message written until every client had everything. */
  settledAfterMs: number;
  /** Violations found; empty if everything is correct. */
  faults: string[];
}

export const chaosCustomer = (index: number) => `chaos.${index}@example.com`;
const chaosDispatcher = (session: number) => `chaos.desk.${Math.floor(session / SESSIONS_A_DISPATCHER)}@example.com`;

/** Adds the participants: one user per session, all at one customer, and dispatchers. */
export async function addChaosPeople(database: Database, sessions: number, globalCustomerNumber: string): Promise<void> {
  await database.transaction('system', async ({ orm }) => {
    await orm.execute(sql`
      insert into users (email, first_name, last_name, is_staff, staff_role)
      select 'chaos.' || n || '@example.com', 'Customer', n::text, false, null from generate_series(0, ${sessions - 1}) n
      union all select 'chaos.desk.' || n || '@example.com', 'Dispatcher', n::text, true, 'Dispatcher' from generate_series(0, ${Math.floor((sessions - 1) / SESSIONS_A_DISPATCHER)}) n`);
    await orm.execute(sql`
      insert into members (customer_id, user_id, role_id, status_id, request_type_name, email, first_name, last_name, phone, company_name, customer_number, address_line1, city, state_id, zip)
      select c.id, u.id, 1, 2, 'Added', u.email, u.first_name, u.last_name, '4235550100', c.company_name, c.customer_number, '1 Road', 'Town', 43, '37401'
      from users u join customers c on c.global_customer_number = ${globalCustomerNumber} where u.email like 'chaos.%' and not u.is_staff`);
  });
}

/** Runs clients that write and read while servers are killed and responses get lost, then compares each client with the stored messages. */
export async function runChatChaos(options: ChaosOptions): Promise<ChaosReport> {
  const nodes = await Promise.all(options.ports.slice(0, options.nodes).map((port) => options.start(port)));
  const urls = nodes.map(({ url }) => url);
  const drivers: ChatDriver[] = [];
  try {
    const sessions = await openSessions(options, urls);
    for (const session of sessions) drivers.push(...(await openDrivers(options, urls, session)));
    await until(() => drivers.every((driver) => driver.isSettled), SETTLE_WITHIN_MS);
    const load = new AbortController();
    const writing = drivers
      .filter((_, index) => index % CLIENTS_A_SESSION !== CLIENTS_A_SESSION - 1)
      .map((driver) => write(driver, options, load.signal));
    await killAll(options, nodes);
    load.abort();
    await Promise.all(writing);
    const endedAt = performance.now();
    const isSettled = () => drivers.every((driver) => driver.isSettled) && areEqual(drivers);
    const faults = (await until(isSettled, SETTLE_WITHIN_MS)) ? [] : ['not every client got everything in time'];
    const settledAfterMs = performance.now() - endedAt;
    for (const session of sessions) faults.push(...(await compare(options, urls, session, drivers)));
    return { ...summary(options, drivers), settledAfterMs, faults: [...faults, ...drivers.flatMap((driver) => driver.faults)] };
  } finally {
    for (const driver of drivers) driver.close();
    for (const node of nodes) await node.kill();
  }
}

interface ChaosSession {
  sessionId: string;
  customerToken: string;
  dispatcherToken: string;
  colleagueToken: string;
}

async function openSessions(options: ChaosOptions, [url = '']: readonly string[]): Promise<ChaosSession[]> {
  const sessions: ChaosSession[] = [];
  for (let index = 0; index < options.sessions; index += 1) {
    const customerToken = await options.token(chaosCustomer(index));
    const dispatcherToken = await options.token(chaosDispatcher(index));
    const colleagueToken = await options.token(chaosDispatcher((index + SESSIONS_A_DISPATCHER) % options.sessions));
    const headers = { [HEADERS.globalCustomerNumber]: options.globalCustomerNumber };
    const body = { category: 1, context: { jobAddress }, clientSessionId: randomUUID() };
    const { session } = await ask<{ session: ChatSession }>(`${url}/api${CUSTOMER_PATH}/start`, customerToken, headers, body);
    await ask(`${url}/api${DESK_PATH}/${session.sessionId}/join`, dispatcherToken, {}, {});
    sessions.push({ sessionId: session.sessionId, customerToken, dispatcherToken, colleagueToken });
  }
  return sessions;
}

async function openDrivers(options: ChaosOptions, urls: readonly string[], session: ChaosSession): Promise<ChatDriver[]> {
  const pickUrl = () => urls[Math.floor(Math.random() * urls.length)] ?? '';
  const customer = {
    token: session.customerToken,
    path: CUSTOMER_PATH,
    headers: { [HEADERS.globalCustomerNumber]: options.globalCustomerNumber },
  };
  const desk = (token: string) => ({ token, path: DESK_PATH, headers: {} });
  return [customer, customer, desk(session.dispatcherToken), desk(session.colleagueToken)].map(
    (side) => new ChatDriver({ pickUrl, sessionId: session.sessionId, lossShare: options.lossShare, ...side }),
  );
}

async function write(driver: ChatDriver, { writeEveryMs }: ChaosOptions, signal: AbortSignal): Promise<void> {
  for (let count = 1; !signal.aborted; count += 1) {
    await pause(writeEveryMs * 2 * Math.random(), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    // People stop writing when their messages do not seem to arrive.
    if (driver.waitingCount >= MAX_WAITING) continue;
    // Every ninth message is too long for a PostgreSQL notification.
    driver.write(count % 9 === 0 ? `${count} ${'long '.repeat(780)}` : `message ${count}`);
  }
}

async function killAll({ kills, livesMs: [least, most], start, ports }: ChaosOptions, nodes: ServerProcess[]): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(least + Math.random() * (most - least));
    const index = kill % nodes.length;
    await nodes[index]?.kill();
    nodes[index] = await start(ports[index] ?? 0);
  }
  await pause(most);
}

function areEqual(drivers: readonly ChatDriver[]): boolean {
  const last = new Map<string, number>();
  for (const { sessionId, lastSequence } of drivers) last.set(sessionId, Math.max(last.get(sessionId) ?? 0, lastSequence));
  return drivers.every(({ sessionId, lastSequence }) => lastSequence === last.get(sessionId));
}

/** Compares the clients' messages with the stored ones. */
async function compare(
  options: ChaosOptions,
  [url = '']: readonly string[],
  session: ChaosSession,
  drivers: readonly ChatDriver[],
): Promise<string[]> {
  const { sessionId, dispatcherToken } = session;
  const stored = await ask<StoredMessage[]>(`${url}/api${DESK_PATH}/${sessionId}/messages`, dispatcherToken, {});
  const faults: string[] = [];
  const keys = stored.flatMap(({ clientMessageId }) => clientMessageId ?? []);
  if (stored.some(({ sequence }, index) => sequence !== index + 1)) faults.push(`${sessionId}: the stored sequences have a gap`);
  if (new Set(keys).size !== keys.length) faults.push(`${sessionId}: a message is stored twice`);
  let written = 0;
  for (const driver of drivers.filter((each) => each.sessionId === sessionId)) {
    written += driver.written.length;
    const own = new Set(driver.written);
    if (keys.filter((key) => own.has(key)).join() !== driver.written.join())
      faults.push(`${sessionId}: what a client wrote is not stored as it was written`);
    const shown = driver.stored.map(({ id, sequence, message }) => `${id} ${sequence} ${message}`);
    if (shown.join() !== stored.map(({ id, sequence, message }) => `${id} ${sequence} ${message}`).join()) {
      faults.push(`${sessionId}: a client shows ${shown.length} messages, ${stored.length} are stored`);
    }
  }
  if (written !== keys.length) faults.push(`${sessionId}: ${written} were written, ${keys.length} are stored (${options.nodes} nodes)`);
  return faults;
}

function summary({ kills }: ChaosOptions, drivers: readonly ChatDriver[]) {
  const total = (count: (driver: ChatDriver) => number) => drivers.reduce((sum, driver) => sum + count(driver), 0);
  const times = drivers.flatMap(({ confirmedAfterMs }) => confirmedAfterMs).sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return {
    clients: drivers.length,
    kills,
    written: total(({ written }) => written.length),
    lostAnswers: total(({ counts }) => counts.lostAnswers),
    retries: total(({ counts }) => counts.retries),
    reconnects: total(({ counts }) => counts.connects - 1),
    confirmedP50Ms: at(0.5),
    confirmedP99Ms: at(0.99),
  };
}

/** Retries until a server responds. A connection to a killed server is only found broken when it is used again. */
async function ask<T>(url: string, token: string, headers: Record<string, string>, body?: unknown, triesLeft = 20): Promise<T> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => undefined);
  if (answer?.ok) return (await answer.json()) as T;
  if (answer || triesLeft === 0) throw new Error(`${url} answered ${answer?.status}: ${await answer?.text()}`);
  await pause(250);
  return ask(url, token, headers, body, triesLeft - 1);
}

async function until(isDone: () => boolean, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await pause(50)) if (isDone()) return true;
  return false;
}
