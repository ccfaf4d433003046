import type { SupplyEventType } from '@yardage/contract/events';
import { ORDER_STATUS, type OrderType } from '@yardage/domain/orders';
import type { RequestAction, RequestKind, RequestState } from '@yardage/domain/request-states';
import type { Member, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isoMoment, jsonObject } from '#server/database/sql';
import { orderRequestEvents, orderRequests } from '#server/database/tables/requests';
import { IS_OPEN_REQUEST, ticketAhead, truckLoadOf } from './order-requests.queries.ts';

export type NewRequest = typeof orderRequests.$inferInsert;

/** Returns the request that a user has sent under a key. */
export async function findByKey({ orm }: Transaction, { customerId, userId }: Member, requestKey: string): Promise<number | undefined> {
  const { rows } = await orm.execute<{ id: string }>(
    sql`select id from order_requests where customer_id = ${customerId} and created_by = ${userId} and request_key = ${requestKey}::uuid`,
  );
  return rows[0] && Number(rows[0].id);
}

/** Stores a request, unless its key is known. Returns its id and whether it is new. */
export async function insertRequestOnce(transaction: Transaction, request: NewRequest): Promise<{ id: number; isNew: boolean }> {
  const { customerId, createdBy, requestKey } = request;
  const target = [orderRequests.customerId, orderRequests.createdBy, orderRequests.requestKey];
  const [stored] = await transaction.orm
    .insert(orderRequests)
    .values(request)
    .onConflictDoNothing({ target })
    .returning({ id: orderRequests.id });
  if (stored) return { id: stored.id, isNew: true };
  // A statement of its own, so that it sees what another transaction has just committed under the key.
  const id = await findByKey(transaction, { customerId, userId: createdBy }, requestKey);
  if (id === undefined) throw new Error('the request was neither stored nor found');
  return { id, isNew: false };
}

/** A request while somebody answers it. Nobody else can, until the transaction ends. */
export interface LockedRequest {
  id: number;
  number: string;
  customerId: number;
  globalCustomerNumber: string;
  dataSourceId: number;
  timeZone: string;
  kind: RequestKind;
  state: RequestState;
  version: number;
  isDue: boolean;
  orderId: number | null;
  startsAt: string;
  quantity: number;
  ticketedQuantity: number | null;
  intervalMinutes: number | null;
  unitOfMeasure: string;
  orderType: OrderType;
  isPickedUp: boolean;
  plantId: number;
  unloading: string | null;
  holdQuantity: number | null;
  admixtures: string | null;
  placement: string | null;
  notes: string | null;
  truckLoad: number;
}

/** Locks a request and returns it. Undefined if there is none, or if it is another customer's. */
export async function lockRequest({ orm }: Transaction, id: number, customerId?: number): Promise<LockedRequest | undefined> {
  // Two statements: the second one sees what the last holder of the lock wrote.
  await orm.execute(sql`select from order_requests where id = ${id} for update`);
  const { rows } = await orm.execute<{ answer: LockedRequest }>(
    sql`select ${jsonObject({
      id: sql`r.id`,
      number: sql`r.number`,
      customerId: sql`r.customer_id`,
      globalCustomerNumber: sql`c.global_customer_number`,
      dataSourceId: sql`c.data_source_id`,
      timeZone: sql`d.time_zone`,
      kind: sql`r.kind`,
      state: sql`r.state`,
      version: sql`r.version`,
      isDue: sql`r.expires_at <= now()`,
      orderId: sql`r.order_id`,
      startsAt: isoMoment(sql`r.starts_at`),
      quantity: sql`r.quantity`,
      ticketedQuantity: sql`r.ticketed_quantity`,
      intervalMinutes: sql`r.interval_minutes`,
      unitOfMeasure: sql`p.unit_of_measure`,
      orderType: sql`p.order_type`,
      isPickedUp: sql`r.is_picked_up`,
      plantId: sql`r.plant_id`,
      unloading: sql`r.unloading`,
      holdQuantity: sql`r.hold_quantity`,
      admixtures: sql`r.admixtures`,
      placement: sql`r.placement`,
      notes: sql`r.notes`,
      truckLoad: truckLoadOf(sql`d.id`, sql`p.order_type`),
    })} as answer
    from order_requests r join customers c on c.id = r.customer_id join data_sources d on d.id = c.data_source_id
      join products p on p.id = r.product_id
    where r.id = ${id} ${customerId === undefined ? sql`` : sql`and r.customer_id = ${customerId}`}`,
  );
  return rows[0]?.answer;
}

/** What a step of the timeline says. */
export interface Step {
  action: RequestAction | 'request' | 'supply';
  actor: { userId: number; name: string } | null;
  isOfDesk: boolean;
  note: string | null;
  proposal?: object | null;
}

/** Adds a step to the timeline of a request. */
export async function addStep({ orm }: Transaction, request: { id: number; customerId: number }, step: Step): Promise<void> {
  const { action, actor, isOfDesk, note, proposal = null } = step;
  await orm.insert(orderRequestEvents).values({
    customerId: request.customerId,
    requestId: request.id,
    action,
    actorId: actor?.userId ?? null,
    actorName: actor?.name ?? null,
    isOfDesk,
    note,
    proposal,
  });
}

/** What dispatch proposes, with the start as a moment. */
export interface Proposal {
  plantId: number;
  startsAt: Date;
  quantity: number;
  intervalMinutes: number | null;
}

/** SQL that clears the columns of a proposal. */
export const NO_PROPOSAL =
  'proposed_plant_id = null, proposed_starts_at = null, proposed_quantity = null, proposed_interval_minutes = null';
const noProposal = sql.raw(NO_PROPOSAL);

/** Moves a request to a state. Clears its proposal, after taking its values over with `takesProposal`. */
export async function moveRequest(
  { orm }: Transaction,
  id: number,
  {
    state,
    answer,
    takesProposal = false,
    plantId,
  }: { state: RequestState; answer?: string | null; takesProposal?: boolean; plantId?: number | null | undefined },
): Promise<void> {
  const taken = takesProposal
    ? sql`, plant_id = coalesce(proposed_plant_id, plant_id), starts_at = coalesce(proposed_starts_at, starts_at),
        quantity = coalesce(proposed_quantity, quantity), interval_minutes = coalesce(proposed_interval_minutes, interval_minutes),
        hold_quantity = case when hold_quantity > proposed_quantity then proposed_quantity else hold_quantity end`
    : sql``;
  const chosen = plantId ? sql`, plant_id = ${plantId}` : sql``;
  const said = answer === undefined ? sql`` : sql`, answer = ${answer}`;
  // A refused proposal goes back to dispatch, who may propose again although the first start has passed.
  await orm.execute(
    sql`update order_requests set state = ${state}, version = version + 1, ${noProposal}${taken}${chosen}${said},
          expires_at = case when ${state}::text = 'requested' then greatest(starts_at, now() + interval '2 hours') else expires_at end
        where id = ${id}`,
  );
}

/** Stores a proposal of dispatch in place of an earlier one. Returns it as the timeline shows it. */
export async function proposeInstead({ orm }: Transaction, id: number, proposal: Proposal, answer: string | null): Promise<object> {
  const { plantId, startsAt, quantity, intervalMinutes } = proposal;
  const { rows } = await orm.execute<{ plant: string }>(
    sql`update order_requests set state = 'proposed', version = version + 1, proposed_plant_id = ${plantId}, proposed_starts_at = ${startsAt.toISOString()},
          proposed_quantity = ${quantity}, proposed_interval_minutes = ${intervalMinutes}, answer = ${answer}, expires_at = ${startsAt.toISOString()}
        where id = ${id} returning (select name from plants where plants.id = ${plantId}) as plant`,
  );
  return { plant: rows[0]?.plant ?? '', startsAt: startsAt.toISOString(), quantity, intervalMinutes };
}

/** Whether a plant belongs to a data source. */
export async function isPlantOf({ orm }: Transaction, plantId: number, dataSourceId: number): Promise<boolean> {
  const { rows } = await orm.execute(sql`select from plants where id = ${plantId} and data_source_id = ${dataSourceId}`);
  return rows.length > 0;
}

/** What the order takes from its request besides the stored columns. */
export interface OrderTexts {
  usage: string | null;
  directions: string | null;
  loadCount: number;
  intervalMinutes: number | null;
}

/**
 * Makes the order of a confirmed request. An order that is picked up has no time on the job. It keeps its quote only if the quote is valid
 * on that day.
 */
export async function makeOrder({ orm }: Transaction, requestId: number, texts: OrderTexts): Promise<number> {
  const { rows } = await orm.execute<{ id: string }>(
    sql`with made as (
          insert into orders (customer_id, order_number, order_type, status_id, starts_at, ship_date, on_job_at, ticket_at, plant_id, quote_id, product_id,
            quantity_ordered, load_count, interval_minutes, job, job_number, po_number, ordered_by, ordered_by_phone, job_address1, job_address2,
            job_latitude, job_longitude, usage, slump, directions, alt_key)
          select r.customer_id, r.number, p.order_type, case when r.is_picked_up then ${ORDER_STATUS.fob}::smallint else ${ORDER_STATUS.toBeShipped}::smallint end, r.starts_at, pour.day,
            case when not r.is_picked_up then r.starts_at end, r.starts_at - case when r.is_picked_up then interval '0' else ${ticketAhead} end, r.plant_id,
            (select q.id from quotes q where q.id = r.quote_id and coalesce(q.termination_date >= pour.day, true)), r.product_id,
            r.quantity, ${texts.loadCount}, ${texts.intervalMinutes}, r.job, r.job_number, r.po_number, coalesce(r.contact_name, r.requested_by),
            r.contact_phone, r.job_address1, r.job_address2, r.job_latitude, r.job_longitude, ${texts.usage}, coalesce(r.slump, p.slump), ${texts.directions},
            r.number
          from order_requests r join products p on p.id = r.product_id join customers c on c.id = r.customer_id
            join data_sources d on d.id = c.data_source_id
            cross join lateral (select (r.starts_at at time zone d.time_zone)::date as day) as pour
          where r.id = ${requestId} returning id)
        update order_requests set order_id = made.id from made where order_requests.id = ${requestId} returning made.id`,
  );
  if (!rows[0]) throw new Error('the order was not made');
  return Number(rows[0].id);
}

/** Records for the supplier's systems what happened to requests. `isBySupply` says that their orders are being written by these systems. */
export async function recordRequestEvents(
  { client }: Pick<Transaction, 'client'>,
  type: SupplyEventType,
  ids: readonly number[],
  { isBySupply }: { isBySupply: boolean } = { isBySupply: false },
): Promise<void> {
  // The order that the portal makes of a request has the request's number as its key; the supplier knows neither.
  const orderKey = isBySupply ? 'o.alt_key' : 'supplied_order_key(o.id)';
  await client.query(
    `insert into events (type, customer_id, data)
     select $1, r.customer_id, json_build_object('requestNumber', r.number, 'kind', r.kind, 'state', r.state, 'orderNumber', o.order_number,
       'orderKey', ${orderKey}, 'plantNumber', pl.number, 'productNumber', p.number, 'quoteNumber', q.quote_number, 'job', r.job,
       'jobAddress', concat_ws(', ', r.job_address1, r.job_address2), 'startsAt', to_char(r.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
       'quantity', r.quantity, 'holdQuantity', r.hold_quantity, 'intervalMinutes', r.interval_minutes, 'placement', r.placement, 'unloading', r.unloading, 'isPickedUp', r.is_picked_up, 'slump', r.slump,
       'admixtures', r.admixtures, 'poNumber', r.po_number, 'contactName', r.contact_name, 'contactPhone', r.contact_phone, 'notes', r.notes)
     from order_requests r join plants pl on pl.id = r.plant_id join products p on p.id = r.product_id left join quotes q on q.id = r.quote_id
       left join orders o on o.id = r.order_id where r.id = any($2::bigint[]) order by r.id`,
    [type, ids],
  );
}

/** A request that ended by itself. */
export interface EndedRequest {
  id: number;
  customerId: number;
  globalCustomerNumber: string;
}

const EXPIRED_AT_ONCE = 100;

/** Ends open requests whose start has passed without an answer. Returns them. */
export async function expireDue({ client }: Pick<Transaction, 'client'>): Promise<EndedRequest[]> {
  const { rows } = await client.query<{ id: string; customer_id: string; number: string }>(
    `with ended as (
       update order_requests set state = 'expired', version = version + 1, ${NO_PROPOSAL}
       where id in (select id from order_requests r where ${IS_OPEN_REQUEST} and expires_at <= now() order by expires_at
         limit ${EXPIRED_AT_ONCE} for update skip locked) returning id, customer_id),
     told as (
       insert into order_request_events (customer_id, request_id, action, is_of_desk) select customer_id, id, 'expire', true from ended)
     select ended.id, ended.customer_id, c.global_customer_number as number from ended join customers c on c.id = ended.customer_id`,
  );
  return rows.map(({ id, customer_id, number }) => ({ id: Number(id), customerId: Number(customer_id), globalCustomerNumber: number }));
}
