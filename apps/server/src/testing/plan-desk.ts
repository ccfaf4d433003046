import { listPlannedPayments, type PlannedPayment, schedulePayment } from '@yardage/contract/planned-payments';
import { saveMethod } from '@yardage/contract/saved-methods';
import { dayAt } from '@yardage/domain/dates';
import { sql } from '#server/database/drizzle';
import { untilDayIsLong } from './day-left.ts';
import { paymentDesk } from './payment-desk.ts';
import { customersOf, type TestCustomer } from './sample-call.ts';
import { cardRequest, type PayableInvoice, TEST_CARDS } from './sample-payment.ts';
import type { TestApp } from './test-app.ts';

export const OWNER = 'owner@example.com';
export const ADMINISTRATOR = 'administrator@example.com';
export const PAYABLES = 'payables@example.com';

export type PlanDesk = Awaited<ReturnType<typeof openPlanDesk>>;

/** Common steps of the tests of planned payments, for one customer with invoices of its own. */
export async function openPlanDesk(app: TestApp) {
  const [own] = (await customersOf(app.database, PAYABLES)) as [TestCustomer];
  const params = { globalCustomerNumber: own.globalCustomerNumber };
  const run = (statement: ReturnType<typeof sql>) => app.database.transaction('system', ({ orm }) => orm.execute(statement));
  const read = async <T>(statement: ReturnType<typeof sql>) => (await app.database.read<T>('system', statement)) as T;
  const desk = paymentDesk(app, own, OWNER);
  const timeZone = await read<string>(sql`select time_zone as answer from data_sources where id = ${own.datasourceId}`);
  await untilDayIsLong(timeZone);
  const today = dayAt(new Date(), timeZone);
  // Enough invoices for all tests, without discounts: their amount is the same on every day.
  await run(sql`insert into invoices (customer_id, document_number, document_date, due_date, batch_number, sales_cents, tax_cents, total_cents, discount_cents)
    select ${own.customerId}, 'PLAN' || n, ${today}::date, '2045-01-01', 'PLAN', 10000 + n, 0, 10000 + n, 0 from generate_series(1, 40) n`);

  const agreed = (methodId: number, invoices: readonly PayableInvoice[]) => ({
    methodId,
    invoiceNumbers: invoices.map(({ invoiceNumber }) => invoiceNumber),
    totalAmountWithDiscount: invoices.reduce((sum, { openCents, discountCents }) => sum + openCents - discountCents, 0) / 100,
  });

  return {
    own,
    params,
    desk,
    timeZone,
    today,
    run,
    read,
    agreed,

    /** Ends the plans of earlier tests, and removes rules and limits. */
    async clear(): Promise<void> {
      await run(
        sql`update planned_payments set state = 'stopped', end_reason = 'by-hand', ended_at = now() where state in ('waiting', 'planned')`,
      );
      await run(sql`update autopay_rules set stopped_at = now() where stopped_at is null`);
      await run(sql`delete from approval_limits`);
    },

    /** The configured hour of a day at the data source, as a moment. */
    hourOf: (day: string): Promise<Date> =>
      read<string>(sql`select ((${day}::date + interval '8 hours') at time zone ${timeZone}::text) as answer`).then(
        (moment) => new Date(moment),
      ),

    /** Invoices without payments or plans. */
    invoicesToPlan: (count: number): Promise<PayableInvoice[]> =>
      read<PayableInvoice[]>(sql`select json_agg(line) as answer from (
        select i.id, i.document_number as "invoiceNumber", i.open_cents as "openCents", 0 as "discountCents" from invoices i
        where i.customer_id = ${own.customerId} and i.document_number like 'PLAN%' and i.paid_cents + i.pending_cents = 0
          and not exists (select from planned_payment_invoices l where l.invoice_id = i.id)
        order by i.id limit ${count}) as line`),

    /** Saves a card in place of all others, and returns its id. */
    async method(number: string = TEST_CARDS.approved): Promise<number> {
      const { paymentMethod, paymentDetails } = cardRequest(own, [], number);
      await run(sql`update saved_methods set removed_at = now() where removed_at is null`);
      return (await app.call(saveMethod, { as: OWNER, params, body: { paymentMethod, paymentDetails } })).body.id as number;
    },

    schedule: (methodId: number, invoices: readonly PayableInvoice[], runOn: string, as = PAYABLES) =>
      app.call(schedulePayment, { as, params, body: { ...agreed(methodId, invoices), runOn } }),

    find: async (id: number, view: 'open' | 'past' = 'past'): Promise<PlannedPayment | undefined> =>
      ((await app.call(listPlannedPayments, { as: OWNER, params, query: { view } })).body as PlannedPayment[]).find(
        (plan) => plan.id === id,
      ),

    mailsAbout: (id: number) =>
      read<string[]>(sql`select coalesce(json_agg((document_reference ->> 'event') || ' ' || to_addresses[1] order by id), '[]') as answer
        from outgoing_mails where document_kind = 'planned-payment' and (document_reference ->> 'id')::bigint = ${id}`),

    /** Gives a member of the account another role. */
    setRole: (email: string, role: string) =>
      run(
        sql`update members set role_id = (select id from roles where name = ${role}) where customer_id = ${own.customerId} and email = ${email}`,
      ),

    charges: async (cartId: string | undefined): Promise<number> => (await desk.processorBooks())[cartId ?? '']?.length ?? 0,
  };
}

export const minute = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000);
