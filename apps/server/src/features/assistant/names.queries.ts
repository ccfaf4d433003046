import { PERMISSIONS } from '@yardage/contract/permissions';
import type { KnownNames } from '#server/adapters/assistant/port';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { loadsUnderWay } from '#server/features/truck-tracking/active-loads.queries';
import { isMemberInForce } from '#server/http/member-in-force.queries';
import type { Scope } from '#server/http/scope';

/** How many jobs, and how many people who ordered, are returned. The latest come first. */
const MAX_NAMES = 500;

/** Returns the names that occur on the account, and the names of the caller's other customers. */
export async function findNames(database: Database, scope: Scope): Promise<KnownNames> {
  const { customerId, datasourceId, userId, permissions } = scope;
  const isGranted = (code: string) => sql`${permissions.has(code)}`;
  const [ofAccount, ofOthers] = await Promise.all([
    database.read<Omit<KnownNames, 'otherCustomers'>>(
      scope,
      sql`select json_build_object(
          'customer', (select json_build_array(c.company_name, c.display_name, c.customer_number, c.global_customer_number) from customers c where c.id = ${customerId}),
          'jobs', (select coalesce(json_agg(distinct name.text), '[]') from (
            (select o.job, o.job_address1, o.job_address2 from orders o where o.customer_id = ${customerId}
              group by o.job, o.job_address1, o.job_address2 order by max(o.starts_at) desc limit ${MAX_NAMES})
            union all (select q.quote_name, q.quote_address, null from quotes q where ${isGranted(PERMISSIONS.QUOTES_VIEW)} and q.customer_id = ${customerId}
              group by q.quote_name, q.quote_address order by max(q.quote_date) desc limit ${MAX_NAMES})
            union all (select r.job, r.job_address1, r.job_address2 from order_requests r where r.customer_id = ${customerId}
              group by r.job, r.job_address1, r.job_address2 order by max(r.created_at) desc limit ${MAX_NAMES})) as site
            cross join lateral (values (site.job), (site.job_address1), (site.job_address2)) as name(text) where name.text is not null),
          'products', (select coalesce(json_agg(json_build_object('number', p.number, 'description', p.description)), '[]') from products p where p.data_source_id = ${datasourceId}),
          'people', (select coalesce(json_agg(distinct person.name), '[]') from (
            (select o.ordered_by as name from orders o where ${isGranted(PERMISSIONS.ORDERS_VIEW)} and o.customer_id = ${customerId} and o.ordered_by is not null
              group by o.ordered_by order by max(o.starts_at) desc limit ${MAX_NAMES})
            union all (select s.received_by from ticket_sign_offs s where ${isGranted(PERMISSIONS.TICKETS_VIEW)} and s.customer_id = ${customerId}
              group by s.received_by order by max(s.id) desc limit ${MAX_NAMES})
            union all select t.driver_name from ${loadsUnderWay(customerId)} as t where t.driver_name is not null
            union all select who.name from customer_contacts own join contacts who on who.id = own.contact_id where own.customer_id = ${customerId}
            union all select who.name from customer_desk_contacts who where who.customer_id = ${customerId}
            union all select who.name from data_source_contacts who where who.data_source_id = ${datasourceId}) as person)) as answer`,
    ),
    // Row-level security hides all other customers, so read as system. A user may know their own other customers.
    database.read<string[]>(
      'system',
      sql`select coalesce(json_agg(c.display_name), '[]') as answer from members m join customers c on c.id = m.customer_id
          where m.user_id = ${userId} and m.customer_id <> ${customerId} and ${isMemberInForce()}`,
    ),
  ]);
  return { customer: [], jobs: [], products: [], people: [], ...ofAccount, otherCustomers: ofOthers ?? [] };
}
