import type { QUOTE_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import type { QuoteDetail } from '@yardage/contract/quotes';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type CalendarDays, type ListDeclaration, onDays, pageQuery, tablesOf } from '#server/database/page-query';
import { asRead, dollars, jsonObject, ofOwnCustomer } from '#server/database/sql';

const quoteFields = {
  id: sql`q.id`,
  quoteNumber: sql`q.quote_number`,
  customerName: ofOwnCustomer(sql`c.company_name`),
  quoteAddress: sql`q.quote_address`,
  startDate: sql`q.start_date`,
  terminationDate: sql`q.termination_date`,
  isActive: sql`q.is_active`,
  priceAdjustment: dollars(sql`q.price_adjustment_cents`),
  salesPersonName: sql`q.sales_person_name`,
  plantCode: sql`pl.number`,
  quoteDate: sql`q.quote_date`,
  specJob: sql`q.spec_job`,
  quoteName: sql`q.quote_name`,
  quoteType: sql`q.quote_type`,
};

const quoteList: ListDeclaration<(typeof QUOTE_SORT_KEYS)[number]> = {
  from: sql`quotes q`,
  join: sql`left join plants pl on pl.id = q.plant_id`,
  key: sql`q.id`,
  mainDate: sql`q.quote_date`,
  fields: quoteFields,
  search: {
    own: [sql`q.quote_number`, sql`q.quote_name`, sql`q.quote_address`, sql`q.spec_job`, sql`q.sales_person_name`, sql`q.quote_type`],
  },
  sort: {
    quoteNumber: asRead(sql`q.quote_number`),
    quoteName: asRead(sql`q.quote_name`),
    quoteDate: sql`q.quote_date`,
    startDate: sql`q.start_date`,
    terminationDate: sql`q.termination_date`,
    quoteAddress: asRead(sql`q.quote_address`),
    salesPersonName: asRead(sql`q.sales_person_name`),
    plantCode: asRead(sql`pl.number`),
    quoteType: asRead(sql`q.quote_type`),
    specJob: asRead(sql`q.spec_job`),
  },
};

/** Whether a quote (as `q`) holds on a day. */
export const isQuoteValid = (day: SQL): SQL => sql`q.is_active and q.start_date <= ${day} and coalesce(q.termination_date >= ${day}, true)`;

/** What a quote adds to each of its unit prices on a day: its adjustment, from one year after its first day of validity. */
export const adjustmentOn = (quote: 'q' | 'quote', day: SQL): SQL => {
  const column = (name: string) => sql.raw(`${quote}.${name}`);
  return sql`case when ${day} >= ${column('start_date')} + interval '12 months' then coalesce(${column('price_adjustment_cents')}, 0) else 0 end`;
};

/**
 * The prices that were agreed for a product in the order `o` of the customer `c`: those of the order's quote, which may list a product
 * several times, then that of the customer's price list. `place` and `line_number` are their order.
 */
export const agreedPricesOf = (product: SQL): SQL => sql`
  select priced.unit_price_cents + ${adjustmentOn('quote', sql`o.ship_date`)} as cents, 'quote' as source, quote.quote_number, 1 as place, priced.line_number
  from quotes quote join quote_products priced on priced.quote_id = quote.id
  where quote.id = o.quote_id and priced.product_id = ${product}
  union all
  select item.unit_price_cents, 'price-list', null, 2, 1
  from price_list_items item join price_lists list on list.id = item.price_list_id
  where item.price_list_id = c.price_list_id and item.product_id = ${product} and list.effective_from <= o.ship_date`;

/** Returns a page of the customer's quotes dated within the given days (active, inactive or all), as JSON. */
export async function listQuotes(
  database: Database,
  actor: Member,
  request: PageRequest,
  filter: CalendarDays & { isActive: boolean | undefined },
): Promise<string> {
  const conditions: [SQL, ...SQL[]] = [sql`q.customer_id = ${actor.customerId}`, ...onDays(quoteList.mainDate, filter)];
  if (filter.isActive !== undefined) conditions.push(sql`q.is_active = ${filter.isActive}`);
  return (await database.read(actor, pageQuery(quoteList, request, conditions))) as string;
}

const detailFields = {
  ...quoteFields,
  terms: sql`q.terms`,
  quoteProducts: sql`(select coalesce(json_agg(${jsonObject({
    productNumber: sql`p.number`,
    description: sql`p.description`,
    quantity: sql`line.quantity`,
    unitOfMeasure: sql`p.unit_of_measure`,
    price: dollars(sql`line.unit_price_cents`),
  })} order by line.line_number), '[]')
    from quote_products line join products p on p.id = line.product_id where line.quote_id = q.id)`,
};

/** A quote as its document shows it. */
export type QuoteForDocument = QuoteDetail & {
  /** Whether its last day is over at the data source. */
  isExpired: boolean;
};

export async function findQuoteForDocument(database: Database, actor: Member, quoteId: number): Promise<QuoteForDocument | undefined> {
  const today = sql`(select (now() at time zone d.time_zone)::date from customers c join data_sources d on d.id = c.data_source_id where c.id = q.customer_id)`;
  const fields = { ...detailFields, isExpired: sql`coalesce(q.termination_date < ${today}, false)` };
  return database.read<QuoteForDocument>(
    actor,
    sql`select ${jsonObject(fields)} as answer from ${tablesOf(quoteList)} where q.id = ${quoteId} and q.customer_id = ${actor.customerId}`,
  );
}

/** Returns one quote with its products, as JSON. Returns undefined if it belongs to another customer. */
export async function findQuote(database: Database, actor: Member, quoteId: number): Promise<string | undefined> {
  return database.read(
    actor,
    sql`select ${jsonObject(detailFields)}::text as answer from ${tablesOf(quoteList)}
        where q.id = ${quoteId} and q.customer_id = ${actor.customerId}`,
  );
}
