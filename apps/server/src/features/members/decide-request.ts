import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { assertUndecided, grantableRole } from './member-guards.ts';
import { mailMember } from './member-mails.ts';
import { MEMBERS_MESSAGES } from './members.messages.ts';
import { accountLabel, admitUser, type MemberRecord, type Role, updateMember } from './members.queries.ts';

/** A decision about a request. `giver` limits the roles that can be granted. */
export interface Decision {
  status: 2 | 3;
  roleId: number;
  giver: Role | 'staff';
  decidedBy: number;
  requestId: string;
}

/** Approves or rejects a locked request. Updates membership, audit log and mail in the same transaction (USR-06). */
export async function decideRequestOf(
  services: AreaServices,
  transaction: Transaction,
  request: MemberRecord,
  customerId: number | null,
  decision: Decision,
): Promise<{ message: string }> {
  assertUndecided(request);
  const { status: statusId, decidedBy } = decision;
  const isApproved = statusId === MEMBER_STATUS.approved;
  const role = isApproved ? await grantableRole(transaction, decision.giver, decision.roleId) : undefined;
  const admitted = role ? { ...(await admitUser(transaction, request)), roleId: role.roleId, isEnabled: true } : {};
  await updateMember(transaction, request.id, { ...admitted, customerId, statusId, decidedAt: new Date(), decidedBy });
  await recordAudit(transaction, {
    userId: decidedBy,
    customerId,
    action: isApproved ? 'members.approve' : 'members.reject',
    subject: request.email,
    detail: { memberId: request.id, role: role?.name ?? null },
    requestId: decision.requestId,
  });
  const { email, firstName } = request;
  const cause = { customerId, userId: decidedBy };
  if (isApproved) {
    const account = customerId === null ? request.customerNumber : await accountLabel(transaction, customerId);
    await mailMember(services, transaction, 'approved', { email, firstName, account }, cause);
  } else await mailMember(services, transaction, 'rejected', { email }, cause);
  return { message: isApproved ? MEMBERS_MESSAGES.approved : MEMBERS_MESSAGES.rejected };
}
