import type { addStaff, changeStaffRole, listStaff } from '@yardage/contract/desk-staff';
import type { Answer, Input } from '@yardage/contract/endpoint';
import { mayUseDesk, type StaffRole } from '@yardage/contract/staff-roles';
import type { AuditAction } from '@yardage/domain/audit.messages';
import { STAFF_ROLE_NAMES } from '@yardage/domain/names.messages';
import { z } from 'zod';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { type AuditAuthor, recordAudit } from '#server/features/audit/audit.queries';
import { handBackChatsOf } from '#server/features/chat/chat-writer';
import { howToSignIn, letter } from '#server/features/members/member-mails';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Caller } from '#server/http/scope';
import type { ChatChange } from '#server/hub/chat-change';
import { DESK_MESSAGES, STAFF_MAIL_MESSAGES } from './desk.messages.ts';
import { recordMemberChanges } from './desk-customers.service.ts';
import * as queries from './desk-staff.queries.ts';

const MAIL_KIND = 'staff-added';
const mailFacts = z.strictObject({ email: z.string(), firstName: z.string(), role: z.string() });

const conflict = (detail: string) => new ApiError('conflict', { detail });

/** The staff themselves, for Administrators at the desk. */
export function deskStaffService({ database, mail, accounts, branding, chats, publicUrl }: AreaServices) {
  const subject = (platformName: string) => STAFF_MAIL_MESSAGES.subject(platformName);
  mail.declareNotice(MAIL_KIND, mailFacts, async ({ firstName, email }, { id, customerId }) => {
    const role = await queries.findStaffRole(database, email);
    if (!role) return undefined;
    const brand = { ...(await branding.current()), publicUrl };
    const access = STAFF_MAIL_MESSAGES.access(brand.platformName, STAFF_ROLE_NAMES[role]);
    const invitation = await accounts.invite(email, { id, customerId });
    const text = letter(firstName, brand, [access, ...howToSignIn(email, invitation, brand)]);
    return { subject: subject(brand.platformName), text };
  });

  const announce = (changes: readonly ChatChange[]): void => {
    for (const change of changes) chats.announcer.announceChat(change);
  };

  return {
    async list({ userId }: Caller, query: Input<typeof listStaff>['query']): Promise<JsonText<Answer<typeof listStaff>>> {
      return new JsonText(await queries.listStaff(database, userId, query));
    },

    async add({ userId }: Caller, body: Input<typeof addStaff>['body'], requestId: string) {
      const { role, firstName, ...names } = body;
      const email = body.email.toLowerCase();
      const accounts = await database.transaction('system', async (transaction) => {
        const outcome = await giveStaffRole(transaction, { ...names, firstName, email, role }, { userId, requestId });
        if (outcome !== 'added') throw conflict(DESK_MESSAGES.alreadyStaff);
        const reference = { email, firstName, role };
        const notice = { documentKind: MAIL_KIND, reference, to: email, subject: subject(branding.known().platformName), customerId: null };
        await mail.queueNotice(transaction, { ...notice, requestedBy: userId });
        return queries.countAccounts(transaction, email);
      });
      return { message: DESK_MESSAGES.staffAdded(accounts) };
    },

    async change({ userId }: Caller, id: number, { role, ...names }: Input<typeof changeStaffRole>['body'], requestId: string) {
      if (id === userId) throw conflict(DESK_MESSAGES.ownStaffRole);
      const handedBack = await database.transaction('system', async (transaction) => {
        const author = { userId, requestId };
        const colleague = await lockColleague(transaction, id, role);
        if (await queries.renameUser(transaction, id, names)) await auditStaff(transaction, author, 'staff.rename', colleague.email, names);
        if (colleague.staffRole === role && colleague.isEnabled) return [];
        const changes = await setRole(transaction, colleague, role, author);
        await auditStaff(transaction, author, 'staff.change-role', colleague.email, { from: colleague.staffRole, to: role });
        return changes;
      });
      announce(handedBack);
      return { message: DESK_MESSAGES.staffChanged };
    },

    async remove({ userId }: Caller, id: number, requestId: string) {
      if (id === userId) throw conflict(DESK_MESSAGES.ownStaffRemoval);
      const handedBack = await database.transaction('system', async (transaction) => {
        const colleague = await lockColleague(transaction, id, null);
        return withdrawStaffRole(transaction, colleague, { userId, requestId });
      });
      announce(handedBack);
      return { message: DESK_MESSAGES.staffRemoved };
    },
  };
}

/** Locks a staff member whose role changes. Refuses to leave the desk without an enabled Administrator. */
async function lockColleague(transaction: Transaction, id: number, role: StaffRole | null): Promise<queries.StaffRecord> {
  const administrators = await queries.lockAdministrators(transaction);
  const user = await queries.lockStaffUser(transaction, { id });
  const isLast = administrators.length === 1 && administrators[0] === id && role !== 'Administrator';
  if (isLast) throw conflict(DESK_MESSAGES.lastAdministrator);
  return orNotFound(user?.isStaff ? user : undefined);
}

/**
 * Gives a role, or withdraws it with null. A disabled user who gets one is enabled, also at their customer accounts. The chats of a
 * dispatcher who can no longer read them wait for another one. Returns these changes, to announce after the commit.
 */
async function setRole(
  transaction: Transaction,
  { id, email, isEnabled }: queries.StaffRecord,
  role: StaffRole | null,
  author: AuditAuthor<number | null>,
): Promise<ChatChange[]> {
  await queries.setStaffRole(transaction, id, role);
  if (role && !isEnabled) {
    await auditStaff(transaction, author, 'users.enable', email, {});
    await recordMemberChanges(transaction, id, true);
  }
  return mayUseDesk(role, ['chats']) ? [] : handBackChatsOf(transaction, id);
}

/**
 * Makes somebody staff, or changes the role of a staff member if `mayChange` is set. The desk and the command share it, which may leave names
 * empty.
 */
export async function giveStaffRole(
  transaction: Transaction,
  person: { email: string; firstName: string; lastName: string; role: StaffRole },
  author: AuditAuthor<number | null>,
  mayChange = false,
): Promise<'added' | 'changed' | 'unchanged'> {
  const { email, firstName, lastName, role } = person;
  const user = await queries.lockStaffUser(transaction, { email });
  const isActive = user?.isStaff && user.isEnabled && user.staffRole !== null;
  if (isActive && (!mayChange || user.staffRole === role)) return 'unchanged';
  if (user) {
    await setRole(transaction, user, role, author);
    if (!isActive) await queries.renameUser(transaction, user.id, { firstName, lastName });
  } else if (!(await queries.insertStaff(transaction, { email, firstName: firstName || nameFrom(email), lastName, staffRole: role }))) {
    // Somebody else has just added a user with this address.
    return giveStaffRole(transaction, person, author, mayChange);
  }
  await auditStaff(
    transaction,
    author,
    isActive ? 'staff.change-role' : 'staff.add',
    email,
    isActive ? { from: user.staffRole, to: role } : { role },
  );
  return isActive ? 'changed' : 'added';
}

/** The desk shows a name; until somebody types a better one, the address has to do. */
const nameFrom = (email: string) => email.split('@')[0] ?? email;

/** Withdraws the access to the desk. Returns the chats that wait for another dispatcher now, to announce after the commit. */
export async function withdrawStaffRole(
  transaction: Transaction,
  user: queries.StaffRecord,
  author: AuditAuthor<number | null>,
): Promise<ChatChange[]> {
  const changes = await setRole(transaction, user, null, author);
  await auditStaff(transaction, author, 'staff.remove', user.email, {});
  return changes;
}

const auditStaff = (transaction: Transaction, author: AuditAuthor<number | null>, action: AuditAction, email: string, detail: object) =>
  recordAudit(transaction, { ...author, customerId: null, action, subject: email, detail });
