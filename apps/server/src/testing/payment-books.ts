import { randomUUID } from 'node:crypto';
import type { ChargeState, PaymentPort, TypedMeans } from '#server/adapters/payments/port';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { PaymentFlow } from '#server/features/payments/payment-flow.service';
import { type Intent, insertIntent } from '#server/features/payments/payment-intents.queries';
import type { PaymentMetrics } from '#server/features/payments/payment-metrics';
import { createLog } from '#server/http/observability';
import type { RecordsChange } from '#server/hub/records-change';
import { ledgerBooks } from './ledger-books.ts';
import type { TestCustomer } from './sample-call.ts';

/** A card; the processor of these tests does not look at it. */
export const CARD = { kind: 'card', details: {} } as TypedMeans;

/** A processor whose responses a test chooses (`says`), and which records its calls. */
export function scriptedProcessor(name: string, signatureHeader = `${name}-signature`) {
  const calls: unknown[][] = [];
  const says = {
    reserve: async (): Promise<string> => randomUUID(),
    charge: async (): Promise<ChargeState> => ({ state: 'paid' }),
    findState: async (): Promise<ChargeState> => ({ state: 'paid' }),
    close: async (): Promise<ChargeState> => ({ state: 'failed', statusCode: 200_500, message: 'Closed' }),
    readNotification: (): string | undefined => undefined,
  };
  /** Records the name of a call and its first arguments. */
  const noting =
    <T>(call: string, argumentCount: number, answer: () => T) =>
    (...given: unknown[]): T => {
      calls.push([call, ...given.slice(0, argumentCount)]);
      return answer();
    };
  const port = {
    name,
    signatureHeader,
    sourceName: name,
    reserve: noting('reserve', 1, () => says.reserve()),
    charge: noting('charge', 2, () => says.charge()),
    chargeSaved: noting('chargeSaved', 3, () => says.charge()),
    findState: noting('findState', 1, () => says.findState()),
    close: noting('close', 1, () => says.close()),
    readNotification: () => says.readNotification(),
  } as unknown as PaymentPort;
  return { port, says, calls };
}

export type ScriptedProcessor = ReturnType<typeof scriptedProcessor>;

/** How a payment is stored. */
export interface StoredPayment {
  result: number;
  code: number;
  message: string;
  amount: number;
  charged: number | null;
  refunded: number;
  disputed: number;
  onAccount: number;
  isSettled: boolean;
  isReturned: boolean;
  /** Seconds from the start, or from the first answer, until the processor is asked again; null if it is not. */
  askedIn: number | null;
  tries: number;
  processorId: string | null;
}

/** Payments of one customer without HTTP: new invoices, intents, the flow with scripted processors, and what the books say. */
export function paymentBooks(database: Database, { customerId }: TestCustomer, userId: number) {
  const books = ledgerBooks(database, customerId);
  const told: [event: string, cents: number | undefined][] = [];
  const announced: RecordsChange[] = [];
  const counted: string[] = [];
  const metrics = {
    ended: (state: string, method: string) => counted.push(`${state} ${method}`),
    disagreed: () => counted.push('disagreed'),
  } as unknown as PaymentMetrics;
  const flowWith = (...[first, ...others]: [ScriptedProcessor, ...ScriptedProcessor[]]) =>
    new PaymentFlow({
      database,
      ports: [first.port, ...others.map(({ port }) => port)],
      log: createLog('silent'),
      metrics,
      timeoutMs: 5_000,
      mailPayer: async (_, __, event, cents) => void told.push([event, cents]),
      records: { announceRecords: (changes) => void announced.push(...changes) },
    });

  return {
    books,
    flowWith,
    /** Mails, announcements and counts since the last call. */
    news: () => ({ told: told.splice(0), announced: announced.splice(0), counted: counted.splice(0) }),

    /** A pending payment of new invoices, each with its amount and discount. */
    async intend(
      lines: readonly [amountCents: number, discountCents: number][],
      more: { method?: string; processor?: string; hash?: string } = {},
    ) {
      const invoices: number[] = [];
      // One after the other, so that their ids are in the order of the lines.
      for (const [amount, discount] of lines) {
        invoices.push(await books.invoice('2026-10-05', amount + discount, { cents: discount, until: '2049-12-31' }));
      }
      const { method = 'CreditCard', processor = 'bank', hash = randomUUID() } = more;
      const intent: Intent = await database.transaction('system', (transaction) =>
        insertIntent(
          transaction,
          { customerId, userId },
          invoices.map((id, index) => ({ id, amountCents: lines[index]?.[0] ?? 0, discountCents: lines[index]?.[1] ?? 0, credits: [] })),
          {
            contentHash: hash,
            method,
            processor,
            sourceName: 'Test',
            payerEmail: 'payer@example.com',
            payerPhone: '4235550142',
            today: '2026-11-16',
            leaseSeconds: 60,
          },
        ),
      );
      const open = { ...intent, customerNumber: '1', payerEmail: 'payer@example.com', requestId: 'test' };
      return { ...intent, invoices, open };
    },

    async payment(id: number): Promise<StoredPayment> {
      return (await database.read<StoredPayment>(
        'system',
        sql`select json_build_object('result', payment_result, 'code', result_code, 'message', status_message, 'amount', amount_cents,
              'charged', charged_cents, 'refunded', refunded_cents, 'disputed', disputed_cents, 'onAccount', on_account_cents,
              'isSettled', settled_at is not null, 'isReturned', returned_at is not null,
              'askedIn', round(extract(epoch from resolve_after - coalesce(answered_at, started_at))), 'tries', resolve_tries, 'processorId', payment_id) as answer
            from payments where id = ${id}`,
      )) as StoredPayment;
    },

    /** What is open of invoices, and what of it is under way. */
    open: async (invoices: readonly number[]) =>
      Promise.all(
        invoices.map((id) =>
          database.read<[open: number, pending: number]>(
            'system',
            sql`select json_build_array(open_cents, pending_cents) as answer from invoices where id = ${id}`,
          ),
        ),
      ),

    /** What went back of a payment and came again, by invoice, as it is stored for screens and other systems. */
    returns: async (id: number) =>
      database.read<unknown[]>(
        'system',
        sql`select coalesce(json_agg(json_build_array(r.kind, r.amount_cents, (select json_agg(json_build_array(line.invoice_id, line.amount_cents,
              line.discount_cents) order by line.id) from payment_return_lines line where line.return_id = r.id)) order by r.id), '[]') as answer
            from payment_returns r where r.payment_id = ${id}`,
      ),

    /** Reviews and audit entries about a payment in their order, and its events by name. */
    traces: async (id: number) =>
      database.read<{ reviews: string[]; audit: string[]; events: string[] }>(
        'system',
        sql`select json_build_object(
              'reviews', (select coalesce(json_agg(trim(r.reason || ' ' || r.detail) order by r.id), '[]') from payment_reviews r where r.payment_id = p.id),
              'audit', (select coalesce(json_agg(a.action order by a.id), '[]') from audit_log a where a.subject = p.cart_id),
              'events', (select coalesce(json_agg(e.type order by e.type), '[]') from events e where e.data ->> 'cartId' = p.cart_id)) as answer
            from payments p where p.id = ${id}`,
      ),

    change: (id: number, assignments: string) =>
      database.transaction('system', ({ client }) => client.query(`update payments set ${assignments} where id = $1`, [id])),
  };
}
