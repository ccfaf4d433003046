import type { Database } from '#server/database/database';

/**
 * Buckets are ordered, so that two processes cannot deadlock. A period that is over begins again. Times are those of the database's clock,
 * because the processes' clocks differ. If it is set back, a period is still no longer than its length.
 */
const ADD = `
  with given as (select * from json_to_recordset($1::json) as given(bucket text, calls int, "leftMs" float8, "periodMs" float8))
  insert into rate_counts as kept (bucket, calls, ends_at)
  select bucket, calls, now() + make_interval(secs => "leftMs" / 1000) from given order by bucket
  on conflict (bucket) do update set
    calls = case when kept.ends_at <= now() then excluded.calls else kept.calls + excluded.calls end,
    ends_at = case when kept.ends_at <= now() then excluded.ends_at else
      least(kept.ends_at, now() + (select make_interval(secs => "periodMs" / 1000) from given where given.bucket = kept.bucket)) end
  returning bucket, calls, extract(epoch from ends_at - now())::float8 * 1000 as "leftMs"`;

/** Adds calls to the common counts, and returns the sums with the time that is left of their periods. */
export async function addCounts(
  database: Database,
  given: readonly { bucket: string; calls: number; leftMs: number; periodMs: number }[],
): Promise<Map<string, { calls: number; leftMs: number }>> {
  const rows = JSON.stringify(given.map(({ bucket, calls, leftMs, periodMs }) => ({ bucket, calls, leftMs, periodMs })));
  const result = await database.transaction('system', ({ client }) =>
    client.query<{ bucket: string; calls: number; leftMs: number }>(ADD, [rows]),
  );
  return new Map(result.rows.map(({ bucket, ...total }) => [bucket, total]));
}
