import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StripeServer, startStripeServer } from '#server/adapters/payments/stripe/testing/stripe-server';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { sandboxMoves } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, type PayableInvoice, payableInvoices } from '#server/testing/sample-payment';
import { openServerWorld, type ServerWorld } from '#server/testing/server-process';
import type { ServerProcess } from '#server/testing/start-server';
import { startTestIssuer, type TestIssuer } from '#server/testing/test-issuer';

/** The number of payments. PAYMENT_CRASHES=100 is the long run, with one kill per payment. */
const PAYMENTS = Number(process.env.PAYMENT_CRASHES ?? 8);
/** In the long run one payment is in progress at each kill, otherwise eight. */
const IS_LONG = PAYMENTS > 50;
const AT_ONCE = IS_LONG ? 1 : 8;
/** In the ordinary run the sandbox's charges are killed by `testing/torture/payments.test.ts`. */
const PROCESSORS = IS_LONG ? (['sandbox', 'stripe'] as const) : (['stripe'] as const);
const OWNER = 'owner@example.com';
const SETTLED_WITHIN_MS = 60_000;
const LATENCY_MS = 60;
/** How many times everything is paid again at the end. An invoice that is already paid is refused each time. */
const LAST_ROUNDS = 3;
/** A valid card number that no other test uses, so that we can search for it afterwards. */
const MARKED_CARD = '4539148803436467';
const STRIPE = { secretKey: 'sk_test_crashes', webhookSecret: 'whsec_crashes' };

let issuer: TestIssuer;
let token: string;

beforeAll(async () => {
  issuer = await startTestIssuer();
  token = await issuer.token(OWNER);
});
afterAll(() => issuer?.stop());

/** The part of an invoice that one payment pays: all, the first half, or the rest after it. */
type Part = PayableInvoice & { part: 'whole' | 'half' | 'rest' };

/** Every second invoice is paid in two parts. The rest earns the discount. */
const partsOf = (invoice: PayableInvoice, index: number): Part[] =>
  index % 2 === 0
    ? [{ ...invoice, part: 'whole' }]
    : [
        { ...invoice, part: 'half', discountCents: 0 },
        { ...invoice, part: 'rest' },
      ];

function requestOf(own: TestCustomer, { part, ...invoice }: Part) {
  const half = Math.floor(invoice.openCents / 2);
  const openCents = { whole: invoice.openCents, half, rest: invoice.openCents - half }[part];
  const request = cardRequest(own, [{ ...invoice, openCents }], MARKED_CARD);
  const [line] = request.metadata.invoices;
  if (line && part === 'half') line.openAmount = invoice.openCents / 100;
  return request;
}

/** Sends a payment. Returns undefined if the server dies before it responds. */
async function send(server: ServerProcess, own: TestCustomer, part: Part): Promise<number | undefined> {
  const answer = await fetch(`${server.url}/api/payments/initiate?globalCustomerNumber=${own.globalCustomerNumber}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(requestOf(own, part)),
  }).catch(() => undefined);
  return answer?.status;
}

async function untilSettled(server: ServerProcess): Promise<void> {
  const deadline = Date.now() + SETTLED_WITHIN_MS;
  const isSettled = async () => (await (await fetch(`${server.url}/metrics`)).text()).includes('payments_unresolved 0');
  while (!(await isSettled())) {
    if (Date.now() > deadline) throw new Error('payments are still without an end');
    await pause(200);
  }
}

/** Amounts in cents by cart id. */
type Books = Record<string, number>;

const ourBooks = (database: Database) =>
  database.read<Books>(
    'system',
    sql`select coalesce(json_object_agg(cart_id, amount_cents), '{}') as answer from payments where payment_result = 1 and idempotency_key is not null`,
  );
/** Pays what is left, one invoice at a time: on a busy machine some charges time out at the processor and are refused. */
async function payTheRest(server: ServerProcess, own: TestCustomer, parts: readonly Part[]): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = [];
  for (let round = 0; round < LAST_ROUNDS; round++) {
    for (const part of parts) statuses.push(await send(server, own, part));
    await untilSettled(server);
  }
  return statuses;
}

/** Pays, kills and restarts the server until all payments were started. Resends everything after each kill, like users who reload. */
async function payAndKill(world: ServerWorld, own: TestCustomer, invoices: PayableInvoice[], env: Record<string, string>): Promise<string> {
  let server = await world.start(env);
  let output = '';
  const statuses: (number | undefined)[] = [];
  for (let begun = 0; begun < PAYMENTS; begun += AT_ONCE) {
    const parts = invoices.map(partsOf).slice(begun, begun + AT_ONCE);
    const firsts = parts.flatMap(([first]) => first ?? []);
    const sending = firsts.map((part) => send(server, own, part));
    await pause(Math.random() * LATENCY_MS * 8);
    await server.kill();
    statuses.push(...(await Promise.all(sending)));
    output += server.output();
    server = await world.start(env);
    statuses.push(...(await Promise.all(firsts.map((part) => send(server, own, part)))));
  }
  await untilSettled(server);
  statuses.push(...(await payTheRest(server, own, invoices.flatMap(partsOf))));
  output += server.output();
  await server.stop();
  expect(statuses.filter((status) => status !== undefined && status >= 500)).toEqual([]);
  return output;
}

describe.each(PROCESSORS)(
  'kill -9 during payments with the %s processor',
  (processor) => {
    let world: ServerWorld;
    let stripe: StripeServer;

    beforeAll(async () => {
      world = await openServerWorld();
      stripe = await startStripeServer(STRIPE.secretKey);
      stripe.latencyMs = LATENCY_MS / 2;
    });
    afterAll(async () => {
      await stripe?.stop();
      await world?.remove();
    });

    it('APY-02 leaves the books of both sides equal: nothing charged twice, nothing unrecorded, no card in the log, also of parts', async () => {
      const { own, invoices } = await world.inspect(async (database) => {
        const [customer] = (await customersOf(database, OWNER)) as [TestCustomer];
        // Reopens all invoices, so that there are enough to pay.
        await database.transaction('system', ({ orm }) =>
          orm.execute(sql`delete from payment_invoices where customer_id = ${customer.customerId}`),
        );
        return { own: customer, invoices: await payableInvoices(database, customer, PAYMENTS) };
      });
      const output = await payAndKill(world, own, invoices, {
        ...issuer.env,
        LOG_LEVEL: 'trace',
        PAYMENT_TIMEOUT_SECONDS: '1',
        // Payments interrupted by a kill count as pending. A high limit keeps them from delaying the others.
        PAYMENT_FAILURES_PER_USER: '1000',
        PAYMENT_FAILURES_PER_ACCOUNT: '1000',
        SANDBOX_LATENCY_MS: String(LATENCY_MS),
        ...(processor === 'stripe'
          ? { STRIPE_SECRET_KEY: STRIPE.secretKey, STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret, STRIPE_API_URL: stripe.url }
          : {}),
      });

      const { ours, moves, paidTwice, unpaid } = await world.inspect(async (database) => ({
        ours: await ourBooks(database),
        moves: processor === 'stripe' ? stripe.captures : await sandboxMoves(database),
        paidTwice: await database.read(
          'system',
          sql`select count(*) as answer from (
        select invoice_id from payment_invoices where payment_result <> 0 group by invoice_id having count(*) > 2) as twice`,
        ),
        unpaid: await database.read(
          'system',
          sql`select count(*) as answer from invoices where id = any(string_to_array(${invoices
            .map((invoice) => invoice.id)
            .join(',')}, ',')::bigint[]) and paid_cents < total_cents`,
        ),
      }));
      expect(Object.fromEntries(moves.map((move) => [move.cartId, move.amountCents]))).toEqual(ours);
      expect(moves, 'every invoice was charged once, or once for each part').toHaveLength(invoices.flatMap(partsOf).length);
      expect(Number(paidTwice)).toBe(0);
      expect(Number(unpaid)).toBe(0);
      expect(output).not.toContain(MARKED_CARD);
    });
  },
  900_000,
);
