import { type SQL, sql } from '#server/database/drizzle';

/** The end of a grace period that begins now. */
export const graceEnd = (graceHours: number): SQL => sql`now() + make_interval(hours => ${graceHours})`;

/**
 * The list `older_secrets` of a row whose secret is being replaced: the list before and the previous secret, as far as their grace periods
 * have not ended, each shortened to the end of the new one. None of them outlives the previous secret. If that one was ended, the list
 * counts as empty, because a version of the portal from before 0106 ends it without changing the list.
 */
export const olderSecretsUntil = (until: SQL, previous: SQL): SQL => sql`(
  select coalesce(jsonb_agg(o || jsonb_build_object('until', least((o ->> 'until')::timestamptz, ${until}))), '[]')
  from jsonb_array_elements(case when previous_until is null then '[]' else older_secrets || jsonb_build_array(${previous}) end) o
  where least((o ->> 'until')::timestamptz, ${until}) > now())`;
