import type { RequestOptions } from '@yardage/contract/order-requests';
import { ORDER_STATUS, type OrderType } from '@yardage/domain/orders';
import { PLACEMENTS } from '@yardage/domain/request-states';
import type { Database, Member, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMoment, jsonObject } from '#server/database/sql';
import { isQuoteValid } from '#server/features/quotes/quotes.queries';

const MAX_JOBS = sql.raw('30');
const MAX_MIXES = sql.raw('150');
/** The usual start is that of this many last orders. */
const LAST_ORDERS = sql.raw('40');

/** The customer's orders of the last year; a deleted one is none. */
const recentOrders = (customerId: number) =>
  sql`select * from orders o where o.customer_id = ${customerId} and o.status_id <> ${sql.raw(String(ORDER_STATUS.deleted))}
      and o.starts_at > now() - interval '1 year'`;

/** What the form offers, without the rules. Starts are in the data source's time zone. */
export type StoredOptions = Omit<RequestOptions, 'materials' | 'timeZone'> & { usualStarts: Partial<Record<OrderType, string>> | null };

/** What the form repeats, if anything. */
interface RepeatedIds {
  order?: number | undefined;
  request?: number | undefined;
}

/**
 * Returns jobs, mixes, plants, the usual starts and the contact of a user at a customer. The product of what is repeated is among the mixes
 * if it was ever ordered, because it can be requested then (`findMix`).
 */
export async function findOptions(
  database: Database,
  { customerId, userId }: Member,
  timeZone: string,
  { order = 0, request = 0 }: RepeatedIds = {},
): Promise<StoredOptions> {
  const today = sql`(now() at time zone ${timeZone}::text)::date`;
  const found = await database.read<StoredOptions>(
    { customerId, userId },
    sql`with recent as (${recentOrders(customerId)}),
      quoted as (
        select q.id, q.quote_number, q.quote_name, q.quote_date, qp.product_id from quotes q join quote_products qp on qp.quote_id = q.id
        where q.customer_id = ${customerId} and ${isQuoteValid(today)}),
      jobs as (
        select * from (
          select distinct on (o.job, o.job_address1, o.order_type) o.* from recent o
          order by o.job, o.job_address1, o.order_type, o.starts_at desc) as last_of_job
        order by starts_at desc limit ${MAX_JOBS}),
      again as (
        select o.product_id from orders o where o.id = ${order} and o.customer_id = ${customerId}
        union all
        select r.product_id from order_requests r where r.id = ${request} and r.customer_id = ${customerId}
          and exists (select from orders o where o.customer_id = r.customer_id and o.product_id = r.product_id)),
      mixes as (
        select p.*, quoted.id as quote_id, quoted.quote_number, quoted.quote_name, last_use.at
        from products p left join quoted on quoted.product_id = p.id
          left join lateral (select max(o.starts_at) as at from recent o where o.product_id = p.id
            and (quoted.id is null or o.quote_id = quoted.id)) as last_use on true
        where not p.is_charge
          and (quoted.id is not null or p.id in (select o.product_id from recent o union all select again.product_id from again))
        order by p.id in (select again.product_id from again) desc, last_use.at desc nulls last, quoted.quote_date desc, p.number limit ${MAX_MIXES})
      select json_build_object(
        'jobs', (select coalesce(json_agg(${jsonObject({
          orderId: sql`o.id`,
          orderType: sql`o.order_type`,
          plantId: sql`o.plant_id`,
          job: sql`o.job`,
          address: sql`concat_ws(', ', o.job_address1, o.job_address2)`,
          poNumber: sql`o.po_number`,
          productId: sql`o.product_id`,
          quoteId: sql`(select quoted.id from quoted where quoted.id = o.quote_id and quoted.product_id = o.product_id limit 1)`,
          quantity: sql`o.quantity_ordered`,
          intervalMinutes: sql`o.interval_minutes`,
          lastStartsAt: isoMoment(sql`o.starts_at`),
        })} order by o.starts_at desc), '[]') from jobs o),
        'mixes', (select coalesce(json_agg(${jsonObject({
          productId: sql`m.id`,
          orderType: sql`m.order_type`,
          piecesPerPallet: sql`m.pieces_per_pallet`,
          quoteId: sql`m.quote_id`,
          quoteNumber: sql`m.quote_number`,
          quoteName: sql`m.quote_name`,
          number: sql`m.number`,
          description: sql`m.description`,
          unitOfMeasure: sql`m.unit_of_measure`,
          slump: sql`m.slump`,
        })} order by m.at desc nulls last), '[]') from mixes m),
        'plants', (select coalesce(json_agg(json_build_object('id', pl.id, 'name', pl.name, 'number', pl.number) order by pl.number), '[]')
          from plants pl where pl.data_source_id = (select c.data_source_id from customers c where c.id = ${customerId})),
        'usualStarts', (select json_object_agg(usual.order_type, usual.start) from (
          select o.order_type, mode() within group (order by to_char(o.starts_at at time zone ${timeZone}::text, 'HH24:MI')) as start
          from (select order_type, starts_at, row_number() over (partition by order_type order by starts_at desc) as place from recent) as o
          where o.place <= ${LAST_ORDERS} group by o.order_type) as usual),
        'contactName', coalesce((select m.first_name || ' ' || m.last_name from members m where m.customer_id = ${customerId} and m.user_id = ${userId} limit 1), ''),
        'contactPhone', (select m.phone from members m where m.customer_id = ${customerId} and m.user_id = ${userId} limit 1),
        'repeated', ${repeatedOrder(customerId, order)}) as answer`,
  );
  if (!found) throw new Error('the options of a request were not read');
  return found;
}

/**
 * What an order that is repeated has besides what its own page shows: how it was placed or picked up, and everything that its request
 * contained. An order without a request may have the placement as its usage.
 */
function repeatedOrder(customerId: number, orderId: number): SQL {
  const placements = sql.raw(`'{${PLACEMENTS.join(',')}}'`);
  return sql`(select ${jsonObject({
    productId: sql`o.product_id`,
    plantId: sql`o.plant_id`,
    isPickedUp: sql`coalesce(r.is_picked_up, o.status_id = ${sql.raw(String(ORDER_STATUS.fob))})`,
    holdQuantity: sql`r.hold_quantity`,
    yardsPerHour: sql`case when o.interval_minutes is not distinct from r.interval_minutes then r.yards_per_hour end`,
    placement: sql`coalesce(r.placement, case when lower(o.usage) = any (${placements}::text[]) then lower(o.usage) end)`,
    unloading: sql`r.unloading`,
    slump: sql`coalesce(r.slump, case when o.slump is distinct from p.slump then o.slump end)`,
    admixtures: sql`r.admixtures`,
    contactName: sql`r.contact_name`,
    contactPhone: sql`r.contact_phone`,
    notes: sql`r.notes`,
  })} from orders o join products p on p.id = o.product_id
      left join order_requests r on r.order_id = o.id and r.kind = 'pour'
    where o.id = ${orderId} and o.customer_id = ${customerId} limit 1)`;
}

/** A job that the customer has had delivered to. */
export interface KnownJob {
  job: string;
  jobNumber: string | null;
  jobAddress1: string;
  jobAddress2: string | null;
  jobLatitude: number | null;
  jobLongitude: number | null;
  plantId: number;
  orderType: OrderType;
}

/** Returns the job of one of the customer's orders. */
export async function findJob({ orm }: Transaction, { customerId }: Member, orderId: number): Promise<KnownJob | undefined> {
  const { rows } = await orm.execute<{ answer: KnownJob }>(
    sql`select ${jsonObject({
      job: sql`o.job`,
      jobNumber: sql`o.job_number`,
      jobAddress1: sql`o.job_address1`,
      jobAddress2: sql`o.job_address2`,
      jobLatitude: sql`o.job_latitude`,
      jobLongitude: sql`o.job_longitude`,
      plantId: sql`o.plant_id`,
      orderType: sql`o.order_type`,
    })} as answer from orders o where o.id = ${orderId} and o.customer_id = ${customerId}`,
  );
  return rows[0]?.answer;
}

/** A mix that the customer may request, and the plant of its quote or of the customer's last order. */
export interface WantedMix {
  quoteId: number | null;
  /** Whether the named quote is valid on the day; also true without a quote. */
  isQuoteInForce: boolean;
  plantId: number | null;
  orderType: OrderType;
}

/**
 * Returns the mix if it is in the named quote, or if the customer ordered it before and names no quote. The caller refuses a quote that is
 * not valid on the day. The plant is that of the quote, of the customer's last order, or the first of the data source.
 */
export async function findMix(
  { orm }: Transaction,
  { customerId }: Member,
  { productId, quoteId, day }: { productId: number; quoteId: number | null; day: string },
): Promise<WantedMix | undefined> {
  const isOffered =
    quoteId === null
      ? sql`exists (select from orders o where o.customer_id = c.id and o.product_id = p.id)
          or exists (select from quotes q join quote_products qp on qp.quote_id = q.id where q.customer_id = c.id and qp.product_id = p.id and q.is_active)`
      : sql`exists (select from quotes q join quote_products qp on qp.quote_id = q.id
          where q.id = ${quoteId} and q.customer_id = c.id and qp.product_id = p.id)`;
  const isInForce =
    quoteId === null ? sql`true` : sql`exists (select from quotes q where q.id = ${quoteId} and ${isQuoteValid(sql`${day}::date`)})`;
  const { rows } = await orm.execute<{ answer: WantedMix }>(
    sql`select json_build_object('quoteId', ${quoteId}::bigint, 'isQuoteInForce', ${isInForce}, 'orderType', p.order_type, 'plantId', coalesce(
          (select q.plant_id from quotes q where q.id = ${quoteId}::bigint and q.customer_id = c.id),
          (select o.plant_id from orders o where o.customer_id = c.id and o.order_type = p.order_type order by o.starts_at desc limit 1),
          (select min(pl.id) from plants pl where pl.data_source_id = c.data_source_id))) as answer
        from customers c join products p on p.data_source_id = c.data_source_id
        where c.id = ${customerId} and p.id = ${productId} and not p.is_charge and (${isOffered})`,
  );
  return rows[0]?.answer;
}
