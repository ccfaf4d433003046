import type { AuditAction } from '@yardage/domain/audit.messages';
import type { Transaction } from '#server/database/database';
import { auditLog } from '#server/database/tables/operations';

export type AuditEntry = Pick<typeof auditLog.$inferInsert, 'userId' | 'customerId' | 'subject' | 'detail' | 'requestId'> & {
  action: AuditAction;
};

/** The verbs of an area's actions. */
export type AuditVerb<Area extends string> = VerbOf<AuditAction, Area>;
type VerbOf<Action, Area extends string> = Action extends `${Area}.${infer Verb}` ? Verb : never;

/** Who changes something, and in which request. `AuditAuthor<number | null>` may also be the admin command, which has no user. */
export interface AuditAuthor<UserId extends number | null = number> {
  userId: UserId;
  requestId: string;
}

/** Adds an audit log entry in the transaction of the change that it describes. */
export async function recordAudit({ orm }: Transaction, entry: AuditEntry): Promise<void> {
  await orm.insert(auditLog).values(entry);
}
