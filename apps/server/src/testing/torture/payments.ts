import { setTimeout as pause } from 'node:timers/promises';
import { dayAt } from '@yardage/domain/dates';
import { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { openEngine } from '#server/database/engine';
import { customersOf, type TestCustomer } from '../sample-call.ts';
import { cardRequest } from '../sample-payment.ts';
import { Fleet, type Role } from './fleet.ts';
import { type Payers, PaymentLoad } from './payment-load.ts';
import { addInvoices, compareBooks, countPaidPlans, countUnderWay, openInvoices } from './payment-losses.ts';
import { type Fault, type Ground, lossesOf, type Report, type TortureOptions } from './torture.ts';

const PAYER = 'payables@example.com';
const APPROVERS = ['owner@example.com', 'administrator@example.com'] as const;
const SETTLED_WITHIN_MS = 90_000;
/** How often what is open again, because its money came back, is paid once more. */
const LAST_ROUNDS = 4;

/** Payments that are under way when a process dies count as failed, without the processor being asked. */
export const PAYMENT_FAULT: Fault = {
  file: 'features/payments/payment-flow.service.ts',
  from: 'if (!processorPaymentId) return this.#endUnsent(id);',
  to: 'return this.#record(id, { state: "failed", statusCode: FAILED_CODES.notReached, message: STORED_STATUS.notReached }, {});',
  finds: /differs at the processor/,
};

/** Somebody else has just paid, planned or decided the same. */
export const EXPECTED_REFUSALS = ['cart-changed', 'invoice-not-payable', 'conflict'];

export const PAYMENT_ENV = {
  SANDBOX_LATENCY_MS: '120',
  SANDBOX_SETTLE_SECONDS: '1',
  PAYMENT_TIMEOUT_SECONDS: '2',
  // Planned payments of today are due at once.
  PAYMENT_HOUR: '0',
  PAYMENT_FAILURES_PER_USER: '1000000',
  PAYMENT_FAILURES_PER_ACCOUNT: '1000000',
};

/**
 * People pay in every way while two web processes and two workers are killed 100 times, about every three seconds (a kill waits until
 * another process of its role runs). In the end the processor's books must equal ours, no invoice may be over-paid and nothing may be
 * left open (APY-02, APY-06, APY-07).
 */
export async function torturePayments(ground: Ground, { isLong, fault }: TortureOptions): Promise<Report> {
  const engine = await openEngine({ databaseUrl: ground.databaseUrl, dataDir: '', poolSize: 4 });
  const database = new Database(engine);
  const roles: Role[] = ['web', 'web', 'worker', ...(isLong || fault ? ['worker' as const] : [])];
  const fleet = await Fleet.start(ground, roles, PAYMENT_ENV, fault);
  try {
    const payers = await payersOf(ground, database, fleet);
    const invoices = await addInvoices(database, payers.own.customerId, isLong ? 4000 : 400);
    const load = new PaymentLoad(fleet, payers, invoices);
    const stop = new AbortController();
    const paying = load.run(stop.signal);
    const startedAt = Date.now();
    // The planted fault shows only if a process dies in the middle of a charge.
    await fleet.killMany(isLong ? 100 : fault ? 24 : 2, isLong ? 1000 : 600);
    const seconds = (Date.now() - startedAt) / 1000;
    stop.abort();
    await fleet.whole();
    await paying;
    const invoiceIds = load.used.map(({ id }) => id);
    const losses = await payTheRest(database, load, payers, invoiceIds);
    const compared = await compareBooks(database, { invoiceIds, acknowledged: load.acknowledged });
    const plans = await countPaidPlans(database);
    return {
      figures: {
        kills: fleet.kills,
        'seconds of kills': seconds.toFixed(0),
        'starts that failed': fleet.failedStarts.join(' ') || 0,
        invoices: invoiceIds.length,
        payments: compared.payments,
        charges: compared.charges,
        'answered as paid': load.acknowledged.size,
        'paid by schedule, by approval': `${plans.scheduled}, ${plans.approval}`,
        refusals: [...load.refusals].map(([code, count]) => `${count} ${code}`).join(', ') || 'none',
      },
      losses: [
        ...losses,
        ...compared.losses,
        ...lossesOf(
          'calls that were refused for no reason',
          [...load.refusals].filter(([code]) => !EXPECTED_REFUSALS.includes(code)).map(([code, count]) => `${count} ${code}`),
        ),
        ...(plans.scheduled > 0 ? [] : ["nobody's schedule was paid"]),
        ...(plans.approval > 0 && load.approvals > 0 ? [] : ['nothing was paid by approval']),
      ],
    };
  } finally {
    await fleet.stop();
    await engine.close();
  }
}

/** Reads who pays, and saves a card. */
export async function payersOf({ issuer }: Ground, database: Database, fleet: Fleet): Promise<Payers> {
  const [own] = (await customersOf(database, PAYER)) as [TestCustomer];
  const [payer = '', first = '', second = ''] = await Promise.all([PAYER, ...APPROVERS].map((email) => issuer.token(email)));
  const { paymentMethod, paymentDetails } = cardRequest(own, []);
  const body = { paymentMethod, paymentDetails };
  const saved = await fleet.call(`/payments/${own.globalCustomerNumber}/methods`, { token: first, body });
  if (saved?.status !== 200) throw new Error(`the card was not saved: ${JSON.stringify(saved)}`);
  const timeZone = await database.read<string>('system', sql`select time_zone as answer from data_sources where id = ${own.datasourceId}`);
  return {
    own,
    tokens: { payer, approvers: [first, second] },
    methodId: saved.body.id,
    today: dayAt(new Date(), timeZone ?? 'UTC'),
  };
}

/** Waits until nothing is under way, and pays what is still or again open. */
export async function payTheRest(database: Database, load: PaymentLoad, { own }: Payers, invoiceIds: readonly number[]): Promise<string[]> {
  for (let round = 0; ; round += 1) {
    const deadline = Date.now() + SETTLED_WITHIN_MS;
    for (let left = await countUnderWay(database); left > 0; left = await countUnderWay(database)) {
      if (Date.now() > deadline) return [`${left} payments, plans or news of the processor are still under way`];
      await pause(250);
    }
    const open = await openInvoices(database, invoiceIds);
    if (open.length === 0 || round === LAST_ROUNDS) return [];
    for (const invoice of open) await load.pay(cardRequest(own, [invoice]));
  }
}
