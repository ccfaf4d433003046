import { PERMISSIONS } from '@yardage/contract/permissions';
import type { ApprovalLimit } from '@yardage/contract/planned-payments';
import { PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { Member, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { dollars, isoMillisecond, jsonObject } from '#server/database/sql';
import { isMemberInForce } from '#server/http/member-in-force.queries';

/** Returns the amount above which a payment of the customer needs a second person, or undefined if none does. */
export async function findLimitCents({ orm }: Transaction, { customerId }: Pick<Member, 'customerId'>): Promise<number | undefined> {
  const { rows } = await orm.execute<{ amount_cents: string }>(
    sql`select amount_cents from approval_limits where customer_id = ${customerId}`,
  );
  return rows[0] && Number(rows[0].amount_cents);
}

/** What a user has paid of the account within a day without a second person: settled or under way, by hand or planned. */
const paidAlone = ({ customerId, userId }: Member): SQL => sql`(select coalesce(sum(p.amount_cents), 0) from payments p
  where p.customer_id = ${customerId} and p.requested_by = ${userId} and p.started_at > now() - interval '24 hours'
    and p.idempotency_key is not null and p.payment_result <> ${PAYMENT_RESULTS.unpaid}
    and not exists (select from planned_payments plan where plan.payment_id = p.id and plan.approved_by is not null))`;

/** Returns `paidAlone`. No other payment of the user can start until the transaction ends, so that each one counts those before it. */
export async function lockPaidCents({ orm }: Transaction, actor: Member): Promise<number> {
  // The lock of yardage_payment_tries, which is taken after this one.
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('payments of user ' || ${actor.userId}::text, 3))`);
  const { rows } = await orm.execute<{ cents: string }>(sql`select ${paidAlone(actor)} as cents`);
  return Number(rows[0]?.cents ?? 0);
}

const NO_LIMIT: ApprovalLimit = { amount: null, usedAmount: 0, setBy: null, setAt: null };

/** Returns the limit as it is shown. */
export async function findLimit({ orm }: Transaction, actor: Member): Promise<ApprovalLimit> {
  const limit = jsonObject({
    amount: dollars(sql`l.amount_cents`),
    usedAmount: dollars(paidAlone(actor)),
    setBy: sql`(select m.first_name || ' ' || m.last_name from members m where m.user_id = l.set_by and m.customer_id = l.customer_id limit 1)`,
    setAt: isoMillisecond(sql`l.set_at`),
  });
  const { rows } = await orm.execute<{ answer: ApprovalLimit }>(
    sql`select ${limit} as answer from approval_limits l where l.customer_id = ${actor.customerId}`,
  );
  return rows[0]?.answer ?? NO_LIMIT;
}

/** Sets or removes the limit. */
export async function saveLimit({ orm }: Transaction, actor: Member, amountCents: number | null): Promise<void> {
  if (amountCents === null) await orm.execute(sql`delete from approval_limits where customer_id = ${actor.customerId}`);
  else {
    await orm.execute(
      sql`insert into approval_limits (customer_id, amount_cents, set_by) values (${actor.customerId}, ${amountCents}, ${actor.userId})
          on conflict (customer_id) do update set amount_cents = excluded.amount_cents, set_by = excluded.set_by, set_at = now()`,
    );
  }
}

/** Returns the addresses of those who may approve the customer's payments and can sign in, without the person who asks. */
export async function findApprovers({ orm }: Transaction, { customerId, userId }: Member): Promise<string[]> {
  const { rows } = await orm.execute<{ email: string }>(
    sql`select m.email from members m
        join role_permissions may on may.role_id = m.role_id and may.code = ${PERMISSIONS.PAYMENTS_APPROVE}
        where m.customer_id = ${customerId} and m.user_id <> ${userId} and ${isMemberInForce()} and yardage_is_user_enabled(m.user_id)
        order by m.email`,
  );
  return rows.map(({ email }) => email);
}
