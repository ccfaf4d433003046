import type { QUOTE_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type CalendarDays, type ListDeclaration, onDays, pageQuery, tablesOf } from '#server/database/page-query';
import { dollars, jsonObject, ofOwnCustomer } from '#server/database/sql';

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
    quoteNumber: sql`q.quote_number`,
    quoteName: sql`q.quote_name`,
    quoteDate: sql`q.quote_date`,
    startDate: sql`q.start_date`,
    terminationDate: sql`q.termination_date`,
    quoteAddress: sql`q.quote_address`,
    salesPersonName: sql`q.sales_person_name`,
    plantCode: sql`pl.number`,
    quoteType: sql`q.quote_type`,
    specJob: sql`q.spec_job`,
  },
};

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

/** Returns one quote with its products, as JSON. Returns undefined if it belongs to another customer. */
export async function findQuote(database: Database, actor: Member, quoteId: number): Promise<string | undefined> {
  return database.read(
    actor,
    sql`select ${jsonObject(detailFields)}::text as answer from ${tablesOf(quoteList)}
        where q.id = ${quoteId} and q.customer_id = ${actor.customerId}`,
  );
}
