import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import type { PayingCustomer } from './sample-payment.ts';

const OWNER = 'owner@example.com';

type Prepare = (
  database: Database,
  customerId: number,
  email: string,
) => Promise<{ params?: Record<string, string | number>; body?: Record<string, unknown> }>;

const idOf = async (database: Database, text: string, values: unknown[]): Promise<number> => {
  const { rows } = await database.transaction('system', ({ client }) => client.query<{ id: string }>(text, values));
  return Number(rows[0]?.id);
};

/** Adds a saved card that the processor does not know. */
export function addSavedMethod(database: Database, customerId: number): Promise<number> {
  return idOf(
    database,
    `insert into saved_methods (customer_id, kind, token, name, brand, last_four, expires_on, saved_by)
     select $1, 'card', $2, 'Sample', 'Visa', '4242', '2099-12-31', id from users where email = $3 returning id`,
    [customerId, randomUUID(), OWNER],
  );
}

/** Adds a payment that waits for approval, without invoices: approving it charges nothing. */
async function addPlan(database: Database, customerId: number, email: string): Promise<number> {
  return idOf(
    database,
    `insert into planned_payments (customer_id, kind, state, run_on, method_id, amount_cents, discount_cents, payer_email, requested_by, expires_at)
     select $1, 'scheduled', 'waiting', current_date + 10, $2, 100, 0, email, id, now() + interval '1 day' from users where email = $3 returning id`,
    [customerId, await addSavedMethod(database, customerId), email],
  );
}

/** Adds a rule of autopay that pays nothing. */
async function addAutopay(database: Database, customerId: number): Promise<number> {
  return idOf(
    database,
    `insert into autopay_rules (customer_id, method_id, timing, payment_cap_cents, month_cap_cents, payer_email, created_by)
     select $1, $2, 'due-date', 1, 1, email, id from users where email = $3 returning id`,
    [customerId, await addSavedMethod(database, customerId), OWNER],
  );
}

/** Returns the body of a request to pay one invoice later, with the amount of a day without discounts. */
export async function agreedBody(database: Database, { customerId }: Pick<PayingCustomer, 'customerId'>) {
  const invoice = await database.read<{ number: string; amount: number }>(
    'system',
    sql`select json_build_object('number', i.document_number, 'amount', i.open_cents / 100.0) as answer from invoices i
        where i.customer_id = ${customerId} and i.open_cents > 0 and i.pending_cents = 0
          and (i.discount_cents = 0 or i.discount_expires_on is null or i.discount_expires_on < current_date - 1)
          and not exists (select from planned_payment_invoices l join planned_payments p on p.id = l.planned_payment_id
            where l.invoice_id = i.id and p.state in ('waiting', 'planned', 'running'))
        order by i.id limit 1`,
  );
  if (!invoice) throw new Error(`customer ${customerId} has no invoice to plan`);
  return {
    methodId: await addSavedMethod(database, customerId),
    invoiceNumbers: [invoice.number],
    totalAmountWithDiscount: Number(invoice.amount),
  };
}

/** Makes room: tests call these endpoints more often than an account may have methods and rules. */
export async function endAllMethods(database: Database, customerId: number): Promise<void> {
  await database.transaction('system', async ({ client }) => {
    await client.query('update autopay_rules set stopped_at = now() where customer_id = $1 and stopped_at is null', [customerId]);
    await client.query('update saved_methods set removed_at = now() where customer_id = $1 and removed_at is null', [customerId]);
  });
}

/** Somebody else than the caller, who asked for a payment that the caller may approve. */
const other = (email: string) => (email === OWNER ? 'administrator@example.com' : OWNER);
/** A bank account that waits for its verification, here and at the sandbox. */
const unverified: Prepare = async (database, customerId) => {
  const id = await addSavedMethod(database, customerId);
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ token: string }>("update saved_methods set proof = 'amounts' where id = $1 returning token", [id]),
  );
  const behaviour = { end: 'unverified', onceVerified: { end: 'paid' } };
  // The books of the processor belong to the owner.
  await database.engine.pool.query('insert into sandbox_processor.methods (token, behaviour) values ($1, $2)', [
    rows[0]?.token,
    JSON.stringify(behaviour),
  ]);
  return { params: { id }, body: { amounts: [32, 45] } };
};
const savedMethod: Prepare = async (database, customerId) => ({ params: { id: await addSavedMethod(database, customerId) } });
const madeRoom: Prepare = async (database, customerId) => {
  await endAllMethods(database, customerId);
  return {};
};

/** What the calls about saved methods and planned payments act on. */
export const PAYABLES_SAMPLES: Readonly<Record<string, Prepare>> = {
  // No limit: later calls of the customer would need an approval.
  'payments.set-approval-limit': async () => ({ body: { amount: null } }),
  'payments.save-method': madeRoom,
  'payments.add-autopay': madeRoom,
  'payments.rename-method': savedMethod,
  'payments.verify-method': unverified,
  'payments.remove-method': savedMethod,
  'payments.stop-planned': async (database, customerId, email) => ({ params: { id: await addPlan(database, customerId, email) } }),
  'payments.approve': async (database, customerId, email) => ({ params: { id: await addPlan(database, customerId, other(email)) } }),
  'payments.decline': async (database, customerId, email) => ({ params: { id: await addPlan(database, customerId, other(email)) } }),
  'payments.stop-autopay': async (database, customerId) => ({ params: { id: await addAutopay(database, customerId) } }),
};
