import { PERMISSIONS } from '@yardage/contract/permissions';
import { mayUseDesk } from '@yardage/contract/staff-roles';
import { canChange, canDecide, canGrant, MEMBER_STATUS, OWNER_ROLE_ID } from '@yardage/domain/member-rules';
import type { Member, Transaction } from '#server/database/database';
import { ApiError } from '#server/http/api-error';
import type { Caller } from '#server/http/scope';
import { MEMBERS_MESSAGES } from './members.messages.ts';
import { admitUser, findRights, findRole, lockMembers, type MemberRecord, type Role } from './members.queries.ts';

const refused = (detail: string) => new ApiError('permission-missing', { detail });
const conflict = (detail: string) => new ApiError('conflict', { detail });

/** Returns the caller's current role. Refuses if their membership was removed or disabled meanwhile. */
export async function ownRights(transaction: Transaction, actor: Member): Promise<Role> {
  const rights = await findRights(transaction, actor);
  if (!rights) throw new ApiError('permission-missing');
  return rights;
}

/**
 * Returns the caller's role and locks the members of the account, so that the role holds until the change is done: of two who act on each
 * other, the second is refused.
 */
export async function rightsToChange(transaction: Transaction, actor: Member): Promise<Role> {
  await lockMembers(transaction, actor.customerId);
  return ownRights(transaction, actor);
}

/** Who gives a role: a member of the account, or staff. */
export type Giver = Role | Pick<Caller, 'staffRole'>;

const MANAGING_CODES: readonly string[] = [PERMISSIONS.USER_ACCOUNTS_APPROVAL, PERMISSIONS.USER_ACCOUNTS_ADD_ACCOUNT];

/** Returns whether staff may give the role. One that manages users is as good as an invitation, so it needs the same area of the desk. */
export function staffMayGive({ staffRole }: Pick<Caller, 'staffRole'>, { codes }: Role): boolean {
  return mayUseDesk(staffRole, ['customer-users']) || !codes.some((code) => MANAGING_CODES.includes(code));
}

/** Returns the role with the id. Refuses if the giver may not grant it. */
export async function grantableRole(transaction: Transaction, giver: Giver, roleId: number): Promise<Role> {
  const role = await findRole(transaction, roleId);
  if (!role) throw new ApiError('validation-failed', { fieldErrors: { roleId: [MEMBERS_MESSAGES.roleUnknown] } });
  if ('staffRole' in giver) {
    if (!staffMayGive(giver, role)) throw refused(MEMBERS_MESSAGES.roleForAdministrators);
  } else if (!canGrant(giver, role)) throw refused(MEMBERS_MESSAGES.roleBeyondOwn);
  return role;
}

/** Refuses to change an Owner, a member with more permissions than the caller, or one who is not approved. Returns the member's role. */
export async function assertChangeable(transaction: Transaction, giver: Role, member: MemberRecord): Promise<Role | undefined> {
  if (member.roleId === OWNER_ROLE_ID) throw refused(MEMBERS_MESSAGES.ownerProtected);
  if (!canChange(member)) throw conflict(MEMBERS_MESSAGES.notApproved);
  const current = member.roleId === null ? undefined : await findRole(transaction, member.roleId);
  if (current && !canGrant(giver, current)) throw refused(MEMBERS_MESSAGES.memberBeyondOwn);
  return current;
}

/** Returns the user of a new member, who is created if need be. Refuses a person whom the supplier has disabled: they could not sign in. */
export async function enabledUser(
  transaction: Transaction,
  person: { email: string; firstName: string; lastName: string },
): Promise<{ userId: number; position: number }> {
  const { isUserEnabled, ...user } = await admitUser(transaction, person);
  if (!isUserEnabled) throw conflict(MEMBERS_MESSAGES.userDisabled);
  return user;
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
