import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import type { FoundAddress } from '../port.ts';

/**
 * Returns the streets of all orders and plants, without house numbers: which lots are building sites is confidential to the customer, but
 * that a street exists is not.
 */
export async function listKnownStreets(database: Database): Promise<FoundAddress[]> {
  const streets = await database.read<FoundAddress[]>(
    'system',
    sql`select coalesce(json_agg(distinct street), '[]') as answer from (
      select json_build_object('address', regexp_replace(o.job_address1, '^[0-9]+[A-Za-z]? +', ''),
          'city', parts[1], 'state', parts[2], 'zip', parts[3])::jsonb as street
        from (select distinct job_address1, job_address2 from orders where job_address2 is not null) o
        cross join lateral regexp_match(o.job_address2, '^(.+), ([A-Z]{2}) ([0-9]{5})') as parts
        where parts is not null
      union
      select json_build_object('address', regexp_replace(p.address_line1, '^[0-9]+[A-Za-z]? +', ''),
          'city', p.city, 'state', s.abbreviation, 'zip', p.zip)::jsonb
        from plants p join states s on s.id = p.state_id) as known`,
  );
  return streets ?? [];
}
