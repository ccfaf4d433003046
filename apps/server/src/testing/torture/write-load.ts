import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { HEADERS } from '@yardage/contract/headers';
import { ALL_SCOPES } from '@yardage/contract/service-scopes';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { SUPPLIER_KEYS, serviceKeysService } from '#server/features/service-keys/service-keys.service';
import { jobAddress } from '../chat-chaos.ts';
import { pourBody } from '../prepare-request.ts';
import { SIGNATURE } from '../prepare-sign-off.ts';
import { customersOf, type TestCustomer } from '../sample-call.ts';
import { SAMPLE_SOURCE, sampleRecord } from '../supply-samples.ts';
import type { Answer, Fleet } from './fleet.ts';
import { type Ground, lossesOf } from './torture.ts';

const OWNER = 'owner@example.com';
const KINDS = ['mail', 'request', 'sign-off', 'record', 'chat'] as const;
type Kind = (typeof KINDS)[number];

/** The codes with which the retry of a completed write is refused. */
const DONE_CODES = ['already-done'];
/** The outcomes of a record whose version is in force. */
const APPLIED = ['created', 'updated', 'unchanged'];

/** What the writers write about. */
interface Subjects {
  own: TestCustomer;
  token: string;
  serviceKey: string;
  orderId: number;
  ticketIds: number[];
  chatId: string;
  pour: Record<string, unknown>;
}

/** Reads what the writers need, and sends the records that theirs refer to. */
export async function writeSubjects({ issuer }: Ground, database: Database, fleet: Fleet): Promise<Subjects> {
  const [own] = (await customersOf(database, OWNER)) as [TestCustomer];
  const issued = await serviceKeysService(database, SUPPLIER_KEYS).create(
    { name: 'Torture', scopes: [ALL_SCOPES] },
    { userId: null, requestId: 'torture' },
  );
  const found = await database.read<{ orderId: number; ticketIds: number[] }>(
    'system',
    sql`select json_build_object('orderId', (select max(id) from orders where customer_id = ${own.customerId}), 'ticketIds',
      (select json_agg(t.id order by t.id) from tickets t where t.customer_id = ${own.customerId} and t.status_id = 6 and not t.is_cancelled
        and not exists (select from ticket_sign_offs s where s.ticket_id = t.id))) as answer`,
  );
  const token = await issuer.token(OWNER);
  const chat = await fleet.call('/chat/customers/client/start', {
    token,
    headers: { [HEADERS.globalCustomerNumber]: own.globalCustomerNumber },
    body: { category: 1, context: { jobAddress: jobAddress }, clientSessionId: randomUUID() },
  });
  if (chat?.status !== 200) throw new Error(`the chat was not started: ${JSON.stringify(chat)}`);
  const subjects = {
    own,
    token,
    chatId: chat.body.session.sessionId,
    serviceKey: issued.secret,
    orderId: found?.orderId ?? 0,
    ticketIds: found?.ticketIds ?? [],
    pour: await pourBody(database, own.customerId),
  };
  for (const resource of ['data-sources', 'plants'] as const) {
    const body = { ...(resource === 'plants' && { dataSource: SAMPLE_SOURCE }), records: [sampleRecord[resource]()] };
    const headers = { [HEADERS.serviceKey]: issued.secret };
    const answer = await fleet.call(`/supply/${resource}`, { method: 'PUT', headers, body });
    if (answer?.status !== 200) throw new Error(`${resource}: ${JSON.stringify(answer)}`);
  }
  return subjects;
}

interface Written {
  kind: Kind;
  key: string;
  isAcknowledged: boolean;
}

/** People and machines that write, and that send again what got no answer. Each write has a key of its own. */
export class WriteLoad {
  readonly #fleet: Fleet;
  readonly #subjects: Subjects;
  readonly written: Written[] = [];
  readonly refusals: string[] = [];
  /** The last version of each record that was sent. */
  readonly #records = new Map<string, string>();
  /** Called with every answer and the time it took. */
  onAnswer: (answer: Answer | undefined, startedAt: number) => void = () => {};

  constructor(fleet: Fleet, subjects: Subjects) {
    this.#fleet = fleet;
    this.#subjects = subjects;
  }

  /** Writes until aborted, and finishes what was begun. */
  async run(signal: AbortSignal, writers: number, pauseMs: number): Promise<void> {
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let count = 0; !signal.aborted; count += 1) {
          await this.#write(KINDS[(writer + count) % KINDS.length] as Kind, writer);
          await pause(pauseMs * Math.random() * 2);
        }
      }),
    );
  }

  async #write(kind: Kind, writer: number): Promise<void> {
    const written = { kind, key: randomUUID(), isAcknowledged: false };
    const send = this.#sender(kind, written.key, writer);
    if (!send) return;
    this.written.push(written);
    for (;;) {
      const startedAt = performance.now();
      const answer = await send();
      this.onAnswer(answer, startedAt);
      if (answer && answer.status < 500 && answer.status !== 429) {
        const isDone = answer.status === 200 && (kind !== 'record' || APPLIED.includes(answer.body.results[0]?.outcome));
        written.isAcknowledged = isDone || DONE_CODES.includes(answer.body?.code);
        if (!written.isAcknowledged) this.refusals.push(`${kind} ${answer.status} ${JSON.stringify(answer.body)}`);
        return;
      }
      await pause(50 + Math.random() * 150);
    }
  }

  #sender(kind: Kind, key: string, writer: number): (() => Promise<Answer | undefined>) | undefined {
    const { own, token, orderId, pour, serviceKey, ticketIds, chatId } = this.#subjects;
    const root = `/customers/${own.globalCustomerNumber}`;
    if (kind === 'mail') {
      const headers = { [HEADERS.idempotencyKey]: key };
      const body = { email: 'site@example.com', message: `The order for Monday ${key}` };
      return () => this.#fleet.call(`${root}/orders/${orderId}/send-email`, { token, headers, body });
    }
    if (kind === 'request') return () => this.#fleet.call(`${root}/order-requests`, { token, body: { ...pour, requestKey: key } });
    if (kind === 'record') {
      const truck = { key: `T${writer}`, number: `${900 + writer}`, driverName: key, updatedAt: new Date().toISOString() };
      this.#records.set(truck.key, key);
      const body = { dataSource: SAMPLE_SOURCE, records: [sampleRecord.trucks(truck)] };
      return () => this.#fleet.call('/supply/trucks', { method: 'PUT', headers: { [HEADERS.serviceKey]: serviceKey }, body });
    }
    if (kind === 'chat') {
      const headers = { [HEADERS.globalCustomerNumber]: own.globalCustomerNumber };
      const body = { message: `Is the first truck on its way? ${key}`, clientMessageId: key };
      return () => this.#fleet.call(`/chat/customers/client/${chatId}/message`, { token, headers, body });
    }
    const ticketId = ticketIds.pop();
    if (ticketId === undefined) return undefined;
    const form = new FormData();
    const fields = { clientKey: key, isRejected: 'false', receivedBy: 'Sam Sample', signature: SIGNATURE };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return () => this.#fleet.call(`${root}/tickets/${ticketId}/sign-offs`, { token, form });
  }

  /** Compares what was acknowledged with what is stored. */
  async compare(database: Database): Promise<{ figures: Record<string, number>; losses: string[] }> {
    const stored = await database.read<Record<Exclude<Kind, 'record'> | 'requested', string[]> & { record: Record<string, string> }>(
      'system',
      sql`select json_build_object(
        'mail', (select coalesce(json_agg(right(message, 36)), '[]') from outgoing_mails where message like 'The order for Monday %'),
        'request', (select coalesce(json_agg(request_key), '[]') from order_requests),
        'requested', (select coalesce(json_agg(r.request_key), '[]') from events e join order_requests r on r.number = e.data ->> 'requestNumber'
          where e.type = 'order.requested'),
        'sign-off', (select coalesce(json_agg(client_key), '[]') from ticket_sign_offs),
        'chat', (select coalesce(json_agg(client_message_id), '[]') from chat_messages where client_message_id is not null),
        'record', (select coalesce(json_object_agg(r.key, t.driver_name), '{}') from supply_records r join trucks t on t.id = r.entity_id
          where r.resource = 'trucks' and r.data_source = ${SAMPLE_SOURCE})) as answer`,
    );
    const losses: string[] = [...lossesOf('writes that were refused', this.refusals)];
    const figures: Record<string, number> = {};
    for (const kind of ['mail', 'request', 'sign-off', 'chat'] as const) {
      const counts = new Map<string, number>();
      for (const key of stored?.[kind] ?? []) counts.set(key, (counts.get(key) ?? 0) + 1);
      const own = this.written.filter((each) => each.kind === kind);
      figures[`${kind}s`] = own.length;
      losses.push(
        ...lossesOf(
          `${kind}s lost`,
          own.filter(({ key, isAcknowledged }) => isAcknowledged && !counts.has(key)).map(({ key }) => key),
        ),
        ...lossesOf(
          `${kind}s stored twice`,
          own.filter(({ key }) => (counts.get(key) ?? 0) > 1).map(({ key }) => key),
        ),
      );
    }
    const requested = stored?.requested ?? [];
    const isOnce = (key: string) => requested.filter((each) => each === key).length === 1;
    const requests = this.written.filter(({ kind, isAcknowledged }) => kind === 'request' && isAcknowledged);
    losses.push(
      ...lossesOf(
        'requests without exactly one event',
        requests.filter(({ key }) => !isOnce(key)).map(({ key }) => key),
      ),
    );
    figures.records = this.written.filter(({ kind }) => kind === 'record').length;
    const wrong = [...this.#records].filter(([key, last]) => stored?.record[key] !== last);
    losses.push(
      ...lossesOf(
        'records without their last version',
        wrong.map(([key]) => key),
      ),
    );
    return { figures, losses };
  }
}
