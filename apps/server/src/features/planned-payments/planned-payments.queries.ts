import { PLANNED_LISTED, type PlannedView } from '@yardage/contract/lists';
import type { PlannedEndReason, PlannedPayment, PlannedState } from '@yardage/contract/planned-payments';
import { PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { Database, Member, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { dollars, isoMillisecond, jsonObject } from '#server/database/sql';
import { plannedPayments } from '#server/database/tables/payables';
import { isEmptyWithout } from '#server/features/carts/carts.queries';
import type { LockedInvoice } from '#server/features/payments/payment-intents.queries';
import type { UsedCredit } from '#server/features/payments/payment-request';

const nameOf = (column: string): SQL =>
  sql.raw(`(select m.first_name || ' ' || m.last_name from members m
    where m.user_id = p.${column} and m.customer_id = p.customer_id limit 1)`);

/** Whether the payment that the plan `p` made was returned or refunded since. */
export const isReturned: SQL = sql`(p.state = 'paid' and exists (select from payments made where made.id = p.payment_id
  and made.payment_result = ${sql.raw(String(PAYMENT_RESULTS.unpaid))}))`;

/** Whether the planned payment `p` can still be made. */
const IS_OPEN = sql.raw("p.state in ('waiting', 'planned', 'running')");

const plannedJson = ({ userId }: Member) =>
  jsonObject({
    id: sql`p.id`,
    kind: sql`p.kind`,
    state: sql`case when ${isReturned} then 'returned' else p.state end`,
    runOn: sql`p.run_on`,
    method: sql`(select json_build_object('id', s.id, 'name', s.name, 'brand', s.brand, 'lastFour', s.last_four)
      from saved_methods s where s.id = p.method_id)`,
    amount: dollars(sql`p.amount_cents`),
    discount: dollars(sql`p.discount_cents`),
    invoices: sql`(select coalesce(json_agg(json_build_object('invoiceNumber', i.document_number, 'amount', ${dollars(sql`l.amount_cents + l.credit_cents`)},
        'discount', ${dollars(sql`l.discount_cents`)}) order by i.document_date, i.id), '[]')
      from planned_payment_invoices l join invoices i on i.id = l.invoice_id where l.planned_payment_id = p.id)`,
    creditAmount: dollars(
      sql`(select coalesce(sum(promise.amount_cents), 0) from planned_payment_credits promise where promise.planned_payment_id = p.id)`,
    ),
    credits: sql`(select coalesce(json_agg(json_build_object('creditNumber', r.document_number, 'amount', ${dollars(sql`promise.amount_cents`)})
        order by r.document_date, r.id), '[]')
      from planned_payment_credits promise join credits r on r.id = promise.credit_id where promise.planned_payment_id = p.id)`,
    // Somebody who was removed from the account has no name here, so the mail address stands for it.
    requestedBy: sql`coalesce(${nameOf('requested_by')}, p.payer_email)`,
    requestedAt: isoMillisecond(sql`p.requested_at`),
    isOwn: sql`p.requested_by = ${userId}`,
    expiresAt: isoMillisecond(sql`p.expires_at`),
    decidedBy: sql`case when p.state = 'declined' then ${nameOf('ended_by')} else ${nameOf('approved_by')} end`,
    decidedAt: isoMillisecond(sql`p.decided_at`),
    endReason: sql`p.end_reason`,
    note: sql`p.note`,
    endedAt: isoMillisecond(sql`p.ended_at`),
    payment: sql`(select json_build_object('cartId', made.cart_id, 'amount', ${dollars(sql`coalesce(made.charged_cents, made.amount_cents)`)},
        'creditAmount', ${dollars(sql`made.credit_cents`)}, 'statusMessage', made.status_message)
      from payments made where made.id = p.payment_id)`,
  });

/** Returns the payments to come in the order of their days, or those that are over, the last ones first. */
export async function listPlanned(database: Database, actor: Member, view: PlannedView): Promise<string> {
  const json = plannedJson(actor);
  const chosen =
    view === 'open'
      ? sql`where p.customer_id = ${actor.customerId} and ${IS_OPEN} order by p.run_on, p.id limit ${PLANNED_LISTED.open}`
      : sql`where p.customer_id = ${actor.customerId} and not (${IS_OPEN}) order by p.ended_at desc, p.id desc limit ${PLANNED_LISTED.past}`;
  const list = await database.read(
    actor,
    sql`select coalesce(json_agg(line.json), '[]')::text as answer from (select ${json} as json from planned_payments p ${chosen}) as line`,
  );
  return list as string;
}

/** Returns how many payments are to come and how many are over, as JSON. */
export async function countPlanned(database: Database, actor: Member): Promise<string> {
  const counts = await database.read(
    actor,
    sql`select json_build_object('open', count(*) filter (where ${IS_OPEN}), 'past', count(*) filter (where not (${IS_OPEN})))::text as answer
        from planned_payments p where p.customer_id = ${actor.customerId}`,
  );
  return counts as string;
}

/** Returns one planned payment as it is listed. */
export async function findPlanned({ orm }: Transaction, actor: Member, id: number): Promise<PlannedPayment | undefined> {
  const { rows } = await orm.execute<{ answer: PlannedPayment }>(
    sql`select ${plannedJson(actor)} as answer from planned_payments p where p.id = ${id} and p.customer_id = ${actor.customerId}`,
  );
  return rows[0]?.answer;
}

/** An invoice of a plan; with `partCents`, only that much of it is to be paid, before the discount. */
export interface PlannedInvoice extends LockedInvoice {
  partCents?: number | undefined;
  /** What credits cover of it. */
  creditCents?: number | undefined;
}

export type NewPlan = Pick<
  typeof plannedPayments.$inferInsert,
  'kind' | 'state' | 'runOn' | 'methodId' | 'payerEmail' | 'ruleId' | 'part' | 'endReason'
> & { expiresAt: SQL | null; state: PlannedState; endReason?: PlannedEndReason };

/** Stores a planned payment with what may be paid of each invoice and used of each credit, and takes both out of the cart. */
export async function insertPlan(
  { orm }: Transaction,
  actor: Member,
  plan: NewPlan,
  invoices: readonly PlannedInvoice[],
  credits: readonly UsedCredit[],
): Promise<number> {
  const total = (of: (invoice: PlannedInvoice) => number) => invoices.reduce((sum, invoice) => sum + of(invoice), 0);
  const [stored] = await orm
    .insert(plannedPayments)
    .values({
      ...plan,
      customerId: actor.customerId,
      requestedBy: actor.userId,
      amountCents: total(({ amountCents, discountCents, creditCents = 0 }) => amountCents - discountCents - creditCents),
      discountCents: total(({ discountCents }) => discountCents),
      ...(plan.endReason ? { endedAt: sql`now()` } : {}),
    })
    .returning({ id: plannedPayments.id });
  if (!stored) throw new Error('the planned payment was not stored');
  const lines = JSON.stringify(invoices);
  await orm.execute(
    sql`insert into planned_payment_invoices (planned_payment_id, invoice_id, customer_id, amount_cents, discount_cents, part_cents, credit_cents)
        select ${stored.id}, line.id, ${actor.customerId}, line."amountCents" - line."discountCents" - coalesce(line."creditCents", 0),
          line."discountCents", line."partCents", coalesce(line."creditCents", 0)
        from json_to_recordset(${lines}::json)
          as line(id bigint, "amountCents" bigint, "discountCents" bigint, "partCents" bigint, "creditCents" bigint)`,
  );
  const promises = JSON.stringify(credits);
  await orm.execute(
    sql`insert into planned_payment_credits (planned_payment_id, credit_id, customer_id, amount_cents)
        select ${stored.id}, line.id, ${actor.customerId}, line.cents from json_to_recordset(${promises}::json) as line(id bigint, cents bigint)`,
  );
  if (plan.endReason) return stored.id;
  await orm.execute(
    sql`with planned as (
          delete from cart_invoices where customer_id = ${actor.customerId} and invoice_id in (
            select line.id from json_to_recordset(${lines}::json) as line(id bigint)))
        delete from cart_credits where customer_id = ${actor.customerId} and (
          credit_id in (select line.id from json_to_recordset(${promises}::json) as line(id bigint))
          or ${isEmptyWithout(actor, sql`select line.id from json_to_recordset(${lines}::json) as line(id bigint)`)})`,
  );
  return stored.id;
}

/** The end of the time in which a payment without a day of its own can be approved. */
export const IN_A_WEEK: SQL = sql`now() + interval '7 days'`;

/** The end of a day at the customer's data source, which ends the time in which a payment of that day can be approved. */
export const endOfDayOf = ({ customerId }: Pick<Member, 'customerId'>, day: string): SQL =>
  sql`(select ((${day}::date + 1)::timestamp at time zone d.time_zone) from customers c join data_sources d on d.id = c.data_source_id
    where c.id = ${customerId})`;

/** Returns the numbers of those invoices that another planned payment is going to pay. Call it after locking them. */
export async function findPlannedTwice({ orm }: Transaction, invoices: readonly LockedInvoice[]): Promise<string[]> {
  const ids = invoices.map(({ id }) => id).join(',');
  const { rows } = await orm.execute<{ document_number: string }>(
    sql`select distinct i.document_number from planned_payment_invoices l join planned_payments p on p.id = l.planned_payment_id
        join invoices i on i.id = l.invoice_id
        where l.invoice_id = any(string_to_array(${ids}, ',')::bigint[]) and ${IS_OPEN} order by 1`,
  );
  return rows.map((row) => row.document_number);
}

/** A planned payment whose state is about to change. */
export interface LockedPlan {
  id: number;
  kind: PlannedPayment['kind'];
  state: PlannedState;
  runOn: string;
  requestedBy: number;
  isExpired: boolean;
}

/** Locks a planned payment until the transaction ends. Waits for a run that has just begun. */
export async function lockPlan({ orm }: Transaction, actor: Member, id: number): Promise<LockedPlan | undefined> {
  const { rows } = await orm.execute<{
    kind: LockedPlan['kind'];
    state: PlannedState;
    run_on: string;
    requested_by: string;
    is_expired: boolean;
  }>(
    sql`select kind, state, to_char(run_on, 'YYYY-MM-DD') as run_on, requested_by, coalesce(expires_at <= now(), false) as is_expired
        from planned_payments where id = ${id} and customer_id = ${actor.customerId} for update`,
  );
  const [row] = rows;
  return (
    row && { id, kind: row.kind, state: row.state, runOn: row.run_on, requestedBy: Number(row.requested_by), isExpired: row.is_expired }
  );
}

/** Notes that a second person approved a planned payment, so that it can run. A payment without a day of its own runs at once. */
export async function approvePlan({ orm }: Transaction, actor: Member, { id, kind }: LockedPlan, today: string): Promise<void> {
  const runOn = kind === 'approval' ? sql`${today}::date` : sql`run_on`;
  await orm.execute(
    sql`update planned_payments set state = 'planned', approved_by = ${actor.userId}, decided_at = now(), run_on = ${runOn}
        where id = ${id} and customer_id = ${actor.customerId}`,
  );
}

/** Ends a planned payment that will not be made. */
export async function endPlan(
  { orm }: Transaction,
  id: number,
  end: { state: PlannedState; reason: PlannedEndReason; endedBy: number | null; note?: string },
): Promise<void> {
  const decidedAt = end.state === 'declined' ? sql`now()` : sql`decided_at`;
  await orm.execute(
    sql`update planned_payments set state = ${end.state}, end_reason = ${end.reason}, ended_at = now(), ended_by = ${end.endedBy},
          note = ${end.note ?? null}, decided_at = ${decidedAt} where id = ${id}`,
  );
}

/** Stops the payments to come that use a method or belong to a rule. Returns their ids. */
export async function stopPlansOf(
  { orm }: Transaction,
  actor: Member,
  by: { methodId: number } | { ruleId: number },
  reason: PlannedEndReason,
): Promise<number[]> {
  const used = 'methodId' in by ? sql`method_id = ${by.methodId}` : sql`rule_id = ${by.ruleId}`;
  const { rows } = await orm.execute<{ id: string }>(
    sql`update planned_payments set state = 'stopped', end_reason = ${reason}, ended_at = now(), ended_by = ${actor.userId}
        where customer_id = ${actor.customerId} and ${used} and state in ('waiting', 'planned') returning id`,
  );
  return rows.map(({ id }) => Number(id));
}

/** Returns the address of the person who planned a payment. */
export async function findMaker({ orm }: Transaction, id: number): Promise<string | undefined> {
  const { rows } = await orm.execute<{ payer_email: string }>(sql`select payer_email from planned_payments where id = ${id}`);
  return rows[0]?.payer_email;
}
