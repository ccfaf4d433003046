import type { Database } from '#server/database/database';
import { DEMO_ACCOUNTS } from '../world/demo-accounts.ts';

/** A user with a demo account who may request orders for a customer. */
export interface Asker {
  email: string;
  globalCustomerNumber: string;
}

/** Who can ask, in an order that changes from day to day, and how many requests there are. */
interface AskersToday {
  askers: Asker[];
  waiting: number;
  made: number;
}

/** Returns the demo users who can request orders, and how many requests wait at the desk. */
export async function findAskers(database: Database): Promise<AskersToday> {
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<AskersToday>(
      `select count(*)::int as made, count(*) filter (where state in ('requested', 'proposed'))::int as waiting, (
         select coalesce(json_agg(json_build_object('email', u.email, 'globalCustomerNumber', c.global_customer_number)
           order by md5(u.email || c.id::text || now()::date::text)), '[]')
         from members m join users u on u.id = m.user_id join customers c on c.id = m.customer_id
         where u.email = any($1::text[]) and m.status_id = 2 and m.role_id in (1, 4, 5)
           and exists (select from orders o where o.customer_id = c.id and o.status_id = 5)) as askers
       from order_requests where kind = 'pour'`,
      [DEMO_ACCOUNTS.map(({ email }) => email)],
    );
    return rows[0] ?? { askers: [], waiting: 0, made: 0 };
  });
}
