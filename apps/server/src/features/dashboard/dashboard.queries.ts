import type { PageRequest } from '@yardage/contract/paging';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { type LoadPlace, STATUSES_AT } from '@yardage/domain/tickets';
import type { PartDiscountRule } from '#server/config';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type ListDeclaration, pageQuery } from '#server/database/page-query';
import { dollars, isoMoment, jsonObject } from '#server/database/sql';
import { isPayable, keepableDiscount } from '#server/features/carts/payable.queries';
import { todayIn } from '#server/features/ledger/ledger.queries';
import { isDelivered, orderDelivery, orderStage, orderSummary } from '#server/features/orders/orders.queries';
import { loadsUnderWay } from '#server/features/truck-tracking/active-loads.queries';
import { nextArrivals } from '#server/features/truck-tracking/truck-tracking.queries';

/** A member with the customer's data source and time zone. */
export interface Place extends Member {
  datasourceId: number;
  timeZone: string;
}

const announcementList: ListDeclaration<'postedDate' | 'title'> = {
  from: sql`announcements a`,
  key: sql`a.id`,
  mainDate: sql`a.posted_on`,
  fields: { id: sql`a.id`, title: sql`a.title`, body: sql`a.body`, postedDate: sql`a.posted_on` },
  search: { own: [sql`a.title`, sql`a.body`] },
  sort: { postedDate: sql`a.posted_on`, title: sql`a.title` },
};

/** Returns a page of today's announcements as JSON: the supplier's general ones and those of the data source. */
export async function listAnnouncements(database: Database, actor: Place, request: PageRequest): Promise<string> {
  const today = todayIn(actor.timeZone);
  const conditions: [SQL, ...SQL[]] = [
    sql`(a.data_source_id is null or a.data_source_id = ${actor.datasourceId} or ${actor.datasourceId} = any(a.data_source_ids))`,
    sql`a.posted_on <= ${today}`,
    sql`(a.expires_on is null or a.expires_on >= ${today})`,
  ];
  return (await database.read(actor, pageQuery(announcementList, request, conditions))) as string;
}

/** Returns the discounts that can still be kept by expiry day, as JSON. Invoices with a pending payment have none. */
export async function findPossibleDiscounts(database: Database, actor: Place, rule: PartDiscountRule): Promise<string> {
  const answer = await database.read(
    actor,
    sql`with by_day as (
        select i.discount_expires_on as day, sum(kept.cents) as cents, count(*) as invoices,
          min(i.document_date) as first_day, max(i.document_date) as last_day
        from invoices i cross join lateral (select ${keepableDiscount(rule)} as cents offset 0) as kept
        where i.customer_id = ${actor.customerId} and i.discount_expires_on >= ${todayIn(actor.timeZone)} and ${isPayable} and kept.cents > 0
        group by i.discount_expires_on)
      select json_build_object(
        'totalPossibleDiscountAmount', ${dollars(sql`coalesce(sum(by_day.cents), 0)`)},
        'expiryDateWiseDiscounts', coalesce(json_agg(${jsonObject({
          possibleDiscountAmount: dollars(sql`by_day.cents`),
          discountExpiryDate: sql`by_day.day`,
          invoiceCount: sql`by_day.invoices`,
          firstDocumentDate: sql`by_day.first_day`,
          lastDocumentDate: sql`by_day.last_day`,
        })} order by by_day.day), '[]'))::text as answer from by_day`,
  );
  return answer as string;
}

/** Today in the customer's time zone, as `day`. */
const dayOf = ({ timeZone }: Place) => sql`(
  select ${todayIn(timeZone)} as date, ${todayIn(timeZone)}::timestamp at time zone ${timeZone}::text as starts_at,
    (${todayIn(timeZone)} + 1)::timestamp at time zone ${timeZone}::text as ends_at) as day`;

const startsOn = sql`(o.starts_at >= day.starts_at and o.starts_at < day.ends_at)`;

/** Whether the order `o` is delivered at all. */
export const isDelivery = sql.raw(`o.status_id not in (${ORDER_STATUS.deleted}, ${ORDER_STATUS.cancelled})`);

/** Counts the orders to deliver that start today, and sums ordered and delivered quantities per unit. */
const ordersOf = (actor: Place) => sql`(
  select json_build_object('count', coalesce(sum(by_unit.orders), 0),
    'quantities', coalesce(json_agg(${jsonObject({
      unitOfMeasure: sql`by_unit.unit_of_measure`,
      ordered: sql`by_unit.ordered`,
      delivered: sql`by_unit.delivered`,
    })} order by by_unit.orders desc, by_unit.unit_of_measure), '[]'))
  from (
    select p.unit_of_measure, count(*) as orders, sum(o.quantity_ordered) as ordered,
      coalesce(sum((select sum(t.quantity) from tickets t where t.order_id = o.id and ${isDelivered})), 0) as delivered
    from orders o join products p on p.id = o.product_id
    where o.customer_id = ${actor.customerId} and ${startsOn} and ${isDelivery}
    group by p.unit_of_measure) as by_unit)`;

/** Counts the trucks of the tracking page that are at a place. */
const trucksAt = (actor: Place, place: LoadPlace) =>
  sql`(select count(*) from ${loadsUnderWay(actor.customerId)} as t where t.status_id in (${sql.raw(STATUSES_AT[place].join(', '))}))`;

/** Returns today's orders and trucks as JSON. Parts that the caller may not see are null. */
export async function findToday(database: Database, actor: Place, may: { seeOrders: boolean; seeTrucks: boolean }): Promise<string> {
  const fields = {
    date: sql`day.date`,
    orders: may.seeOrders ? ordersOf(actor) : sql`null::json`,
    trucksAtPlant: may.seeTrucks ? trucksAt(actor, 'plant') : sql`null::int`,
    trucksOnTheRoad: may.seeTrucks ? trucksAt(actor, 'road') : sql`null::int`,
    trucksOnJob: may.seeTrucks ? trucksAt(actor, 'job') : sql`null::int`,
  };
  return (await database.read(actor, sql`select ${jsonObject(fields)}::text as answer from ${dayOf(actor)}`)) as string;
}

/** How many deliveries the dashboard shows. The orders list shows all of them. */
const MAX_DELIVERIES = 6;

/** Returns today's orders without cancelled and deleted ones, with their progress and the next expected truck, as JSON. */
export async function findTodaysDeliveries(database: Database, actor: Place, may: { seeTrucks: boolean }): Promise<string> {
  const fields = {
    ...orderSummary,
    startsAt: isoMoment(sql`o.starts_at`),
    nextTruckAt: may.seeTrucks ? isoMoment(sql`arrival.expected_at`) : sql`null::text`,
  };
  const arrivals = may.seeTrucks ? sql`left join ${nextArrivals(actor.customerId)} on arrival.order_id = o.id` : sql``;
  const answer = await database.read(
    actor,
    sql`with found as (
        select ${jsonObject(fields)} as item, row_number() over (order by ${orderStage}, o.starts_at, o.id) as place
        from ${dayOf(actor)} join orders o on ${startsOn} join products p on p.id = o.product_id ${orderDelivery} ${arrivals}
        where o.customer_id = ${actor.customerId} and ${isDelivery})
      select json_build_object('totalCount', count(*),
        'items', coalesce(json_agg(found.item order by found.place) filter (where found.place <= ${MAX_DELIVERIES}), '[]'))::text as answer from found`,
  );
  return answer as string;
}
