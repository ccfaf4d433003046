import type { Transaction } from '#server/database/database';
import { auditLog } from '#server/database/tables/operations';

export type AuditEntry = Pick<typeof auditLog.$inferInsert, 'userId' | 'customerId' | 'action' | 'subject' | 'detail' | 'requestId'>;

/** Who changes something, and in which request. `AuditAuthor<number | null>` may also be the admin command, which has no user. */
export interface AuditAuthor<UserId extends number | null = number> {
  userId: UserId;
  requestId: string;
}

/** Adds an audit log entry in the transaction of the change that it describes. */
export async function recordAudit({ orm }: Transaction, entry: AuditEntry): Promise<void> {
  await orm.insert(auditLog).values(entry);
}
