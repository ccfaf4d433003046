import { ORDER_STATUS, type OrderType } from '@yardage/domain/orders';
import type { ChangeableOrder, ChangeKind } from '@yardage/domain/request-states';
import type { Database, Member, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMoment, jsonObject } from '#server/database/sql';
import { isRejectedLoad } from '#server/features/sign-offs/sign-offs.queries';
import { ticketAhead } from './order-requests.queries.ts';

/** An order that is to be changed. */
export interface OrderToChange extends ChangeableOrder {
  id: number;
  plantId: number;
  productId: number;
  quoteId: number | null;
  job: string;
  jobNumber: string | null;
  jobAddress1: string;
  jobAddress2: string | null;
  jobLatitude: number | null;
  jobLongitude: number | null;
  quantity: number;
  intervalMinutes: number | null;
  poNumber: string | null;
  /** The end of its day at the plants. */
  dayEndsAt: string;
  ticketed: number;
  ticketCount: number;
  orderType: OrderType;
}

const orderJson = jsonObject({
  id: sql`o.id`,
  statusId: sql`o.status_id`,
  startsAt: isoMoment(sql`o.starts_at`),
  hasTickets: sql`loads.count > 0`,
  plantId: sql`o.plant_id`,
  productId: sql`o.product_id`,
  quoteId: sql`o.quote_id`,
  job: sql`o.job`,
  jobNumber: sql`o.job_number`,
  jobAddress1: sql`o.job_address1`,
  jobAddress2: sql`o.job_address2`,
  jobLatitude: sql`o.job_latitude`,
  jobLongitude: sql`o.job_longitude`,
  quantity: sql`o.quantity_ordered`,
  intervalMinutes: sql`o.interval_minutes`,
  poNumber: sql`o.po_number`,
  dayEndsAt: isoMoment(sql`((o.ship_date + 1)::timestamp at time zone d.time_zone)`),
  ticketed: sql`loads.quantity`,
  ticketCount: sql`loads.count`,
  orderType: sql`o.order_type`,
});

const orderToChange = (condition: SQL) => sql`select ${orderJson} as answer
  from orders o join customers c on c.id = o.customer_id join data_sources d on d.id = c.data_source_id
    cross join lateral (select count(*) as count, coalesce(sum(t.quantity) filter (where not ${isRejectedLoad}), 0) as quantity from tickets t
      where t.order_id = o.id and not t.is_cancelled) as loads
  where ${condition}`;

/** Returns an order that a customer wants to change. Undefined if it is not theirs. */
export async function findOrderToChange(database: Database, actor: Member, orderId: number): Promise<OrderToChange | undefined> {
  return database.read(actor, orderToChange(sql`o.id = ${orderId} and o.customer_id = ${actor.customerId}`));
}

/** Locks an order until the transaction ends, and returns it as it is then. Undefined if it is not the customer's any more. */
export async function lockOrder({ orm }: Transaction, orderId: number, customerId: number): Promise<OrderToChange | undefined> {
  await orm.execute(sql`select from orders where id = ${orderId} for update`);
  const { rows } = await orm.execute<{ answer: OrderToChange }>(orderToChange(sql`o.id = ${orderId} and o.customer_id = ${customerId}`));
  return rows[0]?.answer;
}

/** What a confirmed change makes of an order. */
export interface OrderChange {
  kind: ChangeKind;
  statusId: number;
  startsAt: string;
  quantity: number;
  loadCount: number | null;
  intervalMinutes: number | null;
}

/** Changes an order. The times of its first load move with its start. */
export async function changeOrder({ orm }: Transaction, orderId: number, change: OrderChange): Promise<void> {
  const { kind, statusId, startsAt, quantity, loadCount, intervalMinutes } = change;
  const sets: SQL[] = [sql`status_id = ${statusId}`];
  if (kind === 'move' || kind === 'release')
    sets.push(
      sql`starts_at = ${startsAt}::timestamptz`,
      sql`ship_date = (${startsAt}::timestamptz at time zone (select d.time_zone from data_sources d join customers c on c.data_source_id = d.id where c.id = o.customer_id))::date`,
      sql`on_job_at = case when o.status_id <> ${ORDER_STATUS.fob} then ${startsAt}::timestamptz end`,
      sql`ticket_at = coalesce(ticket_at + (${startsAt}::timestamptz - starts_at), ${startsAt}::timestamptz - ${ticketAhead})`,
    );
  if (kind === 'spacing') sets.push(sql`interval_minutes = ${intervalMinutes}`);
  if (loadCount !== null) sets.push(sql`quantity_ordered = ${quantity}`, sql`load_count = ${loadCount}`);
  await orm.execute(sql`update orders o set ${sql.join(sets, sql`, `)} where o.id = ${orderId}`);
}
