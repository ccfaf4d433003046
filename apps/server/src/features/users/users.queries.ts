import type { MailSettings } from '@yardage/contract/users';
import type { Database } from '#server/database/database';
import { eq, sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';
import { users } from '#server/database/tables/accounts';
import { isMemberInForce } from '#server/http/member-in-force.queries';

/** Returns the customer numbers of a user, in the user's own order, as JSON. */
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

/** Returns which mails a user gets. */
export async function findMailSettings(database: Database, userId: number): Promise<MailSettings> {
  const settings = jsonObject({ paymentReceipts: sql`u.mails_payment_receipts`, paymentReturns: sql`u.mails_payment_returns` });
  return (await database.read<MailSettings>(
    'system',
    sql`select ${settings} as answer from users u where u.id = ${userId}`,
  )) as MailSettings;
}

/** Stores which mails a user gets. */
export async function updateMailSettings(database: Database, userId: number, settings: MailSettings): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm
      .update(users)
      .set({ mailsPaymentReceipts: settings.paymentReceipts, mailsPaymentReturns: settings.paymentReturns })
      .where(eq(users.id, userId)),
  );
}

/** Stores the language that a user chose. */
export async function updateLanguage(database: Database, userId: number, language: string | null): Promise<void> {
  await database.transaction('system', ({ orm }) => orm.update(users).set({ language }).where(eq(users.id, userId)));
}
