import type { Database } from '#server/database/database';
import { demoMailbox } from '#server/database/tables/operations';

export type NewDemoMail = Omit<typeof demoMailbox.$inferInsert, 'id' | 'receivedAt'>;

/** Inserts a mail into the demo's mailbox. */
export async function insertDemoMail(database: Database, mail: NewDemoMail): Promise<void> {
  await database.transaction('system', ({ orm }) => orm.insert(demoMailbox).values(mail));
}
