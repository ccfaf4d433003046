import type { AddressSuggestion } from '@yardage/contract/addresses';
import type { StateEntry } from '@yardage/contract/registration';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { matching } from '#server/database/search';
import type { Scope } from '#server/http/scope';

/** Returns all states, sorted by name. */
export async function listStates(database: Database): Promise<StateEntry[]> {
  const states = await database.read<StateEntry[]>(
    'system',
    sql`select json_agg(json_build_object('id', id, 'name', name, 'abbreviation', abbreviation) order by name) as answer from states`,
  );
  return states ?? [];
}

/** Returns the customer's job addresses that contain every word. */
export async function findJobAddresses(
  database: Database,
  scope: Scope,
  words: readonly string[],
  limit: number,
): Promise<Omit<AddressSuggestion, 'fullAddress'>[]> {
  const matches = matching({ own: [sql`o.job_address1`, sql`o.job_address2`] }, words.join(' '));
  const found = await database.read<Omit<AddressSuggestion, 'fullAddress'>[]>(
    scope,
    sql`select coalesce(json_agg(json_build_object('address', address, 'city', city, 'stateId', state_id, 'zipcode', zip)), '[]') as answer from (
      select distinct known.address, parts[1] as city, s.id as state_id, parts[3] as zip
      from (
        select distinct o.job_address1 as address, o.job_address2 as place from orders o
        where o.customer_id = ${scope.customerId} and ${sql.join(matches, sql` and `)}) as known
      cross join lateral regexp_match(known.place, '^(.+), ([A-Z]{2}) ([0-9]{5})') as parts
      join states s on s.abbreviation = parts[2]
      order by 1, 2 limit ${limit}) as known`,
  );
  return found ?? [];
}
