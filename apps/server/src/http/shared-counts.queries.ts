import type { Database } from '#server/database/database';

/** Buckets are ordered, so that two processes cannot deadlock. A period that is over begins again. */
const ADD = `
  insert into rate_counts as kept (bucket, calls, ends_at)
  select given.bucket, given.calls, given."endsAt" from json_to_recordset($1::json) as given(bucket text, calls int, "endsAt" timestamptz)
  order by given.bucket
  on conflict (bucket) do update set
    calls = case when kept.ends_at <= now() then excluded.calls else kept.calls + excluded.calls end,
    ends_at = case when kept.ends_at <= now() then excluded.ends_at else kept.ends_at end
  returning bucket, calls, ends_at`;

/** Adds calls to the common counts, and returns the sums with the ends of their periods. */
export async function addCounts(
  database: Database,
  given: readonly { bucket: string; calls: number; endsAt: Date }[],
): Promise<Map<string, { calls: number; endsAt: Date }>> {
  const rows = JSON.stringify(given.map(({ bucket, calls, endsAt }) => ({ bucket, calls, endsAt })));
  const result = await database.transaction('system', ({ client }) =>
    client.query<{ bucket: string; calls: number; ends_at: Date }>(ADD, [rows]),
  );
  return new Map(result.rows.map(({ bucket, calls, ends_at: endsAt }) => [bucket, { calls, endsAt }]));
}
