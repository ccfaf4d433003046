import { MAX_CART_CREDITS } from '@yardage/contract/carts';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { AutopayRule, AutopayTiming } from '@yardage/contract/planned-payments';
import type { PartDiscountRule } from '#server/config';
import type { Database, Member, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { dollars, isoMillisecond, jsonObject } from '#server/database/sql';
import { autopayRules } from '#server/database/tables/payables';
import { disputedCents, dueCents, isPayable, keepableDiscount, usableCents } from '#server/features/carts/payable.queries';
import { lockCredits, type WantedInvoice } from '#server/features/payments/payment-intents.queries';
import type { UsedCredit } from '#server/features/payments/payment-request';
import { isMemberInForce } from '#server/http/member-in-force.queries';
import { isReturned } from './planned-payments.queries.ts';

const FORECAST_DAYS = 60;
/** As many as a rule plans for one day. */
const MAX_DAY_INVOICES = 20_000;

/** The day on which the rule `r` pays the invoice `i`, seen from `day`, the first day on which it could. */
const payOn = (day: SQL, discountRule: PartDiscountRule) => sql`(case r.timing
  when 'days-before' then i.due_date - r.days_before
  when 'discount-day' then case when i.discount_expires_on >= ${day} and ${keepableDiscount(discountRule)} > 0 then i.discount_expires_on else i.due_date end
  else i.due_date end)`;

/**
 * The few open invoices `i` for which `payOn` can be `day` or earlier, judged by their own dates only. `offset 0` keeps the database from
 * looking up the disputes and plans of all other invoices, too, which costs more.
 */
const openUntil = (day: SQL) => sql`(select i.* from invoices i where i.customer_id = r.customer_id and i.open_cents > 0
  and (i.due_date <= ${day} + r.days_before or (r.timing = 'discount-day' and i.discount_expires_on = ${day})) offset 0) as i`;

/**
 * The invoices `i` that the rule `r` may plan. It tries each invoice once: an invoice whose payment failed or was stopped is left to a
 * person, and so is an amount that a dispute holds back.
 */
const isForRule = sql`i.customer_id = r.customer_id and i.open_cents > 0 and ${isPayable} and ${dueCents} > ${disputedCents} and not exists (
  select from planned_payment_invoices l join planned_payments p on p.id = l.planned_payment_id
  where l.invoice_id = i.id and (p.rule_id = r.id or p.state in ('waiting', 'planned', 'running')))`;

/** The account's credits `r` that can be used, the oldest first, as many as one payment takes. */
const usableCredits = ({ customerId }: Member): SQL =>
  sql`credits r where r.customer_id = ${customerId} and r.open_cents > 0 and ${usableCents()} > 0
    order by r.document_date, r.id limit ${MAX_CART_CREDITS}`;

/** Returns the rules in force with what they will pay, as JSON. `tomorrow` is the first day on which they can. */
export async function listRules(
  database: Database,
  actor: Member,
  tomorrow: string,
  discountRule: PartDiscountRule,
): Promise<AutopayRule[]> {
  // A rule plans a day only once. Invoices that become payable after that are paid on the next day.
  const isPlanned = sql`exists (select from planned_payments p where p.rule_id = r.id and p.run_on = ${tomorrow}::date)`;
  const first = sql`(${tomorrow}::date + ${isPlanned}::int)`;
  const day = sql`greatest(${payOn(first, discountRule)}, ${first})`;
  const discount = sql`case when i.discount_expires_on >= ${day} then ${keepableDiscount(discountRule)} else 0 end`;
  const json = jsonObject({
    id: sql`r.id`,
    timing: sql`r.timing`,
    daysBefore: sql`r.days_before`,
    method: sql`(select json_build_object('id', s.id, 'name', s.name, 'brand', s.brand, 'lastFour', s.last_four)
      from saved_methods s where s.id = r.method_id)`,
    paymentCap: dollars(sql`r.payment_cap_cents`),
    monthCap: dollars(sql`r.month_cap_cents`),
    usesCredits: sql`r.uses_credits`,
    usableCreditAmount: dollars(sql`(case when r.uses_credits then (select coalesce(sum(usable.cents), 0) from (
      select ${usableCents()} as cents from ${usableCredits(actor)}) as usable) else 0 end)`),
    createdBy: sql`coalesce((select m.first_name || ' ' || m.last_name from members m
      where m.user_id = r.created_by and m.customer_id = r.customer_id limit 1), '')`,
    createdAt: isoMillisecond(sql`r.created_at`),
    upcoming: sql`(select coalesce(json_agg(json_build_object('runOn', day, 'invoices', invoices, 'amount', ${dollars(sql`amount`)}) order by day), '[]')
      from (select ${day} as day, count(*) as invoices, sum(${dueCents} - ${disputedCents} - ${discount}) as amount from invoices i
        where ${isForRule} and ${day} <= ${first} + ${sql.raw(String(FORECAST_DAYS))} group by 1) as days)`,
  });
  const rules = await database.read<AutopayRule[]>(
    actor,
    sql`select coalesce(json_agg(${json} order by r.id), '[]') as answer from autopay_rules r
        where r.customer_id = ${actor.customerId} and r.stopped_at is null`,
  );
  return rules ?? [];
}

export async function insertRule(
  { orm }: Transaction,
  rule: typeof autopayRules.$inferInsert & { timing: AutopayTiming },
): Promise<number> {
  const [stored] = await orm.insert(autopayRules).values(rule).returning({ id: autopayRules.id });
  if (!stored) throw new Error('the rule was not stored');
  return stored.id;
}

/** Stops rules of the customer: one, or those that use a method. Returns their ids and the addresses for the mails about it. */
export async function stopRules(
  { orm }: Transaction,
  actor: Member,
  by: { id: number } | { methodId: number },
  reason: string,
): Promise<{ id: number; payerEmail: string }[]> {
  const chosen = 'id' in by ? sql`id = ${by.id}` : sql`method_id = ${by.methodId}`;
  const { rows } = await orm.execute<{ id: string; payer_email: string }>(
    sql`update autopay_rules set stopped_at = now(), stopped_by = ${actor.userId}, stop_reason = ${reason}
        where customer_id = ${actor.customerId} and ${chosen} and stopped_at is null returning id, payer_email`,
  );
  return rows.map((row) => ({ id: Number(row.id), payerEmail: row.payer_email }));
}

/** A rule that may plan the payment of a day. */
export interface DueRule {
  id: number;
  customerId: number;
  globalCustomerNumber: string;
  createdBy: number;
  payerEmail: string;
  methodId: number;
  /** Tomorrow at the data source. */
  runOn: string;
  paymentCapCents: number;
  monthCapCents: number;
  usesCredits: boolean;
  isMakerAllowed: boolean;
}

/** Returns the rules that have not planned tomorrow yet, from the configured hour of the day at the data source on. */
export async function findDueRules(
  database: Database,
  now: Date,
  { hour, partDiscount }: { hour: number; partDiscount: PartDiscountRule },
): Promise<DueRule[]> {
  const local = sql`(${now.toISOString()}::timestamptz at time zone d.time_zone)`;
  const tomorrow = sql`day.tomorrow`;
  const rules = await database.read<DueRule[]>(
    'system',
    sql`with day as materialized (
          select d.id as data_source_id, ${local}::date + 1 as tomorrow from data_sources d where extract(hour from ${local}) >= ${hour})
        select coalesce(json_agg(json_build_object('id', r.id, 'customerId', r.customer_id, 'globalCustomerNumber', c.global_customer_number, 'createdBy', r.created_by, 'methodId', r.method_id,
          'payerEmail', r.payer_email, 'runOn', ${tomorrow}, 'paymentCapCents', r.payment_cap_cents, 'monthCapCents', r.month_cap_cents, 'usesCredits', r.uses_credits,
          'isMakerAllowed', exists (select from members m join users u on u.id = m.user_id join role_permissions may on may.role_id = m.role_id
            where m.customer_id = r.customer_id and m.user_id = r.created_by and ${isMemberInForce()} and u.is_enabled
              and may.code = ${PERMISSIONS.PAYMENTS_SCHEDULE}))), '[]') as answer
        from autopay_rules r join customers c on c.id = r.customer_id join day on day.data_source_id = c.data_source_id
        where r.stopped_at is null
          and not exists (select from planned_payments p where p.rule_id = r.id and p.run_on = ${tomorrow})
          and exists (select from ${openUntil(tomorrow)} where ${isForRule} and ${payOn(tomorrow, partDiscount)} <= ${tomorrow})`,
  );
  return rules ?? [];
}

/**
 * Locks a rule and returns the invoices to pay by a day, the most urgent first: each without what a dispute holds back. Undefined if the
 * rule is stopped or taken.
 */
export async function lockRuleInvoices(
  { orm }: Transaction,
  rule: DueRule,
  discountRule: PartDiscountRule,
): Promise<WantedInvoice[] | undefined> {
  const locked = await orm.execute(sql`select from autopay_rules where id = ${rule.id} and stopped_at is null for update skip locked`);
  if (locked.rowCount === 0) return undefined;
  const day = sql`${rule.runOn}::date`;
  const { rows } = await orm.execute<{ document_number: string; part_cents: string | null }>(
    sql`select i.document_number, case when ${disputedCents} > 0 then ${dueCents} - ${disputedCents} end as part_cents from autopay_rules r join invoices i on ${isForRule}
        where r.id = ${rule.id} and ${payOn(day, discountRule)} <= ${day} order by ${payOn(day, discountRule)}, i.id limit ${sql.raw(String(MAX_DAY_INVOICES))}`,
  );
  return rows.map((row) => ({
    documentNumber: row.document_number,
    ...(row.part_cents !== null && { partCents: Number(row.part_cents) }),
  }));
}

/** Returns the numbers of the account's credits that can be used, the oldest first. They are read without a lock. */
async function findUsableCredits({ orm }: Transaction, actor: Member): Promise<string[]> {
  const { rows } = await orm.execute<{ document_number: string }>(sql`select r.document_number from ${usableCredits(actor)}`);
  return rows.map((row) => row.document_number);
}

/** Locks what may be used of the account's credits, the oldest first. Call it after locking the invoices. */
export async function lockUsableCredits(transaction: Transaction, actor: Member): Promise<UsedCredit[]> {
  const numbers = await findUsableCredits(transaction, actor);
  const locked = new Map((await lockCredits(transaction, actor, numbers)).map((credit) => [credit.documentNumber, credit]));
  return numbers.flatMap((number) => {
    const credit = locked.get(number);
    return credit && credit.usableCents > 0 ? [{ id: credit.id, cents: credit.usableCents }] : [];
  });
}

/** Counts the rules in force. Locks the count, so that several at once cannot exceed the limit. */
export async function countRules({ orm }: Transaction, actor: Member): Promise<number> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('autopay of account ' || ${actor.customerId}::text, 3))`);
  const { rows } = await orm.execute<{ total: string }>(
    sql`select count(*) as total from autopay_rules where customer_id = ${actor.customerId} and stopped_at is null`,
  );
  return Number(rows[0]?.total ?? 0);
}

/**
 * Returns what a rule has charged and will charge in the month of a day, without payments that were returned. A run may charge less than was
 * announced. If the processor was not reached, the whole amount counts, because the payment is tried again.
 */
export async function monthCents({ orm }: Transaction, { id, runOn }: DueRule): Promise<number> {
  const { rows } = await orm.execute<{ total: string }>(
    sql`select coalesce(sum(coalesce(made.charged_cents, made.amount_cents, p.amount_cents)), 0) as total
        from planned_payments p left join payments made on made.id = p.payment_id
          and (p.state = 'paid' or (p.state = 'running' and made.payment_id is not null))
        where p.rule_id = ${id} and date_trunc('month', p.run_on) = date_trunc('month', ${runOn}::date)
          and p.state in ('waiting', 'planned', 'running', 'paid') and not ${isReturned}`,
  );
  return Number(rows[0]?.total ?? 0);
}
