import { canChange, canDecide, canGrant, MEMBER_STATUS, OWNER_ROLE_ID } from '@yardage/domain/member-rules';
import type { Member, Transaction } from '#server/database/database';
import { ApiError } from '#server/http/api-error';
import { MEMBERS_MESSAGES } from './members.messages.ts';
import { findRights, findRole, type MemberRecord, type Role } from './members.queries.ts';

const refused = (detail: string) => new ApiError('permission-missing', { detail });
const conflict = (detail: string) => new ApiError('conflict', { detail });

/** Returns the caller's current role. Refuses if their membership was removed or disabled meanwhile. */
export async function ownRights(transaction: Transaction, actor: Member): Promise<Role> {
  const rights = await findRights(transaction, actor);
  if (!rights) throw new ApiError('permission-missing');
  return rights;
}

/** Returns the role with the id. Refuses if the giver may not grant it. */
export async function grantableRole(transaction: Transaction, giver: Role | 'staff', roleId: number): Promise<Role> {
  const role = await findRole(transaction, roleId);
  if (!role) throw new ApiError('validation-failed', { fieldErrors: { roleId: [MEMBERS_MESSAGES.roleUnknown] } });
  if (giver !== 'staff' && !canGrant(giver, role)) throw refused(MEMBERS_MESSAGES.roleBeyondOwn);
  return role;
}

/** Refuses to change an Owner, a member with more permissions than the caller, or one who is not approved. */
export async function assertChangeable(transaction: Transaction, giver: Role, member: MemberRecord): Promise<void> {
  if (member.roleId === OWNER_ROLE_ID) throw refused(MEMBERS_MESSAGES.ownerProtected);
  if (!canChange(member)) throw conflict(MEMBERS_MESSAGES.notApproved);
  const current = member.roleId === null ? undefined : await findRole(transaction, member.roleId);
  if (current && !canGrant(giver, current)) throw refused(MEMBERS_MESSAGES.memberBeyondOwn);
}

/** Refuses to decide a request twice. */
export function assertUndecided(member: MemberRecord): void {
  if (!canDecide(member)) throw conflict(MEMBERS_MESSAGES.decidedMeanwhile);
}

/** Refuses to add a person who is already a member or has an open request. */
export function assertAddable(existing: MemberRecord | undefined): void {
  if (existing?.statusId === MEMBER_STATUS.approved) throw conflict(MEMBERS_MESSAGES.alreadyMember);
  if (existing?.statusId === MEMBER_STATUS.requested) throw conflict(MEMBERS_MESSAGES.alreadyRequested);
}
