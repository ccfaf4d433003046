import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import { currentLanguage, runInLanguage } from '@yardage/messages/language';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { recordEvent } from '#server/features/events/events.queries';
import { assertUndecided, enabledUser, type Giver, grantableRole } from './member-guards.ts';
import { mailMember } from './member-mails.ts';
import { MEMBERS_MESSAGES } from './members.messages.ts';
import { accountLabel, type MemberRecord, updateMember } from './members.queries.ts';

/** A decision about a request. `giver` limits the roles that can be granted. */
export interface Decision {
  status: 2 | 3;
  roleId: number;
  giver: Giver;
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
  const admitted = role ? { ...(await enabledUser(transaction, request)), roleId: role.roleId, isEnabled: true } : {};
  await updateMember(transaction, request.id, { ...admitted, customerId, statusId, decidedAt: new Date(), decidedBy });
  await recordAudit(transaction, {
    userId: decidedBy,
    customerId,
    action: isApproved ? 'members.approve' : 'members.reject',
    subject: request.email,
    detail: { memberId: request.id, role: role?.name ?? null },
    requestId: decision.requestId,
  });
  const { email, firstName, lastName, companyName, customerNumber: requestedCustomerNumber } = request;
  const person = { email, firstName, lastName };
  const decided = { ...person, companyName, requestedCustomerNumber, role: role?.name ?? null };
  await recordEvent(transaction, 'registration.decided', customerId, { ...decided, decision: isApproved ? 'approved' : 'rejected' });
  if (role) await recordEvent(transaction, 'member.added', customerId, { ...person, role: role.name, isEnabled: true });
  const cause = { customerId, userId: decidedBy };
  const account = customerId === null ? request.customerNumber : await accountLabel(transaction, customerId);
  // In the language of the person, not of the one who decides. Older requests have none.
  await runInLanguage(request.language ?? currentLanguage(), () =>
    isApproved
      ? mailMember(services, transaction, 'approved', { email, firstName, account }, cause)
      : mailMember(services, transaction, 'rejected', { email }, cause),
  );
  return { message: isApproved ? MEMBERS_MESSAGES.approved : MEMBERS_MESSAGES.rejected };
}
