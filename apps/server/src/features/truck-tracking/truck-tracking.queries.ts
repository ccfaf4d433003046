import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMoment, jsonObject } from '#server/database/sql';
import { orderJobNumber } from '#server/features/orders/job-key.queries';
import { orderDelivery } from '#server/features/orders/orders.queries';
import { IS_REJECTED_LOAD } from '#server/features/sign-offs/sign-offs.queries';
import { expectedArrival, isArrivalKnown, isPlace, loadsUnderWay } from './active-loads.queries.ts';

const place = (latitude: SQL, longitude: SQL) =>
  sql`case when ${isPlace(latitude, longitude)} then ${jsonObject({ latitude, longitude })} end`;

const whileCalculated = (moment: SQL) => sql`case when ${isArrivalKnown} then ${isoMoment(moment)} end`;

const eta = jsonObject({
  estimatedArrivalTime: whileCalculated(expectedArrival),
  earliestArrivalTime: whileCalculated(sql`greatest(e.earliest_at, now())`),
  latestArrivalTime: whileCalculated(sql`greatest(e.latest_at, now() + interval '1 minute')`),
  isEtaCalculated: isArrivalKnown,
  calculatedAt: whileCalculated(sql`e.calculated_at`),
  jobCordinate: place(sql`o.job_latitude`, sql`o.job_longitude`),
});

const position = jsonObject({
  truckId: sql`tr.id`,
  zonarAccount: sql`tr.zonar_account`,
  fleet: sql`tr.number`,
  latitude: sql`p.latitude`,
  longitude: sql`p.longitude`,
  heading: sql`p.heading`,
  speed: jsonObject({ value: sql`p.speed_mph`, unit: sql`'mph'` }),
  power: sql`p.has_power`,
  recordedAt: isoMoment(sql`p.recorded_at`),
});
const lastPosition = sql`case when p.truck_id is not null then ${position} end`;

/** The fields of a truck that change from fix to fix. */
const changingFields = {
  truckId: sql`t.truck_id`,
  ticketId: sql`t.id`,
  ticketStatusId: sql`t.status_id`,
  isRejected: sql.raw(IS_REJECTED_LOAD),
  orderStatusId: sql`o.status_id`,
  eta,
  position: lastPosition,
};

const activeTruckFields = {
  ...changingFields,
  truckNumber: sql`tr.number`,
  zonarAccount: sql`tr.zonar_account`,
  ticketNumber: sql`t.ticket_number`,
  ticketLoadNumber: sql`t.load_number`,
  driverName: sql`t.driver_name`,
  productTicketQuantity: sql`t.quantity`,
  unitOfMeasure: sql`product.unit_of_measure`,
  productSlump: sql`coalesce(t.slump, o.slump)`,
  productNumber: sql`product.number`,
  productDescription: sql`product.description`,
  ticketNotes: sql`t.notes`,
  jobId: sql`o.id`,
  job: sql`o.job`,
  jobNumber: orderJobNumber,
  jobAddress: sql`concat_ws(', ', o.job_address1, o.job_address2)`,
  jobLat: sql`o.job_latitude`,
  jobLong: sql`o.job_longitude`,
  plant: sql`pl.name`,
  plantAddress: sql`concat_ws(', ', pl.address_line1, pl.city, st.abbreviation || ' ' || pl.zip)`,
  plantLat: sql`pl.latitude`,
  plantLong: sql`pl.longitude`,
  orderNumber: sql`o.order_number`,
  orderType: sql`o.order_type`,
  productOrderedQuantity: sql`o.quantity_ordered`,
  productDeliveredQuantity: sql`coalesce(delivery.delivered, 0)`,
  productInTransitQuantity: sql`coalesce(delivery.in_transit, 0)`,
  jobStartTime: isoMoment(sql`o.starts_at`),
  scheduledLoadInterval: sql`o.interval_minutes`,
  loadedAt: isoMoment(sql`t.loading_at`),
};

/** The loads under way with their trucks, last fixes and ETAs. Fixes and ETAs of another load are left out. */
const board = (customerId: number) => sql`${loadsUnderWay(customerId)} as t
  join trucks tr on tr.id = t.truck_id join orders o on o.id = t.order_id
  left join truck_positions p on p.truck_id = t.truck_id and p.ticket_id = t.id
  left join truck_etas e on e.truck_id = t.truck_id and e.ticket_id = t.id`;

/** The quantities of each order, computed once however many trucks serve it. */
const quantities = (customerId: number) => sql`(
  select o.id, delivery.* from orders o ${orderDelivery}
  where o.customer_id = ${customerId} and o.id in (select t.order_id from ${loadsUnderWay(customerId)} as t)) as delivery`;

/** Returns the trucks of a customer's loads under way, ordered by job and load, as JSON. */
export async function listActiveTrucks(database: Database, actor: Member): Promise<string> {
  const answer = await database.read(
    actor,
    sql`select coalesce(json_agg(${jsonObject(activeTruckFields)} order by o.job, o.id, t.load_number, t.id), '[]')::text as answer
      from ${board(actor.customerId)} join products product on product.id = o.product_id join plants pl on pl.id = t.plant_id
        join states st on st.id = pl.state_id join ${quantities(actor.customerId)} on delivery.id = o.id`,
  );
  return answer as string;
}

/** The earliest ETA per order of a customer, as `arrival`. Orders without an ETA are left out. */
export const nextArrivals = (customerId: number): SQL => sql`(
  select t.order_id, min(${expectedArrival}) as expected_at from ${board(customerId)} where ${isArrivalKnown} group by t.order_id) as arrival`;

/** Returns status, last fix and ETA of the same trucks, as JSON. */
export async function listPositions(database: Database, actor: Member): Promise<string> {
  const answer = await database.read(
    actor,
    sql`select json_build_object('trucks', coalesce(json_agg(${jsonObject(changingFields)} order by t.id), '[]'))::text as answer
      from ${board(actor.customerId)}`,
  );
  return answer as string;
}

/** Returns the position of one of these trucks, as JSON. Returns undefined for other trucks and for one without a fix. */
export async function findPosition(
  database: Database,
  actor: Member,
  truckId: number,
  zonarAccount: string | undefined,
): Promise<string | undefined> {
  const isOfAccount = zonarAccount === undefined ? sql`true` : sql`tr.zonar_account = ${zonarAccount}`;
  return database.read(
    actor,
    sql`select ${position}::text as answer from ${board(actor.customerId)}
      where t.truck_id = ${truckId} and p.truck_id is not null and ${isOfAccount}`,
  );
}

/** A truck of a job, with what the ETA and route requests need. */
export interface TruckOnTheWay {
  truckId: number;
  jobId: number;
  statusId: number;
  fix: [latitude: number, longitude: number] | null;
  plant: [latitude: number, longitude: number];
  job: [latitude: number, longitude: number] | null;
}

/** Returns a customer's trucks under way, optionally of one job only. */
export async function findTrucksOnTheWay(database: Database, actor: Member, jobId?: number): Promise<TruckOnTheWay[]> {
  const pair = (latitude: SQL, longitude: SQL) =>
    sql`case when ${isPlace(latitude, longitude)} then json_build_array(${latitude}, ${longitude}) end`;
  const fields = {
    truckId: sql`t.truck_id`,
    jobId: sql`o.id`,
    statusId: sql`t.status_id`,
    fix: pair(sql`p.latitude`, sql`p.longitude`),
    plant: sql`json_build_array(pl.latitude, pl.longitude)`,
    job: pair(sql`o.job_latitude`, sql`o.job_longitude`),
  };
  const found = await database.read<TruckOnTheWay[]>(
    actor,
    sql`select coalesce(json_agg(${jsonObject(fields)} order by t.load_number, t.id), '[]') as answer
      from ${board(actor.customerId)} join plants pl on pl.id = t.plant_id where ${jobId === undefined ? sql`true` : sql`o.id = ${jobId}`}`,
  );
  return found ?? [];
}

/** Returns the ETA of a truck, as JSON. */
export async function findEta(database: Database, actor: Member, truckId: number): Promise<string | undefined> {
  return database.read(actor, sql`select ${eta}::text as answer from ${board(actor.customerId)} where t.truck_id = ${truckId}`);
}

/** The last computed route of a truck. */
export interface KeptRoute {
  points: [latitude: number, longitude: number][];
  distanceMeters: number;
  durationSeconds: number;
  /** Set while the router has not answered for this load and the route is estimated. */
  isEstimate?: true;
}

/** Returns the last computed route of a truck with its current load. */
export async function findRoute(database: Database, actor: Member, truckId: number): Promise<KeptRoute | undefined> {
  const found = await database.read<KeptRoute | null>(
    actor,
    sql`select e.route as answer from ${board(actor.customerId)} where t.truck_id = ${truckId}`,
  );
  return found ?? undefined;
}
