import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';
import { isMemberInForce } from '#server/http/member-in-force.queries';

/** The customer numbers a user holds, in his own order, as JSON. */
export async function listCustomerNumbers(database: Database, userId: number): Promise<string> {
  const entry = jsonObject({
    customerNumber: sql`c.customer_number`,
    globalCustomerNumber: sql`c.global_customer_number`,
    datasource: sql`d.name`,
    datasourceId: sql`d.id`,
    dataset: sql`d.code`,
    displayName: sql`c.display_name`,
    timeZone: sql`d.time_zone`,
  });
  const statement = sql`
    select coalesce(json_agg(${entry} order by m.position, c.id), '[]')::text as answer
    from members m join customers c on c.id = m.customer_id join data_sources d on d.id = c.data_source_id
    where m.user_id = ${userId} and ${isMemberInForce()}`;
  return (await database.read('system', statement)) as string;
}
