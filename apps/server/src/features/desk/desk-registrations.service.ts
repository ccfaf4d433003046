import type { DeskCustomer, decideDeskRegistration, getDeskRegistration, listDeskRegistrations } from '@yardage/contract/desk';
import type { Answer, Input } from '@yardage/contract/endpoint';
import type { RoleEntry } from '@yardage/contract/members';
import { DEFAULT_ROLE_ID, MEMBER_STATUS } from '@yardage/domain/member-rules';
import type { Transaction } from '#server/database/database';
import { isViolation } from '#server/database/failures';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { type Decision, decideRequestOf } from '#server/features/members/decide-request';
import { staffMayGive } from '#server/features/members/member-guards';
import { listRoles, type MemberRecord } from '#server/features/members/members.queries';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Caller } from '#server/http/scope';
import { DESK_MESSAGES } from './desk.messages.ts';
import { lockPortalUser } from './desk-customers.queries.ts';
import * as queries from './desk-registrations.queries.ts';

const alreadyThere = (cause?: unknown) => new ApiError('conflict', { detail: DESK_MESSAGES.alreadyThere, cause });
const fieldError = (message: string) => new ApiError('validation-failed', { fieldErrors: { globalCustomerNumber: [message] } });

/** Registration requests that only staff can decide. */
export function deskRegistrationsService(services: AreaServices) {
  const { database } = services;

  /** Validates the customer that staff chose for a request without a known customer. */
  const findChosen = async (transaction: Transaction, request: MemberRecord, chosen: string | undefined) => {
    if (!chosen) throw fieldError(DESK_MESSAGES.customerRequired);
    const customer = await queries.findCustomer(transaction, chosen);
    if (!customer) throw fieldError(DESK_MESSAGES.customerUnknown);
    if (await queries.isAtCustomer(transaction, customer.customerId, request.email)) throw alreadyThere();
    // An account has one row for each address, and this request is the newer one.
    await queries.deleteRejected(transaction, customer.customerId, request.email);
    return customer;
  };

  return {
    async list(query: Input<typeof listDeskRegistrations>['query']): Promise<JsonText<Answer<typeof listDeskRegistrations>>> {
      return new JsonText(await queries.listRegistrations(database, query));
    },

    async detail(id: number): Promise<JsonText<Answer<typeof getDeskRegistration>>> {
      return new JsonText(orNotFound(await queries.findRegistration(database, id)));
    },

    async customers(search: string): Promise<DeskCustomer[]> {
      return search === '' ? [] : queries.findCustomers(database, search);
    },

    /** Returns the roles that the caller may give. */
    async roles(caller: Caller): Promise<RoleEntry[]> {
      const all = await listRoles(database);
      return all.filter((role) => staffMayGive(caller, role)).map(({ roleId: id, name, description }) => ({ id, name, description }));
    },

    /** Decides a request. If the chosen customer has an approver of its own, forwards the request to them instead. */
    async decide(caller: Caller, id: number, body: Input<typeof decideDeskRegistration>['body'], requestId: string) {
      const decided = database.transaction('system', async (transaction) => {
        const request = orNotFound(await queries.lockRegistration(transaction, id));
        const { status, roleId = DEFAULT_ROLE_ID, globalCustomerNumber: chosen } = body;
        if (status === MEMBER_STATUS.approved && (await lockPortalUser(transaction, { email: request.email }))?.isEnabled === false) {
          throw new ApiError('conflict', { detail: DESK_MESSAGES.registrantDisabled });
        }
        const decision: Decision = { status, roleId, giver: caller, decidedBy: caller.userId, requestId };
        if (request.customerId !== null || status === MEMBER_STATUS.rejected) {
          if (chosen && request.customerId !== null) throw fieldError(DESK_MESSAGES.customerKnown);
          return decideRequestOf(services, transaction, request, request.customerId, decision);
        }
        const { customerId, hasApprover } = await findChosen(transaction, request, chosen);
        if (!hasApprover) return decideRequestOf(services, transaction, request, customerId, decision);
        await queries.forwardRegistration(transaction, id, customerId);
        const entry = {
          userId: caller.userId,
          customerId,
          action: 'desk.forward-registration',
          subject: request.email,
          requestId,
        } as const;
        await recordAudit(transaction, { ...entry, detail: { memberId: id } });
        return { message: DESK_MESSAGES.forwarded };
      });
      // A colleague may have assigned another request of the same person to the account at the same moment.
      return decided.catch((error: unknown) => {
        throw isViolation(error, 'unique') ? alreadyThere(error) : error;
      });
    },
  };
}
