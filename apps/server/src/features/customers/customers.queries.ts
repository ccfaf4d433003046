import type { Database, Member } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';

/** Returns the customer's email, phone and company as JSON. */
export async function findDetails(database: Database, actor: Member): Promise<string> {
  const details = jsonObject({ email: sql`c.email`, phoneNumber: sql`c.phone`, companyName: sql`c.company_name` });
  return (await database.read(actor, sql`select ${details}::text as answer from customers c where c.id = ${actor.customerId}`)) as string;
}
