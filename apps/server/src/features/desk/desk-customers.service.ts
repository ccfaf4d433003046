import { randomUUID } from 'node:crypto';
import type { DeskAccount, inviteDeskOwner } from '@yardage/contract/desk-account';
import type { listDeskAccounts } from '@yardage/contract/desk-customers';
import type { ViewSession } from '@yardage/contract/desk-views';
import type { Answer, Input } from '@yardage/contract/endpoint';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { AuditAction } from '@yardage/domain/audit.messages';
import { MEMBER_STATUS, OWNER_ROLE_ID } from '@yardage/domain/member-rules';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { type AuditAuthor, recordAudit } from '#server/features/audit/audit.queries';
import { findSummary } from '#server/features/dashboard/summary.queries';
import { recordEvent } from '#server/features/events/events.queries';
import { assertAddable, enabledUser } from '#server/features/members/member-guards';
import { mailMember } from '#server/features/members/member-mails';
import { accountLabel, findRole, insertMember, lockMember, updateMember } from '#server/features/members/members.queries';
import { listOrders } from '#server/features/orders/orders.queries';
import { listCartHistory } from '#server/features/payments/payments.queries';
import { listFreshness } from '#server/features/supply/supply.queries';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import { type Caller, fullName } from '#server/http/scope';
import { endViews, insertView, lockViewsOf } from '#server/http/view-sessions.queries';
import { DESK_MESSAGES } from './desk.messages.ts';
import * as queries from './desk-customers.queries.ts';

/** How long a view lasts at most. */
const VIEW_MS = 30 * 60_000;
const LATEST = { pageIndex: 1, pageSize: 5, sortBy: MAIN_DATE_SORT, sortDesc: true };

const conflict = (detail: string) => new ApiError('conflict', { detail });

/** Customer accounts and their users, for staff. */
export function deskCustomersService(services: AreaServices) {
  const { database } = services;
  return {
    async list({ dataset, ...page }: Input<typeof listDeskAccounts>['query']): Promise<JsonText<Answer<typeof listDeskAccounts>>> {
      return new JsonText(await queries.listAccounts(database, page, dataset));
    },

    dataSources: () => queries.listDataSources(database),

    async detail({ userId }: Caller, globalCustomerNumber: string): Promise<DeskAccount> {
      const { customerId, ...account } = orNotFound(await queries.findAccount(database, globalCustomerNumber));
      const actor = { customerId, userId };
      const { timeZone } = account;
      const [summary, orders, payments, deliveries] = await Promise.all([
        findSummary(database, actor, timeZone, ['aging', 'contacts']),
        listOrders(database, actor, LATEST, { timeZone }),
        listCartHistory(database, actor, LATEST, { timeZone, paymentResult: undefined }),
        listFreshness(database, [account.dataset]),
      ]);
      return {
        ...account,
        summary: JSON.parse(summary) as DeskAccount['summary'],
        orders: (JSON.parse(orders) as { items: DeskAccount['orders'] }).items,
        payments: (JSON.parse(payments) as { items: DeskAccount['payments'] }).items,
        freshness: deliveries.map(({ resource, deliveredAt, ageSeconds }) => ({ resource, deliveredAt, ageSeconds })),
      };
    },

    /** Invites the first Owner, like an account's own administrators invite members, or makes a member Owner. */
    async inviteOwner(caller: Caller, globalCustomerNumber: string, body: Input<typeof inviteDeskOwner>['body'], requestId: string) {
      const { firstName, lastName, phone } = body;
      const email = body.email.toLowerCase();
      await database.transaction('system', async (transaction) => {
        const { hasOwner, customerId, ...place } = orNotFound(await queries.lockAccount(transaction, globalCustomerNumber));
        if (hasOwner) throw conflict(DESK_MESSAGES.hasOwner);
        const existing = await lockMember(transaction, customerId, { email });
        const user = await queries.lockPortalUser(transaction, { email });
        if (user && !user.isEnabled) throw conflict(DESK_MESSAGES.ownerDisabled);
        const by = { userId: caller.userId, customerId, requestId };
        const account = await accountLabel(transaction, customerId);
        const invite = () => mailMember(services, transaction, 'approved', { email, firstName, account }, by);
        // A member becomes Owner and keeps their own name, phone and address.
        if (existing?.statusId === MEMBER_STATUS.approved) {
          const before = existing.roleId === null ? undefined : await findRole(transaction, existing.roleId);
          await updateMember(transaction, existing.id, { roleId: OWNER_ROLE_ID, isEnabled: true });
          const detail = { role: { from: before?.name ?? null, to: 'Owner' }, isEnabled: true, isInvitedByStaff: true };
          await recordAudit(transaction, { ...by, action: 'members.update', subject: email, detail });
          const told = { email, firstName: existing.firstName, lastName: existing.lastName, role: 'Owner', isEnabled: true };
          await recordEvent(transaction, 'member.changed', customerId, told);
          return invite();
        }
        assertAddable(existing);
        const member = {
          ...place,
          ...(await enabledUser(transaction, { email, firstName, lastName })),
          email,
          firstName,
          lastName,
          phone,
          roleId: OWNER_ROLE_ID,
          statusId: MEMBER_STATUS.approved,
          isEnabled: true,
          requestTypeName: 'Invitation',
          decidedAt: new Date(),
          decidedBy: caller.userId,
        };
        if (existing) await updateMember(transaction, existing.id, member);
        else await insertMember(transaction, { ...member, customerId });
        await recordAudit(transaction, { ...by, action: 'members.add', subject: email, detail: { role: 'Owner', isInvitedByStaff: true } });
        await recordEvent(transaction, 'member.added', customerId, { email, firstName, lastName, role: 'Owner', isEnabled: true });
        await invite();
      });
      return { message: DESK_MESSAGES.ownerInvited };
    },

    findUser: (email: string) => queries.findUsers(database, email.toLowerCase()),

    async setEnabled(caller: Caller, id: number, isEnabled: boolean, requestId: string) {
      await database.transaction('system', async (transaction) => {
        const user = await lockOther(transaction, caller, id);
        await queries.setUserEnabled(transaction, id, isEnabled);
        const action = isEnabled ? 'users.enable' : 'users.disable';
        await auditUser(transaction, { userId: caller.userId, requestId }, action, user.email, {});
        if (user.isEnabled !== isEnabled) await recordMemberChanges(transaction, id, isEnabled);
      });
      return { message: isEnabled ? DESK_MESSAGES.userEnabled : DESK_MESSAGES.userDisabled };
    },

    async detach(caller: Caller, id: number, requestId: string) {
      await database.transaction('system', async (transaction) => {
        const user = await lockOther(transaction, caller, id);
        if (!(await detachSignInOf(transaction, user, { userId: caller.userId, requestId }))) throw conflict(DESK_MESSAGES.noSignIn);
      });
      return { message: DESK_MESSAGES.signInDetached };
    },

    async allow(caller: Caller, id: number, requestId: string) {
      await database.transaction('system', async (transaction) => {
        const user = await lockOther(transaction, caller, id);
        if (!(await allowSignInOf(transaction, user, { userId: caller.userId, requestId }))) throw conflict(DESK_MESSAGES.nothingDetached);
      });
      return { message: DESK_MESSAGES.signInAllowed };
    },

    /** Starts a view. Only one of a staff member is open at a time, so that what they see is never in doubt. */
    async startView(caller: Caller, userId: number, requestId: string): Promise<ViewSession> {
      return database.transaction('system', async (transaction) => {
        await lockViewsOf(transaction, caller.userId);
        const user = orNotFound(await queries.lockPortalUser(transaction, { id: userId }));
        if (user.id === caller.userId) throw conflict(DESK_MESSAGES.viewOfOneself);
        if (!user.isEnabled) throw conflict(DESK_MESSAGES.viewOfDisabled);
        await endViews(transaction, { staffId: caller.userId }, requestId);
        const id = randomUUID();
        const expiresAt = new Date(Date.now() + VIEW_MS);
        await insertView(transaction, { id, staffId: caller.userId, userId, expiresAt, requestId });
        const detail = { view: id, userId, until: expiresAt.toISOString() };
        await auditUser(transaction, { userId: caller.userId, requestId }, 'view-as.start', user.email, detail);
        return { id, userId, email: user.email, name: fullName(user).trim(), expiresAt: expiresAt.toISOString() };
      });
    },

    async endView(caller: Caller, viewId: string, requestId: string) {
      await database.transaction('system', (transaction) => endViews(transaction, { staffId: caller.userId, viewId }, requestId));
      return { message: DESK_MESSAGES.viewEnded };
    },
  };
}

/** Locks a user whose access staff change. Staff are managed on their own page, and nobody locks themselves out. */
async function lockOther(transaction: Transaction, caller: Caller, id: number): Promise<queries.UserRecord> {
  const user = orNotFound(await queries.lockPortalUser(transaction, { id }));
  if (user.id === caller.userId) throw conflict(DESK_MESSAGES.ownAccess);
  if (user.isStaff) throw conflict(DESK_MESSAGES.staffAccess);
  return user;
}

/** Records an event at each account of a user who was enabled or disabled, for the accounts' own systems. */
export async function recordMemberChanges(transaction: Transaction, userId: number, isEnabled: boolean): Promise<void> {
  for (const { customerId, ...member } of await queries.findMemberships(transaction, userId)) {
    await recordEvent(transaction, 'member.changed', customerId, { ...member, isEnabled: isEnabled && member.isEnabled });
  }
}

/** Detaches the linked sign-in of a locked user. Returns false if none is linked. The desk and the command share it. */
export async function detachSignInOf(
  transaction: Transaction,
  { id, email, subject }: Pick<queries.UserRecord, 'id' | 'email' | 'subject'>,
  author: AuditAuthor<number | null>,
): Promise<boolean> {
  if (subject === null) return false;
  await queries.detachSubject(transaction, id, subject, author.userId);
  await auditUser(transaction, author, 'sign-in.detach', email, { signIn: subject });
  return true;
}

/** Lets detached sign-ins of a locked user be linked again. Returns false if there are none. */
export async function allowSignInOf(
  transaction: Transaction,
  { id, email }: Pick<queries.UserRecord, 'id' | 'email'>,
  author: AuditAuthor<number | null>,
): Promise<boolean> {
  if ((await queries.allowSubjects(transaction, id)) === 0) return false;
  await auditUser(transaction, author, 'sign-in.allow', email, {});
  return true;
}

const auditUser = (transaction: Transaction, author: AuditAuthor<number | null>, action: AuditAction, email: string, detail: object) =>
  recordAudit(transaction, { ...author, customerId: null, action, subject: email, detail });
