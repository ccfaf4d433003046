import type { Answer, Input } from '@yardage/contract/endpoint';
import type { addMember, decideMembershipRequest, getMember, listMembers, RoleEntry, updateMember } from '@yardage/contract/members';
import type { AuditAction } from '@yardage/domain/audit.messages';
import { canGrant, DEFAULT_ROLE_ID, isStoredPhone, MEMBER_STATUS } from '@yardage/domain/member-rules';
import { PHONE_PATTERN } from '@yardage/domain/person-fields';
import { MEMBER_MESSAGES } from '@yardage/domain/rules.messages';
import type { Transaction } from '#server/database/database';
import { isViolation } from '#server/database/failures';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { recordEvent } from '#server/features/events/events.queries';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { decideRequestOf } from './decide-request.ts';
import { assertAddable, assertChangeable, enabledUser, grantableRole, ownRights, rightsToChange } from './member-guards.ts';
import { mailMember } from './member-mails.ts';
import { MEMBERS_MESSAGES } from './members.messages.ts';
import * as queries from './members.queries.ts';

/** Manages the members of a customer account. */
export function membersService(services: AreaServices) {
  const { database } = services;
  const audit = (transaction: Transaction, scope: Scope, action: AuditAction, email: string, detail: object, requestId: string) =>
    recordAudit(transaction, { userId: scope.userId, customerId: scope.customerId, action, subject: email, detail, requestId });

  return {
    async list(scope: Scope, query: Input<typeof listMembers>['query']): Promise<JsonText<Answer<typeof listMembers>>> {
      const { StatusId: status, ...page } = query;
      return new JsonText(await queries.listMembers(database, scope, page, status ? Number(status) : undefined));
    },

    async detail(scope: Scope, id: number): Promise<JsonText<Answer<typeof getMember>>> {
      return new JsonText(orNotFound(await queries.findMember(database, scope, id)));
    },

    /** Returns the roles that the caller may grant (USR-10). */
    async roles(scope: Scope): Promise<RoleEntry[]> {
      const [all, own] = await Promise.all([
        queries.listRoles(database),
        database.transaction(scope, (transaction) => ownRights(transaction, scope)),
      ]);
      return all.filter((role) => canGrant(own, role)).map(({ roleId: id, name, description }) => ({ id, name, description }));
    },

    async add(scope: Scope, body: Input<typeof addMember>['body'], requestId: string) {
      const email = body.email.toLowerCase();
      assertUnchanged({ country: body.country }, { country: COUNTRY });
      await database
        .transaction(scope, async (transaction) => {
          const role = await grantableRole(transaction, await rightsToChange(transaction, scope), body.roleId);
          const existing = await queries.lockMember(transaction, scope.customerId, { email });
          assertAddable(existing);
          const member = {
            ...personOf(body),
            roleId: body.roleId,
            ...(await enabledUser(transaction, { ...body, email })),
            email,
            statusId: MEMBER_STATUS.approved,
            isEnabled: true,
            requestTypeName: 'Invitation',
            decidedAt: new Date(),
            decidedBy: scope.userId,
          };
          if (existing) await queries.updateMember(transaction, existing.id, member);
          else {
            const { customerId, companyName, customerNumber } = scope;
            await queries.insertMember(transaction, { ...member, customerId, companyName, customerNumber });
          }
          await audit(transaction, scope, 'members.add', email, { role: role.name }, requestId);
          const { firstName, lastName } = body;
          await recordEvent(transaction, 'member.added', scope.customerId, {
            email,
            firstName,
            lastName,
            role: role.name,
            isEnabled: true,
          });
          const account = await queries.accountLabel(transaction, scope.customerId);
          await mailMember(services, transaction, 'approved', { email, firstName: body.firstName, account }, scope);
        })
        .catch(asRefusal);
      return { message: MEMBERS_MESSAGES.saved };
    },

    async update(scope: Scope, id: number, body: Input<typeof updateMember>['body'], requestId: string) {
      await database
        .transaction(scope, async (transaction) => {
          const giver = await rightsToChange(transaction, scope);
          const member = orNotFound(await queries.lockMember(transaction, scope.customerId, { id }));
          const current = await assertChangeable(transaction, giver, member);
          assertUnchanged({ ...body, email: body.email?.toLowerCase() }, member);
          assertPhone(body.phone, member.phone);
          const { firstName, lastName, roleId = member.roleId, isEnabled = member.isEnabled } = body;
          const hasNewRole = roleId !== member.roleId;
          if (member.userId === scope.userId && (hasNewRole || isEnabled !== member.isEnabled))
            throw new ApiError('permission-missing', { detail: MEMBERS_MESSAGES.ownRights });
          const role = hasNewRole && roleId !== null ? await grantableRole(transaction, giver, roleId) : current;
          const written = { ...personOf(body), roleId, isEnabled };
          await queries.updateMember(transaction, id, written);
          const detail = {
            changed: (Object.keys(written) as (keyof typeof written)[]).filter((name) => written[name] !== member[name]),
            ...(hasNewRole ? { role: { from: current?.name ?? null, to: role?.name ?? null } } : {}),
            ...(isEnabled === member.isEnabled ? {} : { isEnabled }),
          };
          await audit(transaction, scope, 'members.update', member.email, detail, requestId);
          const told = { email: member.email, firstName, lastName, role: role?.name ?? null, isEnabled };
          await recordEvent(transaction, 'member.changed', scope.customerId, told);
        })
        .catch(asRefusal);
      return { message: MEMBERS_MESSAGES.saved };
    },

    async remove(scope: Scope, email: string, requestId: string) {
      await database.transaction(scope, async (transaction) => {
        const giver = await rightsToChange(transaction, scope);
        const member = orNotFound(await queries.lockMember(transaction, scope.customerId, { email }));
        await assertChangeable(transaction, giver, member);
        if (member.userId === scope.userId) throw new ApiError('permission-missing', { detail: MEMBERS_MESSAGES.ownRemoval });
        await queries.deleteMember(transaction, member.id);
        await audit(transaction, scope, 'members.delete', member.email, { roleId: member.roleId }, requestId);
        const role = member.roleId === null ? undefined : await queries.findRole(transaction, member.roleId);
        const { firstName, lastName } = member;
        const removed = { email: member.email, firstName, lastName, role: role?.name ?? null, isEnabled: false };
        await recordEvent(transaction, 'member.removed', scope.customerId, removed);
      });
      return { message: MEMBERS_MESSAGES.deleted };
    },

    async decide(scope: Scope, id: number, { status, roleId }: Input<typeof decideMembershipRequest>['body'], requestId: string) {
      return database.transaction(scope, async (transaction) => {
        const giver = await rightsToChange(transaction, scope);
        const request = orNotFound(await queries.lockMember(transaction, scope.customerId, { id }));
        const decision = { status, roleId: roleId ?? DEFAULT_ROLE_ID, decidedBy: scope.userId, giver, requestId };
        return decideRequestOf(services, transaction, request, scope.customerId, decision);
      });
    },
  };
}

/** The country of new members. */
const COUNTRY = 'USA';

/** What a client may send back with a member, but cannot change. */
const FIXED_FIELDS = ['id', 'email', 'country', 'statusId', 'requestTypeName'] as const;
type FixedFields = Pick<queries.MemberRecord, (typeof FIXED_FIELDS)[number]>;

/** Refuses values of such fields that are not the member's own. */
function assertUnchanged(
  sent: { [Field in keyof FixedFields]?: FixedFields[Field] | null | undefined },
  stored: Partial<FixedFields>,
): void {
  const changed = FIXED_FIELDS.filter((field) => (sent[field] ?? stored[field]) !== stored[field]);
  if (changed.length === 0) return;
  const fieldErrors = Object.fromEntries(changed.map((field) => [field, [MEMBERS_MESSAGES.notChangeable]]));
  throw new ApiError('validation-failed', { fieldErrors });
}

/** Refuses a phone that is neither the stored one nor of ten digits (USR-12). */
function assertPhone(phone: string, stored: string): void {
  if (PHONE_PATTERN.test(phone) || isStoredPhone(phone, stored)) return;
  throw new ApiError('validation-failed', { fieldErrors: { phone: [MEMBER_MESSAGES.phoneInvalid] } });
}

/** Returns the columns that a form about a member fills. */
function personOf({ firstName, lastName, phone, address, city, stateId, zip }: Omit<Input<typeof updateMember>['body'], 'id'>) {
  return { firstName, lastName, phone, addressLine1: address, city, stateId, zip };
}

/** Turns constraint violations into refusals: a person who was just added by somebody else, or an unknown state. */
function asRefusal(error: unknown): never {
  if (isViolation(error, 'unique')) throw new ApiError('conflict', { detail: MEMBERS_MESSAGES.alreadyMember, cause: error });
  if (isViolation(error, 'foreign-key')) {
    throw new ApiError('validation-failed', { fieldErrors: { stateId: [MEMBER_MESSAGES.stateRequired] }, cause: error });
  }
  throw error;
}
