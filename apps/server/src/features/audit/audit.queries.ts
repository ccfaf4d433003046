import type { Transaction } from '#server/database/database';
import { auditLog } from '#server/database/tables/operations';

export type AuditEntry = Pick<typeof auditLog.$inferInsert, 'userId' | 'customerId' | 'action' | 'subject' | 'detail' | 'requestId'>;

/** Adds to the audit log within the transaction of what it tells about. */
export async function recordAudit({ orm }: Transaction, entry: AuditEntry): Promise<void> {
  await orm.insert(auditLog).values(entry);
}
