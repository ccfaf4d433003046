import { PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { PartDiscountRule } from '#server/config';
import { type SQL, sql } from '#server/database/drizzle';

/** What can be paid of the invoice `i`, before the discount: its open amount without what a pending payment covers. */
export const dueCents: SQL = sql`(i.open_cents - i.pending_cents)`;

/** Whether something of the invoice `i` can be paid. */
export const isPayable: SQL = sql`${dueCents} > 0`;

/**
 * The discount of the invoice `i` for paying all that is open, less what was already taken. Does not check the expiry. A rest that does not
 * exceed the discount gets none: nothing would be left to charge.
 */
export const discountCents: SQL = sql`(case when i.discount_cents - i.discount_taken_cents between 1 and i.open_cents - 1
  then i.discount_cents - i.discount_taken_cents else 0 end)`;

/** The discount of the invoice `i` on a day in its data source's time zone. It is valid through its expiry day, then 0. */
function discountCentsOn(day: string | SQL): SQL {
  return sql`case when i.discount_expires_on >= ${day}::date then ${discountCents} else 0 end`;
}

/** The discount of paying the invoice `i` on a day. While a payment is under way there is none: that payment takes it. */
export function payableDiscountOn(day: string | SQL): SQL {
  return sql`case when i.pending_cents = 0 then ${discountCentsOn(day)} else 0 end`;
}

/**
 * The discount of paying `part` cents of the invoice `i` if paying all of it has the discount `whole`: `whole` if the part is all that can
 * be paid, otherwise by the rule.
 */
function discountOfPart(whole: SQL, part: SQL, rule: PartDiscountRule): SQL {
  const ofPart = rule === 'share' ? sql`floor((${whole})::numeric * ${part} / ${dueCents})::bigint` : sql`0`;
  return sql`case when ${part} >= ${dueCents} then ${whole} else ${ofPart} end`;
}

/** The discount of paying `part` cents of the invoice `i` on a day. */
export function partDiscountOn(day: string, part: SQL, rule: PartDiscountRule): SQL {
  return discountOfPart(payableDiscountOn(day), part, rule);
}

/** Whether the dispute `d` holds its amount back, as `isHeldBack` says. */
export const isHeldBack: SQL = sql`(d.state = 'open' or (d.state = 'answered' and d.outcome <> 'declined'))`;

/** What disputes hold back of the invoice `i`, in cents. */
export const disputedCents: SQL = sql`(select coalesce(sum(d.amount_cents), 0) from disputes d where d.invoice_id = i.id and ${isHeldBack})`;

/** What is not disputed of the invoice `i`, if something is and something else is left; null means everything (APY-03). */
export const undisputedCents: SQL = sql`case when ${disputedCents} between 1 and ${dueCents} - 1 then ${dueCents} - ${disputedCents} end`;

/**
 * The discount that the invoice `i` offers for paying all of it that is not disputed, as the cart, the planner and autopay do. The
 * dashboard, the accounts and alerts announce the same discount. Does not check the expiry.
 */
export function keepableDiscount(rule: PartDiscountRule, disputed = disputedCents): SQL {
  return discountOfPart(
    sql`case when i.pending_cents = 0 then ${discountCents} else 0 end`,
    sql`greatest(${dueCents} - ${disputed}, 0)`,
    rule,
  );
}

/**
 * What planned payments other than `plan` have been promised of the credit `r`. Once a plan has made its payment, that payment's own rows
 * count instead; if it failed, the promise holds until the plan is over or planned again.
 */
const promisedCents = (plan = 0): SQL => sql`(select coalesce(sum(promise.amount_cents), 0)::bigint
  from planned_payment_credits promise join planned_payments p on p.id = promise.planned_payment_id left join payments made on made.id = p.payment_id
  where promise.credit_id = r.id and p.id <> ${plan}
    and (p.state in ('waiting', 'planned') or p.state = 'running' and made.payment_result = ${PAYMENT_RESULTS.unpaid}))`;

/** What is open of the credit `r` and promised to planned payments. A credit that was reduced or voided since has less than was promised. */
export const openPromisedCents: SQL = sql`least(r.open_cents, ${promisedCents()})`;

/** What of the credit `r` the planned payment `plan`, or a cart, can use: open, not used by a payment under way, not promised to others. */
export const usableCents = (plan = 0): SQL => sql`(r.open_cents - r.pending_cents - ${promisedCents(plan)})`;

/** A control character that no document number contains. */
const SEPARATOR = '\u001f';

/** Passes document numbers as one parameter, so the statement's text does not depend on how many there are. */
export function numbersList(documentNumbers: readonly string[]): SQL {
  return sql`string_to_array(${documentNumbers.join(SEPARATOR)}, ${SEPARATOR})`;
}
