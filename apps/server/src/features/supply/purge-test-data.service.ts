import type { Database } from '#server/database/database';
import { type AuditAuthor, recordAudit } from '#server/features/audit/audit.queries';
import { deleteUnusedStreets } from '#server/features/retention/retention.queries';
import { deleteCustomerRecords, deleteCustomers, deleteSource, findSource } from './purge.queries.ts';
import { lockDataSources } from './staging.queries.ts';

/** What a purge deleted, or why it did not. */
export type Purged =
  | { outcome: 'unknown-source' | 'not-a-test' }
  | {
      outcome: 'purged';
      /** Deleted rows by table. */
      deleted: Record<string, number>;
      /** Customers that the audit log or a chat names; they stay without records. */
      keptCustomers: number;
    };

/** Deletes everything of a test data source (FED-08). Data of any other data source is never deleted. */
export async function purgeTestData(database: Database, code: string, by: AuditAuthor<number | null>): Promise<Purged> {
  return database.transaction('system', async (transaction): Promise<Purged> => {
    const { client } = transaction;
    await lockDataSources(client, [code]);
    const source = await findSource(client, code);
    if (!source) return { outcome: 'unknown-source' };
    if (!source.isTest) return { outcome: 'not-a-test' };
    const deleted = await deleteCustomerRecords(client, source.id);
    const keptCustomers = await deleteCustomers(client, source.id);
    await deleteSource(client, source.id, code, keptCustomers > 0);
    deleted.known_streets = await deleteUnusedStreets(client);
    await recordAudit(transaction, {
      ...by,
      customerId: null,
      action: 'data-sources.purge',
      subject: code,
      detail: { deleted, keptCustomers },
    });
    return { outcome: 'purged', deleted, keptCustomers };
  });
}
