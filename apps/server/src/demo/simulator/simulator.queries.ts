import type { Database } from '#server/database/database';
import { type LoadFacts, PUMP_NOTE } from '../trips/trip.ts';

/** A load whose truck has not left the job, as the simulator reads it. */
export interface OpenLoad extends LoadFacts {
  truckId: number | null;
  statusId: number;
}

const moment = (column: string) => `(extract(epoch from t.${column}) * 1000)::float8`;
const place = (latitude: string, longitude: string) =>
  `case when ${latitude} is not null and ${longitude} is not null then json_build_object('latitude', ${latitude}, 'longitude', ${longitude}) end`;

/** Returns all loads whose truck has not left the job. */
export async function readOpenLoads(database: Database): Promise<OpenLoad[]> {
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<OpenLoad>(
      `select t.id::int as "ticketId", t.truck_id::int as "truckId", t.status_id as "statusId", o.order_type as "orderType",
         ${place('pl.latitude', 'pl.longitude')} as plant, ${place('o.job_latitude', 'o.job_longitude')} as job,
         ${moment('ticketed_at')} as "ticketedAt", ${moment('loading_at')} as "loadingAt", ${moment('leave_plant_at')} as "leavePlantAt",
         ${moment('arrived_at')} as "arrivedAt", ${moment('pour_started_at')} as "pourStartedAt", ${moment('finished_at')} as "finishedAt",
         coalesce(t.notes = $1, false) as "waitsForPump"
       from tickets t join orders o on o.id = t.order_id join plants pl on pl.id = t.plant_id
       where t.leave_job_at is null and not t.is_cancelled order by t.id`,
      [PUMP_NOTE],
    );
    return rows;
  });
}
