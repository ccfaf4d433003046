import type { PartDiscountRule } from '#server/config';
import type { Database, Member, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { dollars, jsonObject } from '#server/database/sql';
import {
  disputedCents,
  dueCents,
  isPayable,
  numbersList,
  openPromisedCents,
  partDiscountOn,
  payableDiscountOn,
  undisputedCents,
  usableCents,
} from './payable.queries.ts';

const invoiceLine = jsonObject({
  invoiceNumber: sql`line.document_number`,
  documentDate: sql`line.document_date`,
  invoiceAmount: dollars(sql`line.part_cents`),
  discountAmount: dollars(sql`line.discount_cents`),
  amountWithDiscount: dollars(sql`line.part_cents - line.discount_cents`),
  discountExpiryDate: sql`line.discount_expires_on`,
  openAmount: dollars(sql`line.due_cents`),
  wholeDiscountAmount: dollars(sql`line.whole_discount_cents`),
});
const creditLine = jsonObject({
  creditNumber: sql`used.document_number`,
  documentDate: sql`used.document_date`,
  reason: sql`used.reason`,
  openAmount: dollars(sql`used.usable_cents`),
  chosenAmount: dollars(sql`used.chosen_cents`),
  appliedAmount: dollars(sql`used.applied_cents`),
});

/** Whether other payments have left less of the invoice `i` than the amount of its row `c` in the cart. */
const isOutgrown = sql`c.amount_cents >= ${dueCents}`;

/** What the row `c` of the cart pays of the invoice `i`. An amount that is not left any more becomes what is left and not disputed. */
const partCents = sql`(case when c.amount_cents is null then ${dueCents} when ${isOutgrown} then greatest(${dueCents} - ${disputedCents}, 0)
  else c.amount_cents end)`;

/** Returns a customer's cart as JSON, with discounts as of `today`. Leaves out invoices without a rest to pay. */
export async function findCart(database: Database, actor: Member, today: string, rule: PartDiscountRule): Promise<string> {
  const cart = await database.read(
    actor,
    sql`with line as materialized (
        select i.document_number, i.document_date, i.discount_expires_on, ${dueCents} as due_cents, ${partCents} as part_cents,
          ${partDiscountOn(today, partCents, rule)} as discount_cents, ${payableDiscountOn(today)} as whole_discount_cents
        from cart_invoices c join invoices i on i.id = c.invoice_id
        where c.customer_id = ${actor.customerId} and i.customer_id = ${actor.customerId} and ${isPayable} and ${partCents} > 0),
      total as (
        select coalesce(sum(part_cents), 0) as part_cents, coalesce(sum(discount_cents), 0) as discount_cents,
          coalesce(sum(part_cents - discount_cents), 0) as net_cents, coalesce(json_agg(${invoiceLine} order by document_date, document_number), '[]') as lines
        from line),
      free as materialized (
        select r.id, r.document_number, r.document_date, r.reason, ${usableCents()} as usable_cents, ${openPromisedCents} as promised_cents
        from credits r where r.customer_id = ${actor.customerId} and r.open_cents > 0),
      open_credit as (
        select r.id, r.document_number, r.document_date, r.reason, r.usable_cents,
          case when c.amount_cents is not null then least(c.amount_cents, r.usable_cents) end as chosen_cents
        from free r left join cart_credits c on c.credit_id = r.id and c.customer_id = ${actor.customerId} where r.usable_cents > 0),
      used as (
        select open_credit.*, greatest(0, least(coalesce(chosen_cents, 0), total.net_cents
          - coalesce(sum(chosen_cents) over (order by document_date, id rows between unbounded preceding and 1 preceding), 0))) as applied_cents
        from open_credit cross join total),
      credit as (
        select coalesce(sum(applied_cents), 0) as cents, coalesce(json_agg(${creditLine} order by document_date, id), '[]') as lines from used)
      select json_build_object('invoices', total.lines, 'totalAmount', ${dollars(sql`total.part_cents`)},
        'totalDiscountAmount', ${dollars(sql`total.discount_cents`)}, 'totalAmountWithDiscount', ${dollars(sql`total.net_cents`)},
        'credits', credit.lines, 'totalCreditAmount', ${dollars(sql`credit.cents`)},
        'promisedCreditAmount', ${dollars(sql`(select coalesce(sum(promised_cents), 0) from free)`)},
        'amountToPay', ${dollars(sql`total.net_cents - credit.cents`)})::text as answer
      from total cross join credit`,
  );
  return cart as string;
}

/**
 * Returns the customer's invoices among the numbers, and whether each can be paid. Locks the invoices: this waits for a dispute that is
 * being opened, so that the cart leaves its amount out, and a later dispute finds the invoice in the cart.
 */
export async function lockInvoicesByNumber(
  { orm }: Transaction,
  actor: Member,
  documentNumbers: readonly string[],
): Promise<{ id: number; documentNumber: string; isPayable: boolean }[]> {
  const { rows } = await orm.execute<{ id: string; document_number: string; is_payable: boolean }>(
    sql`select i.id, i.document_number, (${isPayable}) as is_payable from invoices i
        where i.customer_id = ${actor.customerId} and i.document_number = any(${numbersList(documentNumbers)})
        order by i.id for key share`,
  );
  return rows.map((row) => ({ id: Number(row.id), documentNumber: row.document_number, isPayable: row.is_payable }));
}

/** True if nothing that can be paid is left in a cart without these invoices. Credits are chosen for a cart, so their choice ends with it. */
export const isEmptyWithout = ({ customerId }: Pick<Member, 'customerId'>, invoiceIds: SQL): SQL =>
  sql`not exists (select from cart_invoices rest join invoices owed on owed.id = rest.invoice_id
    where rest.customer_id = ${customerId} and owed.open_cents > 0 and rest.invoice_id not in (${invoiceIds}))`;

/** Removes those invoices `i` from the cart `c`, and with the last one the choice of credits. */
async function takeOut({ orm }: Transaction, actor: Pick<Member, 'customerId'>, areMeant: SQL): Promise<void> {
  await orm.execute(
    sql`with gone as materialized (
          delete from cart_invoices c using invoices i where c.customer_id = ${actor.customerId} and i.id = c.invoice_id and ${areMeant}
          returning c.invoice_id)
        delete from cart_credits where customer_id = ${actor.customerId} and exists (select from gone)
          and ${isEmptyWithout(actor, sql`select invoice_id from gone`)}`,
  );
}

/**
 * Takes invoices out of the cart that are paid or void by now, or of which only the disputed part is left. Nobody sees them there, and they may
 * be owed again one day.
 */
export async function deleteSettled(transaction: Transaction, actor: Member): Promise<void> {
  await takeOut(transaction, actor, sql`(i.open_cents = 0 or (${isPayable} and ${partCents} = 0))`);
}

/**
 * Lets only this transaction change the cart until it ends, so that several at once cannot exceed its limits. Taken before any row: invoices
 * and credits are locked next, and rows of the cart last, as payments do.
 */
export async function lockCart({ orm }: Transaction, actor: Member): Promise<void> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('cart of account ' || ${actor.customerId}::text, 3))`);
}

/** Counts the invoices in the cart. */
export async function countCart({ orm }: Transaction, actor: Member): Promise<number> {
  const { rows } = await orm.execute<{ total: string }>(
    sql`select count(*) as total from cart_invoices where customer_id = ${actor.customerId}`,
  );
  return Number(rows[0]?.total ?? 0);
}

/** Counts the chosen credits that can still be used. */
export async function countChosenCredits({ orm }: Transaction, actor: Member): Promise<number> {
  const { rows } = await orm.execute<{ total: string }>(
    sql`select count(*) as total from cart_credits c join credits r on r.id = c.credit_id where c.customer_id = ${actor.customerId} and r.open_cents > 0`,
  );
  return Number(rows[0]?.total ?? 0);
}

/** An invoice for the cart, and how much of it is to be paid; without an amount all that is open. */
export interface CartEntry {
  id: number;
  amountCents: number | undefined;
}

/**
 * Adds invoices to the cart, without what is disputed unless the payer names an amount. An amount of all that is open is not kept, so that
 * the cart pays all of the invoice also after a correction. Invoices already in the cart stay unchanged.
 */
export async function insertIntoCart({ orm }: Transaction, actor: Member, entries: readonly CartEntry[]): Promise<void> {
  await orm.execute(
    sql`insert into cart_invoices (customer_id, invoice_id, added_by, amount_cents)
        select ${actor.customerId}, entry.id, ${actor.userId},
          case when entry."amountCents" is null then ${undisputedCents} when entry."amountCents" < ${dueCents} then entry."amountCents" end
        from json_to_recordset(${JSON.stringify(entries)}::json) as entry(id bigint, "amountCents" bigint) join invoices i on i.id = entry.id
        on conflict do nothing`,
  );
}

/** Two disputes of an invoice may end at once. The second waits here, and its next statement sees what the first one left. */
async function lockInCart({ orm }: Transaction, actor: Pick<Member, 'customerId'>, invoiceId: number): Promise<void> {
  await orm.execute(sql`select from cart_invoices c where c.customer_id = ${actor.customerId} and c.invoice_id = ${invoiceId} for update`);
}

/**
 * Leaves a new dispute's amount out of the cart, if the invoice is there and nobody chose an amount (APY-03). An amount that earlier disputes
 * left counts as not chosen. The invoice goes if nothing undisputed is left of it.
 */
export async function leaveDisputedOut(
  transaction: Transaction,
  actor: Pick<Member, 'customerId'>,
  invoiceId: number,
  newlyDisputedCents: number,
): Promise<void> {
  const { orm } = transaction;
  await lockInCart(transaction, actor, invoiceId);
  const isUnchosen = sql`(c.amount_cents is null or ${isOutgrown} or c.amount_cents = ${dueCents} - (${disputedCents} - ${newlyDisputedCents}::bigint))`;
  const isInCart = sql`i.id = ${invoiceId} and c.invoice_id = i.id and c.customer_id = ${actor.customerId} and ${isUnchosen}`;
  await takeOut(transaction, actor, sql`${isInCart} and ${disputedCents} >= ${dueCents}`);
  await orm.execute(sql`update cart_invoices c set amount_cents = ${undisputedCents} from invoices i where ${isInCart}`);
}

/** Adds to the cart what a dispute no longer holds back, if the amount there is what disputes left and nobody chose another (APY-03). */
export async function addReleased(
  transaction: Transaction,
  actor: Pick<Member, 'customerId'>,
  invoiceId: number,
  releasedCents: number,
): Promise<void> {
  await lockInCart(transaction, actor, invoiceId);
  await transaction.orm.execute(
    sql`update cart_invoices c set amount_cents = ${undisputedCents} from invoices i
        where i.id = ${invoiceId} and c.invoice_id = i.id and c.customer_id = ${actor.customerId}
          and (${isOutgrown} or c.amount_cents = ${dueCents} - (${disputedCents} + ${releasedCents}::bigint))`,
  );
}

/** An amount for a document of the cart; null means everything of an invoice, and nothing of a credit. */
export interface ChosenAmount {
  documentNumber: string;
  amountCents: number | null;
}

/** Sets how much of invoices in the cart is to be paid. All that is open, or more, is stored as everything. */
export async function updateAmounts({ orm }: Transaction, actor: Member, chosen: readonly ChosenAmount[]): Promise<void> {
  await orm.execute(
    sql`update cart_invoices c set amount_cents = case when entry."amountCents" < ${dueCents} then entry."amountCents" end
        from json_to_recordset(${JSON.stringify(chosen)}::json) as entry("documentNumber" text, "amountCents" bigint)
          join invoices i on i.document_number = entry."documentNumber" and i.customer_id = ${actor.customerId}
        where c.customer_id = ${actor.customerId} and c.invoice_id = i.id`,
  );
}

const entriesOf = (actor: Member, chosen: readonly ChosenAmount[]): SQL =>
  sql`json_to_recordset(${JSON.stringify(chosen)}::json) as entry("documentNumber" text, "amountCents" bigint)
    join credits r on r.document_number = entry."documentNumber" and r.customer_id = ${actor.customerId}`;

/** Locks the credits against deletion, before the cart's rows as payments do. Returns false if one is not the customer's. */
export async function lockCredits({ orm }: Transaction, actor: Member, chosen: readonly ChosenAmount[]): Promise<boolean> {
  if (chosen.length === 0) return true;
  const { rowCount } = await orm.execute(sql`select from ${entriesOf(actor, chosen)} order by r.id for key share of r`);
  return (rowCount ?? 0) >= chosen.length;
}

/** Puts credits into the cart, changes how much of them is used, or takes them out. */
export async function chooseCredits({ orm }: Transaction, actor: Member, chosen: readonly ChosenAmount[]): Promise<void> {
  const entries = entriesOf(actor, chosen);
  await orm.execute(
    sql`delete from cart_credits c using ${entries} where c.customer_id = ${actor.customerId} and c.credit_id = r.id and entry."amountCents" is null`,
  );
  await orm.execute(
    sql`insert into cart_credits (customer_id, credit_id, amount_cents, added_by)
        select ${actor.customerId}, r.id, least(entry."amountCents", r.total_cents), ${actor.userId} from ${entries}
        where entry."amountCents" is not null
        on conflict (customer_id, credit_id) do update set amount_cents = excluded.amount_cents, added_by = excluded.added_by`,
  );
}

/** Removes invoices from the cart. */
export async function deleteFromCart(transaction: Transaction, actor: Member, documentNumbers: readonly string[]): Promise<void> {
  await takeOut(transaction, actor, sql`i.document_number = any(${numbersList(documentNumbers)})`);
}
