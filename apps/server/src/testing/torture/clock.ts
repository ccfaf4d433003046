import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS } from '@yardage/domain/durations';
import { openSandbox } from '#server/adapters/payments/sandbox/sandbox.payments';
import { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { openEngine } from '#server/database/engine';
import { customersOf, type TestCustomer } from '../sample-call.ts';
import { cardRequest } from '../sample-payment.ts';
import { Fleet } from './fleet.ts';
import { addInvoices } from './payment-losses.ts';
import { type Fault, type Ground, lossesOf, type Report, type TortureOptions, until } from './torture.ts';

const OWNER = 'owner@example.com';
const HOUR = 8;
/** The days on which clocks go forward and back, and an ordinary day. */
const DAYS = ['2027-03-14', '2027-11-07', '2027-07-01'];
const PLANS = 12;
/** A little more than the five seconds between two looks for due payments. */
const LOOK_MS = 6_000;
const PAID_WITHIN_MS = 60_000;

/** The payments' hour is that of New York in winter, on every day and everywhere. */
export const CLOCK_FAULT: Fault = {
  file: 'features/planned-payments/planned-runs.queries.ts',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is source text.
  from: 'sql`((p.run_on + make_interval(hours => ${hour})) at time zone d.time_zone)`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is source text.
  to: "sql`((p.run_on + make_interval(hours => ${hour} + 5)) at time zone 'UTC')`",
  finds: /not made at their hour/,
};

/**
 * The clocks of two workers are moved to days on which daylight saving begins or ends. Planned payments must be made at eight o'clock at the
 * data source, not an hour earlier or later, and once, although both workers are killed at that moment (APY-06).
 */
export async function tortureClock(ground: Ground, { isLong, fault }: TortureOptions): Promise<Report> {
  const engine = await openEngine({ databaseUrl: ground.databaseUrl, dataDir: '', poolSize: 4 });
  const database = new Database(engine);
  const losses: string[] = [];
  const days = isLong ? DAYS : DAYS.slice(0, 1);
  let kills = 0;
  try {
    const [own] = (await customersOf(database, OWNER)) as [TestCustomer];
    const methodId = await saveMethod(database, own);
    const invoices = await addInvoices(database, own.customerId, PLANS * DAYS.length);
    const start = (at: number) =>
      Fleet.start(
        ground,
        ['worker', 'worker'],
        { PAYMENT_HOUR: String(HOUR), SANDBOX_LATENCY_MS: '200', MOVED_CLOCK: new Date(at).toISOString() },
        fault,
      );
    for (const [index, day] of days.entries()) {
      const ids = invoices.slice(index * PLANS, (index + 1) * PLANS).map(({ id }) => id);
      const dueAt = await plan(database, own, { day, methodId, ids });
      // An hour earlier nothing may happen, nor in the last seconds before. Their clocks run while processes start, which takes long on a
      // busy machine.
      let startMs = 0;
      for (const least of [HOUR_MS - 60_000, LOOK_MS * 3]) {
        const early = Math.max(least, LOOK_MS * 2 + startMs * 3);
        const startedAt = Date.now();
        const fleet = await start(dueAt - early);
        startMs = Date.now() - startedAt;
        await pause(LOOK_MS);
        const started = await startedOf(database, day);
        const isInTime = Date.now() - startedAt < early;
        if (isInTime) losses.push(...lossesOf(`${day}: payments made up to ${Math.round(early / 1000)} seconds too early`, started));
        else losses.push(`${day}: the machine was too slow to look before the hour`);
        await fleet.stop();
      }
      const fleet = await start(dueAt - 1_000);
      for (let kill = 0; kill < 2; kill += 1) {
        await pause(1_500);
        await fleet.killNext();
      }
      const isPaid = await until(async () => (await unpaidOf(database, day)) === 0, PAID_WITHIN_MS, 250);
      kills += fleet.kills;
      await fleet.stop();
      if (!isPaid) losses.push(`${day}: ${await unpaidOf(database, day)} payments were not made at their hour`);
    }
    return {
      figures: { kills, days: days.join(', '), payments: PLANS * days.length },
      losses: [...losses, ...(await twicePaid(database))],
    };
  } finally {
    await engine.close();
  }
}

async function saveMethod(database: Database, own: TestCustomer): Promise<number> {
  const sandbox = await openSandbox(database, { settleSeconds: 1, slowSeconds: 1, downSeconds: 1, latencyMs: 0 });
  const { paymentDetails } = cardRequest(own, []);
  const owner = { customerNumber: own.customerNumber, email: OWNER };
  const { token } = await sandbox.saveMethod({ kind: 'card', details: paymentDetails }, owner, AbortSignal.timeout(10_000));
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      `insert into saved_methods (customer_id, kind, token, name, brand, last_four, expires_on, saved_by)
       select $1, 'card', $2, 'Torture', 'Visa', '4242', '2099-12-31', id from users where email = $3 returning id`,
      [own.customerId, token, OWNER],
    ),
  );
  return Number(rows[0]?.id);
}

/** Plans one payment per invoice for a day, and returns the moment at which they are due. */
async function plan(
  database: Database,
  own: TestCustomer,
  { day, methodId, ids }: { day: string; methodId: number; ids: number[] },
): Promise<number> {
  await database.transaction('system', ({ client }) =>
    client.query(
      `with plans as (
         insert into planned_payments (customer_id, kind, state, run_on, method_id, amount_cents, discount_cents, payer_email, requested_by, announced_at)
         select $1, 'scheduled', 'planned', $2::date, $3, i.total_cents, 0, u.email, u.id, now() from invoices i, users u
         where i.id = any ($4::bigint[]) and u.email = $5 returning id, amount_cents)
       insert into planned_payment_invoices (planned_payment_id, invoice_id, customer_id, amount_cents, discount_cents)
       select plans.id, i.id, $1, i.total_cents, 0 from plans join invoices i on i.id = any ($4::bigint[]) and i.total_cents = plans.amount_cents`,
      [own.customerId, day, methodId, ids, OWNER],
    ),
  );
  const moment = await database.read<string>(
    'system',
    sql`select extract(epoch from (${day}::date + make_interval(hours => ${HOUR})) at time zone d.time_zone)::text as answer
        from data_sources d where d.id = ${own.datasourceId}`,
  );
  return Number(moment) * 1000;
}

const startedOf = async (database: Database, day: string): Promise<string[]> =>
  (await database.read<string[]>(
    'system',
    sql`select coalesce(json_agg(id || ' ' || state), '[]') as answer from planned_payments where run_on = ${day}::date and state <> 'planned'`,
  )) ?? [];

/** Counts the plans without a payment. Those that did not reach the processor are tried again at once instead of ten minutes later. */
async function unpaidOf(database: Database, day: string): Promise<number> {
  await database.transaction('system', ({ orm }) =>
    orm.execute(
      sql`update planned_payments set next_try_at = null where run_on = ${day}::date and state = 'planned' and next_try_at is not null`,
    ),
  );
  return Number(
    await database.read('system', sql`select count(*) as answer from planned_payments where run_on = ${day}::date and state <> 'paid'`),
  );
}

async function twicePaid(database: Database): Promise<string[]> {
  const { rows } = await database.engine.pool.query<{ reference: string }>(
    `select o.reference from sandbox_processor.orders o join sandbox_processor.entries e using (payment_id) group by 1 having count(*) > 1`,
  );
  const invoices = await database.read<string[]>(
    'system',
    sql`select coalesce(json_agg(document_number), '[]') as answer from invoices i where i.document_number like 'TORTURE%' and i.paid_cents > 0
        and 1 <> (select count(*) from payment_invoices a where a.invoice_id = i.id and a.payment_result = 1)`,
  );
  return [...lossesOf('charged twice', rows), ...lossesOf('invoices without exactly one payment', invoices ?? [])];
}
