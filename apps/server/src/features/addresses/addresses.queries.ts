import type { AddressSuggestion } from '@yardage/contract/addresses';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { StateEntry } from '@yardage/contract/registration';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { matching } from '#server/database/search';
import { isMemberInForce } from '#server/http/member-in-force.queries';

/** Returns all states, sorted by name. */
export async function listStates(database: Database): Promise<StateEntry[]> {
  const states = await database.read<StateEntry[]>(
    'system',
    sql`select json_agg(json_build_object('id', id, 'name', name, 'abbreviation', abbreviation) order by name) as answer from states`,
  );
  return states ?? [];
}

/** Returns job addresses that contain every word, from those of the user's customers where their role may view orders. */
export async function findOwnJobAddresses(
  database: Database,
  userId: number,
  words: readonly string[],
  limit: number,
): Promise<Omit<AddressSuggestion, 'fullAddress'>[]> {
  const matches = matching({ own: [sql`o.job_address1`, sql`o.job_address2`] }, words.join(' '));
  const found = await database.read<Omit<AddressSuggestion, 'fullAddress'>[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('address', address, 'city', city, 'stateId', state_id, 'zipcode', zip)), '[]') as answer from (
      select distinct known.address, parts[1] as city, s.id as state_id, parts[3] as zip
      from (
        select distinct o.job_address1 as address, o.job_address2 as place from orders o
        where o.customer_id = any(array(
            select m.customer_id from members m join role_permissions p on p.role_id = m.role_id and p.code = ${PERMISSIONS.ORDERS_VIEW}
            where m.user_id = ${userId} and ${isMemberInForce()}))
          and ${sql.join(matches, sql` and `)}) as known
      cross join lateral regexp_match(known.place, '^(.+), ([A-Z]{2}) ([0-9]{5})') as parts
      join states s on s.abbreviation = parts[2]
      order by 1, 2 limit ${limit}) as known`,
  );
  return found ?? [];
}
