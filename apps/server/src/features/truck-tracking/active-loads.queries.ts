import { ETA_BELOW_STATUS } from '@yardage/domain/eta';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';
import { type SQL, sql } from '#server/database/drizzle';

/**
 * Which tickets (as `t`) a customer can follow: a truck of ours has the load and has not left the job. A load whose events stopped coming is
 * over a day after its ticket, and a truck whose leaving nobody told two hours after it finished.
 */
export const isUnderWay = sql.raw(
  `(t.truck_id is not null and t.leave_job_at is null and t.ticketed_at > now() - interval '24 hours'
    and (t.status_id < ${DELIVERED_STATUS} or coalesce(t.finished_at > now() - interval '2 hours', true)))`,
);

/** A customer's loads under way, one a truck: the newest that it carries. */
export const loadsUnderWay = (customerId: number): SQL => sql`(
  select distinct on (t.truck_id) t.* from tickets t where t.customer_id = ${customerId} and ${isUnderWay}
  order by t.truck_id, t.status_id > 1 desc, t.ticketed_at desc, t.id desc)`;

/** Whether an arrival (as `e`) is known of a ticket (as `t`) whose truck is yet to come. */
export const isArrivalKnown = sql.raw(`(t.status_id < ${ETA_BELOW_STATUS} and e.estimated_at is not null)`);

/** When that truck is expected: the one source of every screen. A truck that is late is not expected in the past. */
export const expectedArrival = sql`greatest(e.estimated_at, now())`;
