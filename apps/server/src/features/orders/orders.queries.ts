import type { ORDER_SORT_KEYS } from '@yardage/contract/lists';
import type { OrderDetail } from '@yardage/contract/orders';
import type { PageRequest } from '@yardage/contract/paging';
import { ORDER_STATUS_NAMES, ORDER_TYPE_NAMES } from '@yardage/domain/names.messages';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { DELIVERED_STATUS, IN_TRANSIT_FROM_STATUS, type LoadPlace, STATUSES_AT } from '@yardage/domain/tickets';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type DayRange, type ListDeclaration, pageQuery, tablesOf, withinDays } from '#server/database/page-query';
import { matching } from '#server/database/search';
import { asRead, isoMoment, jsonObject, nameById, ofOwnCustomer } from '#server/database/sql';
import { renderOnce } from '#server/database/statement';
import { agreedPricesOf } from '#server/features/quotes/quotes.queries';
import { IS_REJECTED_LOAD, signOffStateOf } from '#server/features/sign-offs/sign-offs.queries';
import { expectedArrival, isArrivalKnown, isLoadActive } from '#server/features/truck-tracking/active-loads.queries';
import { orderJobNumber } from './job-key.queries.ts';

/** Whether ticket `t` counts: not if it is cancelled or its load was rejected on the job, which has to come again. */
const counts = `not t.is_cancelled and not ${IS_REJECTED_LOAD}`;
const hasStatusAt = (place: LoadPlace) => sql.raw(`t.status_id in (${STATUSES_AT[place].join(', ')})`);
/** Conditions on how far the load of ticket `t` is, whether the ticket counts or not. */
const hasStatus = {
  delivered: sql.raw(`t.status_id >= ${DELIVERED_STATUS}`),
  inTransit: sql.raw(`t.status_id >= ${IN_TRANSIT_FROM_STATUS} and t.status_id < ${DELIVERED_STATUS}`),
  plant: hasStatusAt('plant'),
  road: hasStatusAt('road'),
  job: hasStatusAt('job'),
};
/** Whether the load of ticket `t` is delivered. Every sum of deliveries uses this. */
export const isDelivered = renderOnce(sql`${hasStatus.delivered} and ${sql.raw(counts)}`);
const isInTransit = renderOnce(sql`${hasStatus.inTransit} and ${sql.raw(counts)}`);
const isOnJob = renderOnce(sql`${hasStatus.job} and ${sql.raw(counts)}`);

/** Whether the order `o` is deleted or cancelled: it is not delivered, whatever its tickets say. */
const isVoid = sql.raw(`o.status_id in (${ORDER_STATUS.deleted}, ${ORDER_STATUS.cancelled})`);
/** The sum of an order's tickets as lists show it: 0 for a cancelled one (ORD-22). */
const sumShown = (condition: SQL) =>
  sql`case when o.status_id = ${sql.raw(String(ORDER_STATUS.cancelled))} then 0 else coalesce((select sum(t.quantity) from tickets t where t.order_id = o.id and ${condition}), 0) end`;

/**
 * Joins the delivered and in-transit quantities of an order (as `o`) as `delivery`. Every feature that shows order quantities uses this.
 * `offset 0` keeps PostgreSQL from copying `counts` into each of the sums: it asks for the sign-offs of a ticket once, not five times.
 */
export const orderDelivery = sql`left join lateral (
      select sum(t.quantity) filter (where t.counts and ${hasStatus.delivered}) as delivered,
        sum(t.quantity) filter (where t.counts and ${hasStatus.inTransit}) as in_transit,
        sum(t.quantity) filter (where t.counts and ${hasStatus.plant}) as at_plant,
        sum(t.quantity) filter (where t.counts and ${hasStatus.road}) as on_road,
        sum(t.quantity) filter (where t.counts and ${hasStatus.job}) as on_job, min(t.ticketed_at) as first_ticketed_at
      from (select t.quantity, t.status_id, t.ticketed_at, ${sql.raw(counts)} as counts from tickets t where t.order_id = o.id offset 0) as t
    ) as delivery on true`;

const hasTickets = (condition: SQL) => sql`exists (select from tickets t where t.order_id = o.id and ${condition})`;

/** Sort rank of an order (as `o`): 0 a truck is on the job, 1 under way, 2 still to come, 3 over. */
export const orderStage = sql`case when ${isVoid} then 3 when ${hasTickets(isOnJob)} then 0
    when o.status_id = ${sql.raw(String(ORDER_STATUS.shipping))} or ${hasTickets(isInTransit)} then 1
    when o.status_id = ${sql.raw(String(ORDER_STATUS.complete))} then 3 else 2 end`;

/** Fields that identify an order (as `o`, with product `p` and `delivery`) and its progress. Every feature that shows them uses these. */
export const orderSummary = {
  id: sql`o.id`,
  orderNumber: sql`o.order_number`,
  orderType: sql`o.order_type`,
  orderStatusId: sql`o.status_id`,
  orderStatus: nameById(sql`o.status_id`, ORDER_STATUS_NAMES),
  qtyOrdered: sql`o.quantity_ordered`,
  qtyDelivered: sql`coalesce(delivery.delivered, 0)`,
  inTransitQty: sql`coalesce(delivery.in_transit, 0)`,
  atPlantQty: sql`coalesce(delivery.at_plant, 0)`,
  onRoadQty: sql`coalesce(delivery.on_road, 0)`,
  onJobQty: sql`coalesce(delivery.on_job, 0)`,
  unitOfMeasure: sql`p.unit_of_measure`,
  job: sql`o.job`,
};

const orderFields = {
  ...orderSummary,
  dataset: ofOwnCustomer(sql`d.code`),
  date: isoMoment(sql`o.starts_at`),
  shipDate: sql`o.ship_date`,
  onJobTime: isoMoment(sql`o.on_job_at`),
  plant: sql`pl.name`,
  plantNumber: sql`pl.number`,
  shipToAddress: sql`concat_ws(', ', o.job_address1, o.job_address2)`,
  mix: sql`p.number || ' ' || p.description`,
  interval: sql`o.interval_minutes`,
  // The time of the first ticket, or the planned one before there is a ticket.
  ticketTime: isoMoment(sql`coalesce(delivery.first_ticketed_at, o.ticket_at)`),
  orderedBy: sql`o.ordered_by`,
  loadCount: sql`o.load_count`,
  jobNumber: orderJobNumber,
  poNumber: sql`o.po_number`,
  quoteNumber: sql`q.quote_number`,
  quoteName: sql`q.quote_name`,
  customerName: ofOwnCustomer(sql`c.company_name`),
  jobAddress1: sql`o.job_address1`,
  jobAddress2: sql`o.job_address2`,
  altKeyOrderId: sql`o.alt_key`,
};

const orderList: ListDeclaration<(typeof ORDER_SORT_KEYS)[number]> = {
  from: sql`orders o`,
  join: sql`left join products p on p.id = o.product_id left join plants pl on pl.id = o.plant_id`,
  joinForFields: sql`
    left join quotes q on q.id = o.quote_id
    ${orderDelivery}`,
  key: sql`o.id`,
  mainDate: sql`o.starts_at`,
  fields: orderFields,
  search: {
    lowered: sql`o.search_text`,
    own: [sql`o.po_number`, sql`o.ordered_by`],
    referred: [{ key: sql`o.product_id`, id: sql`p.id`, table: sql`products p`, texts: [sql`p.number`, sql`p.description`] }],
  },
  sort: {
    date: sql`o.starts_at`,
    shipDate: sql`o.ship_date`,
    orderNumber: asRead(sql`o.order_number`),
    orderType: () => nameById(sql`o.order_type`, ORDER_TYPE_NAMES),
    orderStatus: () => nameById(sql`o.status_id`, ORDER_STATUS_NAMES),
    job: asRead(sql`o.job`),
    mix: asRead(sql`p.number || ' ' || p.description`),
    plant: asRead(sql`pl.name`),
    poNumber: asRead(sql`o.po_number`),
    orderedBy: asRead(sql`o.ordered_by`),
    qtyOrdered: sql`o.quantity_ordered`,
    qtyDelivered: sumShown(isDelivered),
    inTransitQty: sumShown(isInTransit),
    onJobTime: sql`o.on_job_at`,
    shipToAddress: asRead(sql`o.job_address1`),
    progress: sql`${orderStage} * 1e11 + extract(epoch from o.starts_at)`,
  },
};

/** Filters orders by day, status and type. */
export interface OrderFilter extends DayRange {
  statusId?: number | undefined;
  orderType?: number | undefined;
  /** Only orders that have not started yet and will be delivered. */
  isToCome?: boolean | undefined;
}

function conditionsOf(actor: Member, filter: OrderFilter): [SQL, ...SQL[]] {
  const conditions: [SQL, ...SQL[]] = [sql`o.customer_id = ${actor.customerId}`, ...withinDays(orderList.mainDate, filter)];
  if (filter.statusId !== undefined) conditions.push(sql`o.status_id = ${filter.statusId}`);
  if (filter.orderType !== undefined) conditions.push(sql`o.order_type = ${filter.orderType}`);
  if (filter.isToCome) conditions.push(sql`${orderList.mainDate} > now() and not (${isVoid})`);
  return conditions;
}

/** Returns a page of the customer's orders that start within the given days, as JSON. */
export async function listOrders(database: Database, actor: Member, request: PageRequest, filter: OrderFilter): Promise<string> {
  return (await database.read(actor, pageQuery(orderList, request, conditionsOf(actor, filter)))) as string;
}

/** What is ordered in one unit of measure. */
export interface OrderedQuantity {
  unitOfMeasure: string;
  quantity: number;
}

/** Sums the quantities of the orders that the list would show, by unit of measure, without deleted and cancelled ones. */
export async function sumOrdered(
  database: Database,
  actor: Member,
  search: string | undefined,
  filter: OrderFilter,
): Promise<OrderedQuantity[]> {
  const conditions = [...conditionsOf(actor, filter), sql`not (${isVoid})`, ...matching(orderList.search, search)];
  const sums = await database.read<OrderedQuantity[]>(
    actor,
    sql`select coalesce(json_agg(json_build_object('unitOfMeasure', by_unit.unit, 'quantity', by_unit.quantity) order by by_unit.quantity desc), '[]') as answer
        from (select p.unit_of_measure as unit, sum(o.quantity_ordered) as quantity from orders o join products p on p.id = o.product_id
          where ${sql.join(conditions, sql` and `)} group by p.unit_of_measure) as by_unit`,
  );
  return sums ?? [];
}

/** What the reader of an order may see besides the order itself. */
interface OrderAccess {
  canSeeTrucks: boolean;
}

const orderTickets = ({ canSeeTrucks }: OrderAccess) => sql`(
  select coalesce(json_agg(${jsonObject({
    id: sql`t.id`,
    ticketNumber: sql`t.ticket_number`,
    statusId: sql`t.status_id`,
    isCancelled: sql`t.is_cancelled`,
    ticketDateTime: isoMoment(sql`t.ticketed_at`),
    truckNo: sql`tr.number`,
    loadNumber: sql`t.load_number`,
    quantity: sql`t.quantity`,
    unitOfMeasure: sql`p.unit_of_measure`,
    loadingTime: isoMoment(sql`t.loading_at`),
    toJobTime: isoMoment(sql`t.leave_plant_at`),
    onJobTime: isoMoment(sql`t.arrived_at`),
    finishUnloadingTime: isoMoment(sql`t.finished_at`),
    expectedArrivalTime: canSeeTrucks
      ? sql`case when ${isLoadActive} and ${isArrivalKnown} then ${isoMoment(expectedArrival)} end`
      : sql`null::text`,
    signOff: signOffStateOf,
  })} order by t.load_number, t.id), '[]')
  from tickets t left join trucks tr on tr.id = t.truck_id
    left join truck_etas e on e.truck_id = t.truck_id and e.ticket_id = t.id
  where t.order_id = o.id)`;

const detailTables = renderOnce(
  sql`${tablesOf(orderList)} join customers c on c.id = o.customer_id join data_sources d on d.id = c.data_source_id`,
);

const detailFields = (access: OrderAccess) => ({
  ...orderFields,
  dataset: sql`d.code`,
  customerName: sql`c.company_name`,
  startTime: isoMoment(sql`o.starts_at`),
  tickets: orderTickets(access),
});

const oneOrder = (fields: SQL, actor: Member, orderId: number) => sql`
  select ${fields} as answer from ${detailTables}
  where o.id = ${orderId} and o.customer_id = ${actor.customerId}`;

const orderWithTrucks = jsonObject(detailFields({ canSeeTrucks: true }));
const orderWithoutTrucks = jsonObject(detailFields({ canSeeTrucks: false }));

/** Returns one order with its tickets, as JSON. Returns undefined if it belongs to another customer. */
export async function findOrder(
  database: Database,
  actor: Member,
  orderId: number,
  { canSeeTrucks }: OrderAccess,
): Promise<string | undefined> {
  return database.read(actor, oneOrder(sql`${canSeeTrucks ? orderWithTrucks : orderWithoutTrucks}::text`, actor, orderId));
}

/** What the order confirmation adds to an order: its unit price, tax rate and time zone. */
export interface OrderPricing {
  unitPriceCents: number | null;
  taxRatePpm: number;
  timeZone: string;
}

const pricing = {
  unitPriceCents: sql`(select found.cents from (${agreedPricesOf(sql`o.product_id`)}) as found order by found.place, found.line_number limit 1)`,
  taxRatePpm: sql`c.tax_rate_ppm`,
  timeZone: sql`d.time_zone`,
};
const orderForDocument = jsonObject({ ...detailFields({ canSeeTrucks: false }), ...pricing });

/** Returns one order with its pricing, for its document. */
export async function findOrderForDocument(
  database: Database,
  actor: Member,
  orderId: number,
): Promise<(OrderDetail & OrderPricing) | undefined> {
  return database.read<OrderDetail & OrderPricing>(actor, oneOrder(orderForDocument, actor, orderId));
}
