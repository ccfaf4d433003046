import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';

const rowFields = {
  week: sql`stats.week::text`,
  plantId: sql`stats.plant_id`,
  loads: sql`stats.loads`,
  medianErrorMinutes: sql`round(stats.median::numeric, 1)`,
  p90ErrorMinutes: sql`round(stats.p90::numeric, 1)`,
  meanErrorMinutes: sql`round(stats.mean::numeric, 1)`,
  insideShare: sql`round(stats.inside::numeric, 4)`,
};

/** Returns how well arrivals were predicted in the last weeks, by plant and week and for all plants together, as JSON. */
export async function readArrivalAccuracy(database: Database, weeks: number): Promise<string> {
  const answer = await database.read(
    'system',
    sql`with arrivals as (
          select pl.id as plant_id, pl.name as plant, date_trunc('week', t.arrived_at at time zone d.time_zone)::date as week,
            extract(epoch from t.arrived_at - p.estimated_at) / 60 as error,
            t.arrived_at between p.earliest_at and p.latest_at as is_inside
          from arrival_predictions p join tickets t on t.id = p.ticket_id
            join plants pl on pl.id = p.plant_id join data_sources d on d.id = pl.data_source_id
          where p.predicted_at >= now() - make_interval(weeks => ${weeks}) and t.arrived_at is not null and not t.is_cancelled
        ), stats as (
          select week, plant_id, count(*) as loads, percentile_cont(0.5) within group (order by abs(error)) as median,
            percentile_cont(0.9) within group (order by abs(error)) as p90, avg(error) as mean, avg(is_inside::int) as inside
          from arrivals group by grouping sets ((week), (week, plant_id))
        )
        select json_build_object(
          'plants', (select coalesce(json_agg(json_build_object('id', plant_id, 'name', plant) order by plant, plant_id), '[]')
            from (select distinct plant_id, plant from arrivals) as known),
          'rows', (select coalesce(json_agg(${jsonObject(rowFields)} order by stats.week desc, stats.plant_id nulls first), '[]') from stats)
        )::text as answer`,
  );
  return answer as string;
}
