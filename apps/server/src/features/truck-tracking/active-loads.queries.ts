import { ETA_BELOW_STATUS } from '@yardage/domain/eta';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';
import { type SQL, sql } from '#server/database/drizzle';

/**
 * Whether a customer can follow a ticket (as `t`): a truck carries the load and has not left the job. Without further events, a load ends a
 * day after its ticket, or two hours after it was finished.
 */
export const IS_LOAD_ACTIVE = `(t.truck_id is not null and not t.is_cancelled and t.leave_job_at is null and t.ticketed_at > now() - interval '24 hours'
    and (t.status_id < ${DELIVERED_STATUS} or coalesce(t.finished_at > now() - interval '2 hours', true)))`;
export const isLoadActive = sql.raw(IS_LOAD_ACTIVE);

/** A customer's loads under way, one per truck: the newest that it carries. */
export const loadsUnderWay = (customerId: number): SQL => sql`(
  select distinct on (t.truck_id) t.* from tickets t where t.customer_id = ${customerId} and ${isLoadActive}
  order by t.truck_id, t.status_id > 1 desc, t.ticketed_at desc, t.id desc)`;

/** Whether two columns name a place. Systems without coordinates send 0, 0, as the web app's `placeOnMap` knows, too. */
export const isPlace = (latitude: SQL, longitude: SQL): SQL =>
  sql`(${latitude} is not null and ${longitude} is not null and (${latitude} <> 0 or ${longitude} <> 0))`;

/** Whether there is an ETA (as `e`) for a ticket (as `t`) whose truck has not arrived yet. */
export const isArrivalKnown = sql.raw(`(t.status_id < ${ETA_BELOW_STATUS} and e.estimated_at is not null)`);

/** The ETA that every screen shows. A late truck is expected now, never in the past. */
export const expectedArrival = sql`greatest(e.estimated_at, now())`;
