import { canChange, canDecide, canGrant, MEMBER_STATUS, OWNER_ROLE_ID } from '@yardage/domain/member-rules';
import type { Member, Transaction } from '#server/database/database';
import { ApiError } from '#server/http/api-error';
import { MEMBERS_SAID } from './members.messages.ts';
import { findRights, findRole, type MemberRecord, type Role } from './members.queries.ts';

const refused = (detail: string) => new ApiError('permission-missing', { detail });
const conflict = (detail: string) => new ApiError('conflict', { detail });

/** The caller's own role, as it is now; a call by somebody who was taken out meanwhile ends here. */
export async function ownRights(transaction: Transaction, actor: Member): Promise<Role> {
  const rights = await findRights(transaction, actor);
  if (!rights) throw new ApiError('permission-missing');
  return rights;
}

/** The role with that id, if the giver may give it. */
export async function grantableRole(transaction: Transaction, giver: Role | 'staff', roleId: number): Promise<Role> {
  const role = await findRole(transaction, roleId);
  if (!role) throw new ApiError('validation-failed', { fieldErrors: { roleId: [MEMBERS_SAID.roleUnknown] } });
  if (giver !== 'staff' && !canGrant(giver, role)) throw refused(MEMBERS_SAID.roleBeyondOwn);
  return role;
}

/** Refuses to touch an Owner, somebody mightier than the caller, or somebody who is not approved. */
export async function assertChangeable(transaction: Transaction, giver: Role, member: MemberRecord): Promise<void> {
  if (member.roleId === OWNER_ROLE_ID) throw refused(MEMBERS_SAID.ownerProtected);
  if (!canChange(member)) throw conflict(MEMBERS_SAID.notApproved);
  const current = member.roleId === null ? undefined : await findRole(transaction, member.roleId);
  if (current && !canGrant(giver, current)) throw refused(MEMBERS_SAID.memberBeyondOwn);
}

/** Refuses a second decision. */
export function assertUndecided(member: MemberRecord): void {
  if (!canDecide(member)) throw conflict(MEMBERS_SAID.decidedMeanwhile);
}

/** Refuses to add somebody who is there already or waits for a decision. */
export function assertAddable(existing: MemberRecord | undefined): void {
  if (existing?.statusId === MEMBER_STATUS.approved) throw conflict(MEMBERS_SAID.alreadyMember);
  if (existing?.statusId === MEMBER_STATUS.requested) throw conflict(MEMBERS_SAID.alreadyRequested);
}
