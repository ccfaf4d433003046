import { PERMISSIONS } from '@yardage/contract/permissions';
import type { PlannedPayment, PlannedState } from '@yardage/contract/planned-payments';
import { FAILED_CODES, PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { Database, Member, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isHeldBack } from '#server/features/carts/payable.queries';
import { isMemberInForce } from '#server/http/member-in-force.queries';
import type { HeldBack } from './planned-rules.ts';

/** A planned payment that was due when it was read without a lock. */
export interface DuePlan {
  id: number;
  customerId: number;
  requestedBy: number;
  customerNumber: string;
  globalCustomerNumber: string;
  timeZone: string;
  payerEmail: string;
  /** Whether the person who asked for it still has the permission. */
  isMakerAllowed: boolean;
}

/** The moment of the day `p.run_on` at which its hour comes at the data source. Also on days when clocks change, there is exactly one. */
const runMoment = (hour: number) => sql`((p.run_on + make_interval(hours => ${hour})) at time zone d.time_zone)`;
const at = (now: Date) => sql`${now.toISOString()}::timestamptz`;

/** Whether the maker of a planned payment may still make it. */
export const isMakerAllowed = (plan: 'p' | 'run') => {
  const alias = sql.raw(plan);
  const [pay, schedule] = [sql.raw(PERMISSIONS.INVOICES_PAY_INVOICES), sql.raw(PERMISSIONS.PAYMENTS_SCHEDULE)];
  return sql`exists (select from members m join users u on u.id = m.user_id join role_permissions may on may.role_id = m.role_id
    where m.customer_id = ${alias}.customer_id and m.user_id = ${alias}.requested_by and ${isMemberInForce()} and u.is_enabled
      and may.code = case ${alias}.kind when 'approval' then '${pay}' else '${schedule}' end)`;
};

const dueJson = sql`json_build_object('id', p.id, 'customerId', p.customer_id, 'requestedBy', p.requested_by,
  'customerNumber', c.customer_number, 'globalCustomerNumber', c.global_customer_number, 'timeZone', d.time_zone, 'payerEmail', p.payer_email,
  'isMakerAllowed', ${isMakerAllowed('p')})`;

/** Returns planned payments that are due; with `id`, only that one. Those that were tried before come last, so that they do not keep others out. */
export async function findDue(database: Database, now: Date, hour: number, limit: number, id?: number): Promise<DuePlan[]> {
  const only = id === undefined ? sql`true` : sql`p.id = ${id}`;
  const due = await database.read<DuePlan[]>(
    'system',
    sql`select coalesce(json_agg(line.json), '[]') as answer from (
          select ${dueJson} as json from planned_payments p join customers c on c.id = p.customer_id join data_sources d on d.id = c.data_source_id
          where p.state = 'planned' and p.run_on <= (${at(now)} + interval '1 day')::date and ${only}
            and (p.kind = 'approval' or ${runMoment(hour)} <= ${at(now)}) and coalesce(p.next_try_at <= ${at(now)}, true)
          order by p.next_try_at nulls first, p.run_on, p.id limit ${limit}) as line`,
  );
  return due ?? [];
}

/** A planned payment that this transaction runs. */
export interface RunningPlan {
  id: number;
  kind: PlannedPayment['kind'];
  methodId: number;
  isApproved: boolean;
  /** Whether its rule of autopay was stopped after it had planned this payment. */
  isRuleStopped: boolean;
  /** The most that may be charged. */
  amountCents: number;
  /** With the most that may be paid of each, by money and credits. */
  invoices: { documentNumber: string; amountCents: number; partCents: number | undefined }[];
  /** What was agreed of each credit, the oldest first. */
  credits: { documentNumber: string; cents: number }[];
}

/** Locks a planned payment to run it. Returns undefined if another process runs it, or if it was stopped. */
export async function lockToRun({ orm }: Transaction, actor: Member, id: number): Promise<RunningPlan | undefined> {
  const { rows } = await orm.execute<{
    kind: RunningPlan['kind'];
    method_id: string;
    is_approved: boolean;
    is_rule_stopped: boolean;
    amount_cents: string;
  }>(
    sql`select kind, method_id, approved_by is not null as is_approved, amount_cents,
          exists (select from autopay_rules r where r.id = p.rule_id and r.stopped_at is not null) as is_rule_stopped
        from planned_payments p
        where id = ${id} and customer_id = ${actor.customerId} and state = 'planned' for update skip locked`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const lines = await orm.execute<{ document_number: string; amount_cents: string; part_cents: string | null }>(
    sql`select i.document_number, l.amount_cents + l.credit_cents as amount_cents, l.part_cents from planned_payment_invoices l join invoices i on i.id = l.invoice_id
        where l.planned_payment_id = ${id}`,
  );
  const credits = await orm.execute<{ document_number: string; amount_cents: string }>(
    sql`select r.document_number, promise.amount_cents from planned_payment_credits promise join credits r on r.id = promise.credit_id
        where promise.planned_payment_id = ${id} order by r.document_date, r.id`,
  );
  return {
    id,
    kind: row.kind,
    methodId: Number(row.method_id),
    isApproved: row.is_approved,
    isRuleStopped: row.is_rule_stopped,
    amountCents: Number(row.amount_cents),
    invoices: lines.rows.map((line) => ({
      documentNumber: line.document_number,
      amountCents: Number(line.amount_cents),
      partCents: line.part_cents === null ? undefined : Number(line.part_cents),
    })),
    credits: credits.rows.map((line) => ({ documentNumber: line.document_number, cents: Number(line.amount_cents) })),
  };
}

/** Returns by number what disputes hold back of a plan's invoices. */
export async function findHeldBack({ orm }: Transaction, id: number): Promise<ReadonlyMap<string, HeldBack>> {
  // A reopened dispute holds its amount back since the first entry after it was declined.
  const declined = sql`(select max(e.id) from dispute_entries e where e.dispute_id = d.id and e.outcome = 'declined')`;
  const reopenedAt = sql`(select min(e.created_at) from dispute_entries e where e.dispute_id = d.id and e.id > ${declined})`;
  const isLater = sql`(l.part_cents is null or p.kind = 'autopay' or coalesce(${reopenedAt}, d.created_at) > p.requested_at)`;
  const { rows } = await orm.execute<{ document_number: string; all_cents: string; later_cents: string }>(
    sql`select i.document_number, sum(d.amount_cents) as all_cents, coalesce(sum(d.amount_cents) filter (where ${isLater}), 0) as later_cents
        from planned_payment_invoices l join planned_payments p on p.id = l.planned_payment_id join invoices i on i.id = l.invoice_id
          join disputes d on d.invoice_id = i.id and ${isHeldBack}
        where l.planned_payment_id = ${id} group by 1`,
  );
  return new Map(rows.map((row) => [row.document_number, { allCents: Number(row.all_cents), laterCents: Number(row.later_cents) }]));
}

/** Returns which invoices of a plan have another payment under way, by their numbers. Call it after locking them. */
export async function findPending({ orm }: Transaction, id: number): Promise<Set<string>> {
  const { rows } = await orm.execute<{ document_number: string }>(
    sql`select i.document_number from planned_payment_invoices l join invoices i on i.id = l.invoice_id
        where l.planned_payment_id = ${id} and i.pending_cents > 0`,
  );
  return new Set(rows.map((row) => row.document_number));
}

/** Notes the payment that a planned payment has made. From now on it cannot be stopped or run again. */
export async function markRunning({ orm }: Transaction, id: number, paymentId: number): Promise<void> {
  await orm.execute(
    sql`update planned_payments set state = 'running', payment_id = ${paymentId}, tries = tries + 1, next_try_at = null where id = ${id}`,
  );
}

/** Makes a planned payment wait for a second person, because it is now above the approval limit. */
export async function markWaiting({ orm }: Transaction, id: number, days: number): Promise<void> {
  await orm.execute(
    sql`update planned_payments set state = 'waiting', expires_at = now() + make_interval(days => ${days}) where id = ${id}`,
  );
}

/** Postpones a planned payment, unless it is running by now. */
export async function delayPlan({ orm }: Transaction, id: number, until: Date): Promise<void> {
  await orm.execute(
    sql`update planned_payments set next_try_at = ${until.toISOString()}::timestamptz where id = ${id} and state = 'planned'`,
  );
}

/** A planned payment that a mail may be about. */
export interface PlanToMail {
  id: number;
  customerId: number;
  payerEmail: string;
  globalCustomerNumber: string;
  requestedBy: number;
  /** Whether the person who asked for it has lost the permission. Then those who may approve payments get the mail. */
  hasMakerLeft: boolean;
}

/** The columns of `PlanToMail`, from the plan `p`. */
const mailColumns = sql`p.id, p.customer_id, p.payer_email, p.requested_by, p.state,
  (select c.global_customer_number from customers c where c.id = p.customer_id) as global_customer_number`;
type MailRow = {
  id: string;
  customer_id: string;
  payer_email: string;
  requested_by: string;
  state: PlannedState;
  global_customer_number: string;
};
const planToMail = (row: MailRow, hasMakerLeft: boolean): PlanToMail => ({
  id: Number(row.id),
  customerId: Number(row.customer_id),
  payerEmail: row.payer_email,
  requestedBy: Number(row.requested_by),
  globalCustomerNumber: row.global_customer_number,
  hasMakerLeft,
});

/** A plan whose run has ended. */
export interface SettledPlan extends PlanToMail {
  /** Whether it made no payment and is not tried again. */
  hasFailed: boolean;
}

const hasPaymentEnded = sql`(p.state = 'running'
  and exists (select from payments made where made.id = p.payment_id and made.payment_result <> ${PAYMENT_RESULTS.pending}))`;
const isExpired = (now: Date) => sql`(p.state = 'waiting' and p.expires_at <= ${at(now)})`;
/** Whether a plan reserves credits in vain: all of its invoices are paid or void, or its maker may not pay any more. */
const isIdle = sql`(p.state in ('waiting', 'planned')
  and exists (select from planned_payment_credits promise where promise.planned_payment_id = p.id)
  and (not ${isMakerAllowed('p')} or not exists (
    select from planned_payment_invoices l join invoices i on i.id = l.invoice_id
    where l.planned_payment_id = p.id and (i.open_cents > 0 or i.pending_cents > 0))))`;

/** Returns the plans that `settleRun`, `expirePlan` or `endIdlePlan` has something to do for; with `id`, only that one. */
export async function findOver(database: Database, now: Date, id?: number): Promise<number[]> {
  const only = id === undefined ? sql`true` : sql`p.id = ${id}`;
  const ids = await database.read<number[]>(
    'system',
    sql`select coalesce(json_agg(p.id order by p.id), '[]') as answer from planned_payments p
        where p.state in ('waiting', 'planned', 'running') and ${only} and (${hasPaymentEnded} or ${isExpired(now)} or ${isIdle})`,
  );
  return ids ?? [];
}

/**
 * Updates a running plan whose payment has ended. A plan whose payment never reached the processor is tried again, unless its rule was stopped
 * meanwhile; if its maker has left, the next run ends it. This is one statement, so that no payment can end between two of them.
 */
export async function settleRun(
  { orm }: Transaction,
  id: number,
  now: Date,
  maxTries: number,
  pauseMinutes: number,
): Promise<SettledPlan | undefined> {
  const { rows } = await orm.execute<MailRow & { is_allowed: boolean }>(
    sql`with ended as (
          select run.id, run.payment_id, case
              when made.payment_result = ${PAYMENT_RESULTS.paid} then 'paid'
              when made.result_code is distinct from ${FAILED_CODES.notReached} or run.tries >= ${maxTries} then 'failed'
              when rule.stopped_at is not null and ${isMakerAllowed('run')} then 'stopped'
              else 'planned' end as state
          from planned_payments run join payments made on made.id = run.payment_id left join autopay_rules rule on rule.id = run.rule_id
          where run.id = ${id} and run.state = 'running' and made.payment_result <> ${PAYMENT_RESULTS.pending})
        update planned_payments p set state = ended.state,
          end_reason = case ended.state when 'failed' then 'payment-failed' when 'stopped' then 'rule-stopped' end,
          ended_at = case when ended.state <> 'planned' then ${at(now)} end,
          next_try_at = case when ended.state = 'planned' then ${at(now)} + make_interval(mins => ${pauseMinutes}) end
        from ended where p.id = ended.id and p.payment_id = ended.payment_id and p.state = 'running'
        returning ${mailColumns}, ${isMakerAllowed('p')} as is_allowed`,
  );
  const [row] = rows;
  return row && { ...planToMail(row, !row.is_allowed), hasFailed: row.state === 'failed' || row.state === 'stopped' };
}

/** Ends a plan that nobody approved in time. */
export async function expirePlan({ orm }: Transaction, id: number, now: Date): Promise<PlanToMail | undefined> {
  const { rows } = await orm.execute<MailRow & { is_allowed: boolean }>(
    sql`update planned_payments p set state = 'expired', end_reason = 'not-approved', ended_at = ${at(now)}
        where p.id = ${id} and ${isExpired(now)} returning ${mailColumns}, ${isMakerAllowed('p')} as is_allowed`,
  );
  const [row] = rows;
  return row && planToMail(row, !row.is_allowed);
}

/**
 * Ends a plan before its day that reserves credits in vain. Plans without credits reserve nothing, so they wait for their day: a payment may be
 * returned, a maker may come back.
 */
export async function endIdlePlan({ orm }: Transaction, id: number, now: Date): Promise<PlanToMail | undefined> {
  const { rows } = await orm.execute<MailRow & { has_maker_left: boolean }>(
    sql`with idle as (
          select p.id, not ${isMakerAllowed('p')} as has_maker_left from planned_payments p
          where p.id = ${id} and ${isIdle} for update of p skip locked)
        update planned_payments p set state = 'stopped', ended_at = ${at(now)},
          end_reason = case when idle.has_maker_left then 'maker-left' else 'paid-meanwhile' end
        from idle where p.id = idle.id returning ${mailColumns}, idle.has_maker_left`,
  );
  const [row] = rows;
  return row && planToMail(row, row.has_maker_left);
}

const isToAnnounce = (now: Date, hour: number) => sql`(p.state in ('waiting', 'planned') and p.kind <> 'approval' and p.announced_at is null
  and p.run_on <= (${at(now)} + interval '2 days')::date
  and ((p.run_on - 1 + make_interval(hours => ${hour})) at time zone d.time_zone) <= ${at(now)})`;

/** Returns the plans whose day is tomorrow or earlier and that were not announced yet. */
export async function findToAnnounce(database: Database, now: Date, hour: number): Promise<number[]> {
  const ids = await database.read<number[]>(
    'system',
    sql`select coalesce(json_agg(p.id order by p.id), '[]') as answer
        from planned_payments p join customers c on c.id = p.customer_id join data_sources d on d.id = c.data_source_id
        where ${isToAnnounce(now, hour)}`,
  );
  return ids ?? [];
}

/** Claims a plan that is to be announced. It is returned once. */
export async function claimToAnnounce({ orm }: Transaction, id: number, now: Date, hour: number): Promise<PlanToMail | undefined> {
  const { rows } = await orm.execute<MailRow & { is_allowed: boolean }>(
    sql`update planned_payments p set announced_at = ${at(now)} where p.id in (
          select p.id from planned_payments p join customers c on c.id = p.customer_id join data_sources d on d.id = c.data_source_id
          where p.id = ${id} and ${isToAnnounce(now, hour)} for update of p skip locked)
        returning ${mailColumns}, ${isMakerAllowed('p')} as is_allowed`,
  );
  const [row] = rows;
  return row && planToMail(row, !row.is_allowed);
}
