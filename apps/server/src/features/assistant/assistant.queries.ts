import type { AssistantBlock, AssistantMessage, AssistantRecord } from '@yardage/contract/assistant';
import { SENDERS } from '@yardage/domain/chat';
import type { JobPlace } from '@yardage/domain/job-key';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';
import type { Database, Member } from '#server/database/database';
import { and, eq, sql } from '#server/database/drizzle';
import { type CalendarDays, type DayRange, onDays, withinDays } from '#server/database/page-query';
import { matching } from '#server/database/search';
import { isoMoment, jsonObject } from '#server/database/sql';
import { assistantMessages } from '#server/database/tables/assistant';
import { orderOf } from '#server/features/invoices/invoices.queries';
import { latestOfOrders, orderAddress, orderJobKey, orderJobNumber } from '#server/features/orders/job-key.queries';
import { isDelivered } from '#server/features/orders/orders.queries';
import { adjustmentOn, isQuoteValid } from '#server/features/quotes/quotes.queries';
import { isRejectedLoad } from '#server/features/sign-offs/sign-offs.queries';
import { loadsUnderWay } from '#server/features/truck-tracking/active-loads.queries';

/** How many messages are kept per conversation. */
const KEPT_MESSAGES = 200;

const messageFields = {
  id: sql`m.id`,
  sender: sql`m.sender`,
  createdAt: isoMoment(sql`m.created_at`),
  blocks: sql`m.blocks`,
  records: sql`m.records`,
};
const ownMessages = (actor: Member) => sql`m.customer_id = ${actor.customerId} and m.user_id = ${actor.userId}`;

/** Returns the latest messages of the caller's conversation as JSON, oldest first. */
export async function listMessages(database: Database, actor: Member, count: number): Promise<string> {
  const answer = await database.read(
    actor,
    sql`select json_build_object('messages', coalesce(json_agg(message.fields order by message.id), '[]'))::text as answer
        from (select m.id, ${jsonObject(messageFields)} as fields from assistant_messages m where ${ownMessages(actor)} order by m.id desc limit ${count}) as message`,
  );
  return answer as string;
}

export interface NewMessage {
  sender: AssistantMessage['sender'];
  blocks: readonly AssistantBlock[];
  records: readonly AssistantRecord[];
}

/** Stores messages and deletes the oldest beyond KEPT_MESSAGES. */
export async function addMessages(database: Database, actor: Member, messages: readonly NewMessage[]): Promise<AssistantMessage[]> {
  return database.transaction(actor, async ({ orm, client }) => {
    const { customerId, userId } = actor;
    const rows = await orm
      .insert(assistantMessages)
      .values(messages.map((message) => ({ customerId, userId, ...message })))
      .returning({ id: assistantMessages.id, createdAt: assistantMessages.createdAt });
    await client.query(
      `delete from assistant_messages where customer_id = $1 and user_id = $2 and id <= (
         select id from assistant_messages where customer_id = $1 and user_id = $2 order by id desc offset $3 limit 1)`,
      [customerId, userId, KEPT_MESSAGES],
    );
    return messages.map(({ sender, blocks, records }, index) => ({
      id: rows[index]?.id ?? 0,
      sender,
      createdAt: rows[index]?.createdAt.toISOString() ?? '',
      blocks: [...blocks],
      records: [...records],
    }));
  });
}

/** Deletes the caller's conversation. */
export async function removeMessages(database: Database, { customerId, userId }: Member): Promise<void> {
  await database.transaction({ customerId, userId }, ({ orm }) =>
    orm.delete(assistantMessages).where(and(eq(assistantMessages.customerId, customerId), eq(assistantMessages.userId, userId))),
  );
}

/** The deliveries to one job, in one unit of measure. */
export interface JobDeliveries extends JobPlace {
  unitOfMeasure: string;
  quantity: number;
  loads: number;
  firstTime: string;
  lastTime: string;
}

/** Numbers are typed in any case. */
const spellingsOf = (number: string): string[] => [...new Set([number, number.toUpperCase(), number.toLowerCase()])];

/** Returns the ids of the customer's orders with a number: it is used again after a while. */
export async function findOrderIds(database: Database, actor: Member, number: string): Promise<number[]> {
  const ids = await database.read<number[]>(
    actor,
    sql`select coalesce(json_agg(o.id), '[]') as answer from orders o where o.customer_id = ${actor.customerId} and o.order_number = any(${sql.param(spellingsOf(number))})`,
  );
  return ids ?? [];
}

/** What identifies a record on its page, by its number. The latest record wins, because numbers are used again. */
const RECORD_KEYS = {
  order: sql`select o.id::text as key, o.starts_at as at, o.id from orders o where o.customer_id = account.id and o.order_number = any(asked.spellings)`,
  ticket: sql`select t.id::text as key, t.ticketed_at as at, t.id from tickets t where t.customer_id = account.id and t.ticket_number = any(asked.spellings)`,
  quote: sql`select q.id::text as key, q.quote_date as at, q.id from quotes q where q.customer_id = account.id and q.quote_number = any(asked.spellings)`,
  invoice: sql`select i.document_number as key, i.document_date as at, i.id from invoices i where i.customer_id = account.id and i.document_number = any(asked.spellings)`,
  payment: sql`select p.cart_id as key, p.started_at as at, p.id from payments p where p.customer_id = account.id
    and (p.cart_id = any(asked.spellings) or p.payment_id = any(asked.spellings))`,
} as const;

/** Returns what identifies a record in the address of its page; undefined if the customer has none with the number. */
export async function findRecordKey(
  database: Database,
  actor: Member,
  kind: AssistantRecord['kind'],
  number: string,
): Promise<string | undefined> {
  if (kind === 'statement') return undefined;
  const found = await database.read<string>(
    actor,
    sql`select (select found.key from (${RECORD_KEYS[kind]}) as found order by found.at desc, found.id desc limit 1) as answer
        from (select ${actor.customerId}::bigint as id) as account, (select ${sql.param(spellingsOf(number))}::text[] as spellings) as asked`,
  );
  return found ?? undefined;
}

/** The name, number and address of a job, by its latest order. */
const latestJob = sql`${latestOfOrders(sql`o.job`)} as job, ${latestOfOrders(orderJobNumber)} as number, ${latestOfOrders(orderAddress)} as address`;
const jobFields = { job: sql`by_job.job`, jobNumber: sql`by_job.number`, jobAddress: sql`by_job.address` };

/** Returns the deliveries within the days by job, largest quantity first. */
export async function sumDeliveries(
  database: Database,
  actor: Member,
  filter: DayRange & { search: string | undefined; orderType: number | undefined },
): Promise<JobDeliveries[]> {
  const conditions = [
    sql`t.customer_id = ${actor.customerId}`,
    isDelivered,
    ...withinDays(sql`t.ticketed_at`, filter),
    ...(filter.orderType ? [sql`o.order_type = ${filter.orderType}`] : []),
    ...matching({ lowered: sql`o.search_text`, own: [sql`p.number`, sql`p.description`] }, filter.search),
  ];
  const rows = await database.read<JobDeliveries[]>(
    actor,
    sql`select coalesce(json_agg(${jsonObject({
      ...jobFields,
      unitOfMeasure: sql`by_job.unit_of_measure`,
      quantity: sql`by_job.quantity`,
      loads: sql`by_job.loads`,
      firstTime: isoMoment(sql`by_job.first_at`),
      lastTime: isoMoment(sql`by_job.last_at`),
    })} order by by_job.quantity desc, by_job.job, by_job.number, by_job.address), '[]') as answer
        from (select ${latestJob}, of_order.unit_of_measure, sum(of_order.quantity) as quantity, sum(of_order.loads) as loads,
            min(of_order.first_at) as first_at, max(of_order.last_at) as last_at
          from (select o.id, p.unit_of_measure, sum(t.quantity) as quantity, count(*) as loads, min(t.ticketed_at) as first_at, max(t.ticketed_at) as last_at
            from tickets t join orders o on o.id = t.order_id join products p on p.id = o.product_id
            where ${sql.join(conditions, sql` and `)} group by o.id, p.unit_of_measure) as of_order join orders o on o.id = of_order.id
          group by ${orderJobKey}, of_order.unit_of_measure) as by_job`,
  );
  return rows ?? [];
}

/** The invoices of one job. `job` is null for invoices without an order. */
export interface JobInvoices extends Omit<JobPlace, 'job'> {
  job: string | null;
  totalCents: number;
  invoices: number;
}

/** Sums the invoices dated within the days by job, largest amount first. An invoice that names no order is of the order of its tickets. */
export async function sumInvoicesByJob(
  database: Database,
  actor: Member,
  { search, ...days }: CalendarDays & { search: string | undefined },
): Promise<JobInvoices[]> {
  const conditions = [
    sql`i.customer_id = ${actor.customerId} and i.voided_on is null`,
    ...onDays(sql`i.document_date`, days),
    ...matching({ lowered: sql`o.search_text` }, search),
  ];
  const rows = await database.read<JobInvoices[]>(
    actor,
    sql`select coalesce(json_agg(${jsonObject({ ...jobFields, totalCents: sql`by_job.cents`, invoices: sql`by_job.invoices` })}
          order by by_job.cents desc, by_job.job, by_job.number, by_job.address), '[]') as answer
        from (select ${latestJob}, sum(of_order.cents) as cents, sum(of_order.invoices) as invoices
          from (select o.id, sum(i.total_cents) as cents, count(*) as invoices from invoices i ${orderOf}
            where ${sql.join(conditions, sql` and `)} group by o.id) as of_order left join orders o on o.id = of_order.id
          group by ${orderJobKey}) as by_job`,
  );
  return rows ?? [];
}

/** A product's price from an active quote, or from the customer's price list if `quoteId` is null. */
export interface ProductPrice {
  product: string;
  description: string;
  unitOfMeasure: string;
  unitPriceCents: number;
  quoteId: number | null;
  quoteNumber: string | null;
  quoteName: string | null;
}

/**
 * Returns the prices of products whose code or description contains all words of `product`, from quotes and the price list that hold today.
 * With a `search` for a job, only quotes of that job. Prices of quotes are those of today.
 */
export async function findPrices(
  database: Database,
  actor: Member,
  {
    product,
    search,
    orderType,
    today,
  }: { product?: string | undefined; search?: string | undefined; orderType?: number | undefined; today: string },
): Promise<ProductPrice[]> {
  const isOfType = orderType ? sql`p.order_type = ${orderType}` : sql`true`;
  const isProduct = sql.join([isOfType, ...matching({ own: [sql`p.number`, sql`p.description`] }, product)], sql` and `);
  const isOfJob = sql.join([sql`true`, ...matching({ own: [sql`q.quote_name`, sql`q.quote_address`] }, search)], sql` and `);
  const price = jsonObject({
    product: sql`found.number`,
    description: sql`found.description`,
    unitOfMeasure: sql`found.unit_of_measure`,
    unitPriceCents: sql`found.cents`,
    quoteId: sql`found.quote_id`,
    quoteNumber: sql`found.quote_number`,
    quoteName: sql`found.quote_name`,
  });
  const rows = await database.read<ProductPrice[]>(
    actor,
    sql`select coalesce(json_agg(${price} order by found.number, found.quote_number nulls last), '[]') as answer from (
        select p.number, p.description, p.unit_of_measure, line.unit_price_cents + ${adjustmentOn('q', sql`${today}::date`)} as cents, q.id as quote_id, q.quote_number, q.quote_name
        from quotes q join quote_products line on line.quote_id = q.id join products p on p.id = line.product_id
        where q.customer_id = ${actor.customerId} and ${isQuoteValid(sql`${today}::date`)} and ${isProduct} and ${isOfJob}
        union all
        select p.number, p.description, p.unit_of_measure, item.unit_price_cents, null, null, null
        from customers c join price_lists list on list.id = c.price_list_id join price_list_items item on item.price_list_id = list.id
          join products p on p.id = item.product_id
        where c.id = ${actor.customerId} and list.effective_from <= ${today}::date and ${search === undefined} and ${isProduct}) as found`,
  );
  return rows ?? [];
}

/** A ticketed load that is not delivered yet. */
export interface LoadUnderWay {
  ticketId: number;
  ticketNumber: string;
  orderId: number;
  orderNumber: string;
  job: string;
  address: string;
  truckId: number;
  truckNumber: string;
  driver: string | null;
  statusId: number;
  /** Whether the load was rejected on the job. The truck counts until it leaves, its load does not. */
  isRejected: boolean;
  loadNumber: number;
  quantity: number;
  unitOfMeasure: string;
  dueOnJobTime: string | null;
  arrivedTime: string | null;
}

/** Returns the loads of the map that are not delivered yet, of the customer or of one order, sorted by due time. */
export async function listLoadsUnderWay(database: Database, actor: Member, orderId: number | undefined): Promise<LoadUnderWay[]> {
  const load = jsonObject({
    ticketId: sql`t.id`,
    ticketNumber: sql`t.ticket_number`,
    orderId: sql`o.id`,
    orderNumber: sql`o.order_number`,
    job: sql`o.job`,
    address: sql`concat_ws(' ', o.job_address1, o.job_address2)`,
    truckId: sql`tr.id`,
    truckNumber: sql`tr.number`,
    driver: sql`t.driver_name`,
    statusId: sql`t.status_id`,
    isRejected: isRejectedLoad,
    loadNumber: sql`t.load_number`,
    quantity: sql`t.quantity`,
    unitOfMeasure: sql`p.unit_of_measure`,
    dueOnJobTime: isoMoment(sql`t.due_on_job_at`),
    arrivedTime: isoMoment(sql`t.arrived_at`),
  });
  const loads = await database.read<LoadUnderWay[]>(
    actor,
    sql`select coalesce(json_agg(${load} order by t.due_on_job_at nulls last, t.load_number, t.id), '[]') as answer
        from ${loadsUnderWay(actor.customerId)} as t join orders o on o.id = t.order_id join products p on p.id = o.product_id
          join trucks tr on tr.id = t.truck_id
        where t.status_id < ${DELIVERED_STATUS} and not t.is_cancelled and (${orderId ?? null}::bigint is null or t.order_id = ${orderId ?? null}::bigint)`,
  );
  return loads ?? [];
}

/** Returns whether the assistant has already written exactly this text in a chat. */
export async function hasAgentSaid(database: Database, actor: Member, sessionId: string, texts: readonly string[]): Promise<boolean> {
  const found = await database.read<boolean>(
    actor,
    sql`select exists (select from chat_messages m where m.session_id = ${sessionId} and m.customer_id = ${actor.customerId}
          and m.sender_type = ${SENDERS.aiAgent} and m.message = any(${sql.param(texts)})) as answer`,
  );
  return found === true;
}
