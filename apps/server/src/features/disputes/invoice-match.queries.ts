import type { BilledLine } from '@yardage/domain/invoice-match';
import type { PartDiscountRule } from '#server/config';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { dollars, jsonObject } from '#server/database/sql';
import { disputedCents, dueCents, partDiscountOn, undisputedCents } from '#server/features/carts/payable.queries';
import { agreedPricesOf } from '#server/features/quotes/quotes.queries';
import { IS_REJECTED_LOAD, rejectReasonOf } from '#server/features/sign-offs/sign-offs.queries';

/**
 * The price that was agreed for the line `line` of the ticket `t` with the order `o` and the customer `c`: that of the order's quote, else
 * that of the customer's price list. A quote may list a product several times, so the nearest price counts.
 */
export const agreedPrice = sql`left join lateral (
    select found.cents, found.source, found.quote_number from (${agreedPricesOf(sql`line.product_id`)}) as found
    order by found.place, abs(found.cents - line.unit_price_cents) limit 1) as agreed on true`;

/** The day of a moment in the time zone of the customer `c`. */
const dayOf = (moment: SQL) =>
  sql`(${moment} at time zone (select source.time_zone from data_sources source where source.id = c.data_source_id))::date`;

/**
 * The invoice that billed the line before: the same ticket of the same order on an earlier invoice, or the same line further up on the
 * ticket. Plants number their tickets by themselves and use numbers again after a time, so it is the same ticket only if plant and day are
 * the same, too. `+ 0` makes the look-up go by the ticket number: an order has many tickets.
 */
const billedBefore = sql`coalesce(
    (select earlier.document_number from tickets twin join invoices earlier on earlier.id = twin.invoice_id
     where twin.order_id + 0 = t.order_id and twin.customer_id = t.customer_id and twin.ticket_number = t.ticket_number and twin.id <> t.id
       and twin.plant_id = t.plant_id and ${dayOf(sql`twin.ticketed_at`)} = ${dayOf(sql`t.ticketed_at`)}
       and not twin.is_cancelled and earlier.voided_on is null
       and (earlier.document_date, earlier.id, twin.id) < (i.document_date, i.id, t.id)
     order by earlier.document_date, earlier.id limit 1),
    (select i.document_number from ticket_products same
     where same.ticket_id = t.id and same.product_id = line.product_id and same.quantity = line.quantity
       and same.unit_price_cents = line.unit_price_cents and same.line_number < line.line_number limit 1))`;

/** Whether the load of the ticket `t` was rejected on the job. */
const isRejected = sql.raw(IS_REJECTED_LOAD);

/**
 * Whether the line is material that the ticket's quantity counts: it has the unit of the order's product. Ounces of an additive or bags of
 * mortar are no part of that quantity.
 */
const isMaterial = sql`(not product.is_charge and not product.is_environmental_charge
  and lower(product.unit_of_measure) = lower(ordered.unit_of_measure))`;

/** The billed lines of the invoice `i`, each with its ticket, its product and its agreed price. */
const billedLines = sql`tickets t join ticket_products line on line.ticket_id = t.id join products product on product.id = line.product_id
  join orders o on o.id = t.order_id join products ordered on ordered.id = o.product_id
  join customers c on c.id = t.customer_id ${agreedPrice}
  where t.invoice_id = i.id`;

/** Whether the dispute `d` was closed by a credit that covers all disputes that it closed. */
export const isSettled = sql`(d.state = 'closed' and exists (select from credits cover where cover.id = d.credit_id and cover.voided_on is null
  and cover.total_cents >= (select sum(each.amount_cents) from disputes each where each.invoice_id = d.invoice_id and each.credit_id = cover.id)))`;

/** Whether a dispute of the invoice `i` counts, as `countsAsDisputed` says. */
const isDisputed = (line: SQL) =>
  sql`exists (select from disputes d where d.invoice_id = i.id and (d.state in ('open', 'answered') or ${isSettled}) and ${line})`;

/**
 * Whether the open invoice `i` differs from its tickets or the agreed prices, and nobody has disputed that. The rules are those of
 * `matchInvoice`; a test compares both. `offset 0` keeps the look-up of earlier invoices from being repeated for each use.
 */
const needsAttention = sql`(i.open_cents > 0 and not ${isDisputed(sql`d.ticket_id is null`)} and (
    i.sales_cents > (select coalesce(sum(line.amount_cents), 0) from tickets t join ticket_products line on line.ticket_id = t.id where t.invoice_id = i.id)
    or exists (
      select from (
        select t.id, t.is_cancelled, ${isRejected} as is_rejected, t.quantity, line.line_number, line.unit_price_cents, line.amount_cents, agreed.cents, billed.before,
          sum(line.quantity) filter (where ${isMaterial} and billed.before is null) over ticket as material,
          min(line.line_number) filter (where ${isMaterial} and billed.before is null) over ticket as first_material
        from (select t.* from tickets t where t.invoice_id = i.id) as t
          join ticket_products line on line.ticket_id = t.id join products product on product.id = line.product_id
          join orders o on o.id = t.order_id join products ordered on ordered.id = o.product_id
          join customers c on c.id = t.customer_id ${agreedPrice}
          cross join lateral (select ${billedBefore} as before offset 0) as billed
        window ticket as (partition by t.id)
      ) as found
      where case when found.is_cancelled then true when found.is_rejected then found.amount_cents > 0
          else found.before is not null or found.cents <> found.unit_price_cents
            or (found.line_number = found.first_material and found.material <> found.quantity) end
        and not ${isDisputed(sql`d.ticket_id = found.id and d.line_number = found.line_number`)})))`;

/** Whether the invoice `i` bills a load that was rejected on the job, and nobody has disputed that. */
const billsRejectedLoad = sql`exists (select from tickets t join ticket_products line on line.ticket_id = t.id
  where t.invoice_id = i.id and not t.is_cancelled and line.amount_cents > 0 and ${isRejected}
    and not ${isDisputed(sql`d.ticket_id = t.id and d.line_number = line.line_number`)})`;

/** Whether the invoice `i` has a dispute that is not over. A declined one is over when the invoice is paid. */
export const hasDispute = sql`exists (select from disputes d where d.invoice_id = i.id
  and (d.state = 'open' or (d.state = 'answered' and (d.outcome <> 'declined' or i.open_cents > 0))))`;

/** The ids of a customer's open invoices that need attention, as an array that is computed once per statement. */
export function attentionIds(customerId: number): SQL {
  return sql`array(select i.id from invoices i where i.customer_id = ${customerId} and i.open_cents > 0 and ${needsAttention})`;
}

/** A billed line with what is needed to dispute it. Amounts are in cents. */
export interface ReviewedLineFacts extends BilledLine {
  ticketNumber: string;
  productId: number;
  productNumber: string;
  description: string;
  unitOfMeasure: string;
  taxCents: number;
  source: 'quote' | 'price-list' | null;
  quoteNumber: string | null;
}

/** An invoice with its billed lines and what is held back. */
export interface ReviewFacts {
  documentNumber: string;
  salesCents: number;
  taxCents: number;
  openCents: number;
  disputedCents: number;
  lines: ReviewedLineFacts[];
}

/** The line's share of the tax of its ticket. */
const taxCents = sql`coalesce(round(t.tax_cents::numeric * line.amount_cents
  / nullif((select sum(each.amount_cents) from ticket_products each where each.ticket_id = t.id), 0)), 0)`;

const lineFacts = jsonObject({
  ticketId: sql`t.id`,
  lineNumber: sql`line.line_number`,
  ticketNumber: sql`t.ticket_number`,
  productId: sql`product.id`,
  productNumber: sql`product.number`,
  description: sql`product.description`,
  unitOfMeasure: sql`product.unit_of_measure`,
  quantity: sql`line.quantity`,
  unitPriceCents: sql`line.unit_price_cents`,
  amountCents: sql`line.amount_cents`,
  taxCents,
  isMaterial,
  ticketQuantity: sql`t.quantity`,
  isCancelled: sql`t.is_cancelled`,
  rejectReason: rejectReasonOf,
  agreedPriceCents: sql`agreed.cents`,
  source: sql`agreed.source`,
  quoteNumber: sql`agreed.quote_number`,
  billedBefore,
});

/** Returns an invoice as it is compared, in one statement. Undefined if it is not the customer's. */
export async function findReviewFacts(database: Database, actor: Member, documentNumber: string): Promise<ReviewFacts | undefined> {
  return database.read<ReviewFacts>(
    actor,
    sql`select ${jsonObject({
      documentNumber: sql`i.document_number`,
      salesCents: sql`i.sales_cents`,
      taxCents: sql`i.tax_cents`,
      openCents: sql`i.open_cents`,
      disputedCents,
      lines: sql`(select coalesce(json_agg(${lineFacts} order by t.load_number, t.id, line.line_number), '[]') from ${billedLines})`,
    })} as answer from invoices i where i.document_number = ${documentNumber} and i.customer_id = ${actor.customerId}`,
  );
}

/**
 * Returns the customer's invoices that need attention or are disputed, newest first, as JSON. Disputed ones come before the others: what goes into
 * the cart depends on them.
 */
export async function findOverview(
  database: Database,
  { customerId, ...user }: Member,
  { maxMarks, today, rule }: { maxMarks: number; today: string; rule: PartDiscountRule },
): Promise<string> {
  const part = sql`coalesce(${undisputedCents}, ${dueCents})`;
  const answer = await database.read(
    { customerId, ...user },
    sql`with flagged as materialized (select unnest(${attentionIds(customerId)}) as id),
      disputed as materialized (
        select i.id, ${disputedCents} as cents from invoices i
        where i.id in (select d.invoice_id from disputes d where d.customer_id = ${customerId} and d.state in ('open', 'answered')) and ${hasDispute})
      select json_build_object(
        'attentionCount', (select count(*) from flagged), 'disputedCount', (select count(*) from disputed),
        'marks', (select coalesce(json_agg(mark), '[]') from (
          select i.document_number as "documentNumber", flagged.id is not null as "needsAttention", flagged.id is not null and ${billsRejectedLoad} as "billsRejectedLoad", disputed.id is not null as "isDisputed",
            ${dollars(sql`coalesce(disputed.cents, 0)`)} as "disputedAmount",
            ${dollars(sql`${part} - ${partDiscountOn(today, part, rule)}`)} as "cartAmount"
          from (select id from flagged union select id from disputed) as marked join invoices i on i.id = marked.id
            left join flagged on flagged.id = marked.id left join disputed on disputed.id = marked.id
          order by disputed.id is null, i.document_date desc, i.id desc limit ${maxMarks}) as mark))::text as answer`,
  );
  return answer as string;
}
