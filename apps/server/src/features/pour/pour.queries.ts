import type { PourAnswer } from '@yardage/contract/pour';
import { DELIVERED_STATUS, TICKET_STATUS } from '@yardage/domain/tickets';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMoment, jsonObject } from '#server/database/sql';
import { isRejectedLoad } from '#server/features/sign-offs/sign-offs.queries';
import { expectedArrival, isArrivalKnown, isLoadActive, isPlace } from '#server/features/truck-tracking/active-loads.queries';

const CONCRETE = sql.raw('1');

/** What a reader of the board may see and know. */
export interface PourSight {
  seeTrucks: boolean;
  concreteAgeMinutes: number;
}

const eta = sql`case when ${isLoadActive} and ${isArrivalKnown} and e.earliest_at is not null then ${jsonObject({
  estimatedAt: isoMoment(expectedArrival),
  earliestAt: isoMoment(sql`e.earliest_at`),
  latestAt: isoMoment(sql`greatest(e.latest_at, now() + interval '1 minute')`),
})} end`;

/**
 * When a load was poured or rejected. The time at which its truck left may come from the truck's next load, so it says nothing about the
 * pour. It is used only for a load that would otherwise count as still to come.
 */
const endedAt = sql`coalesce(t.finished_at, (select case when s.is_rejected then s.signed_at end
  from ticket_sign_offs s where s.ticket_id = t.id order by s.id desc limit 1),
  case when t.status_id < ${sql.raw(String(DELIVERED_STATUS))} then t.leave_job_at end)`;

const loadFields = ({ seeTrucks }: PourSight) => ({
  id: sql`t.id`,
  ticketNumber: sql`t.ticket_number`,
  loadNumber: sql`t.load_number`,
  statusId: sql`t.status_id`,
  truckNumber: sql`tr.number`,
  quantity: sql`t.quantity`,
  dueAt: isoMoment(sql`t.due_on_job_at`),
  ticketedAt: isoMoment(sql`t.ticketed_at`),
  loadedAt: isoMoment(sql`t.loading_at`),
  leftAt: isoMoment(sql`t.leave_plant_at`),
  arrivedAt: isoMoment(sql`t.arrived_at`),
  pourStartedAt: isoMoment(sql`t.pour_started_at`),
  finishedAt: isoMoment(endedAt),
  isRejected: isRejectedLoad,
  eta: seeTrucks ? eta : sql`null::json`,
});

/** A ticket of another truck's load may have an ETA row, so it is joined by load. */
const loadsOfOrder = sql`tickets t left join trucks tr on tr.id = t.truck_id
  left join truck_etas e on e.truck_id = t.truck_id and e.ticket_id = t.id`;

const boardFields = (sight: PourSight) => ({
  asOf: isoMoment(sql`now()`),
  orderNumber: sql`o.order_number`,
  orderType: sql`o.order_type`,
  orderStatusId: sql`o.status_id`,
  job: sql`o.job`,
  product: sql`p.number || ' ' || p.description`,
  unitOfMeasure: sql`p.unit_of_measure`,
  piecesPerPallet: sql`p.pieces_per_pallet`,
  plant: sql`pl.name`,
  timeZone: sql`d.time_zone`,
  ordered: sql`o.quantity_ordered`,
  startsAt: isoMoment(sql`o.starts_at`),
  intervalMinutes: sql`o.interval_minutes`,
  loadCount: sql`o.load_count`,
  maxAgeMinutes: sql`case when o.order_type = ${CONCRETE} then ${sight.concreteAgeMinutes}::int end`,
  hasTrucks: sql`${sight.seeTrucks}::boolean`,
  loads: sql`(select coalesce(json_agg(${jsonObject(loadFields(sight))} order by t.load_number, t.id), '[]') from ${loadsOfOrder}
    where t.order_id = o.id and not t.is_cancelled)`,
});

const oneBoard = (fields: SQL, { customerId }: Pick<Member, 'customerId'>, orderId: number) => sql`
  select ${fields} as answer from orders o join products p on p.id = o.product_id join plants pl on pl.id = o.plant_id
    join customers c on c.id = o.customer_id join data_sources d on d.id = c.data_source_id
  where o.id = ${orderId} and o.customer_id = ${customerId}`;

/** Returns what the board of an order is computed from, as JSON. Returns undefined if the order belongs to another customer. */
export async function findPour(database: Database, actor: Member, orderId: number, sight: PourSight): Promise<string | undefined> {
  return database.read(actor, oneBoard(sql`${jsonObject(boardFields(sight))}::text`, actor, orderId));
}

/** The board as a link shows it, with the places of its trucks on the road. */
export type PourWithTrucks = PourAnswer & {
  dataset: string;
  jobPlace: [latitude: number, longitude: number] | null;
  positions: { loadId: number; place: [latitude: number, longitude: number]; recordedAt: string }[];
};

/** Returns the board of an order with its trucks on the road. */
export async function findPourWithTrucks(
  database: Database,
  actor: Member,
  orderId: number,
  concreteAgeMinutes: number,
): Promise<PourWithTrucks | undefined> {
  const position = jsonObject({
    loadId: sql`t.id`,
    place: sql`json_build_array(at.latitude, at.longitude)`,
    recordedAt: isoMoment(sql`at.recorded_at`),
  });
  const fields = {
    ...boardFields({ seeTrucks: true, concreteAgeMinutes }),
    dataset: sql`d.code`,
    jobPlace: sql`case when ${isPlace(sql`o.job_latitude`, sql`o.job_longitude`)} then json_build_array(o.job_latitude, o.job_longitude) end`,
    positions: sql`(select coalesce(json_agg(${position} order by t.id), '[]')
      from tickets t join truck_positions at on at.truck_id = t.truck_id and at.ticket_id = t.id
      where t.order_id = o.id and t.status_id = ${sql.raw(String(TICKET_STATUS.toJob))} and ${isLoadActive})`,
  };
  return database.read<PourWithTrucks>(actor, oneBoard(jsonObject(fields), actor, orderId));
}
