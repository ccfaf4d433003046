import { useQueryClient } from '@tanstack/react-query';
import {
  addMember,
  decideMembershipRequest,
  deleteMember,
  getMember,
  listMembers,
  listRoles,
  updateMember,
} from '@yardage/contract/members';
import type { MemberFields } from '@yardage/domain/member-rules';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams } from '#web/lib/query/endpoint-query.ts';
import type { FailureMeta } from '#web/lib/query/query-client.ts';
import { MEMBERS_MESSAGES } from './members.messages.ts';

/** Approves a request with a role, or rejects it (API-56). */
export function decideMember(id: number, decision: { status: 2; roleId: number } | { status: 3 }, attempt: Attempt) {
  return api.call(decideMembershipRequest, { params: { id }, body: decision }, { attempt });
}

/** Removes a member from the selected customer account (API-60). */
export function removeMember(email: string, attempt: Attempt) {
  return api.call(deleteMember, { query: { email } }, { attempt });
}

/** One member or request (USR-04). */
export function memberQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, id: number) {
  return endpointQuery(
    getMember,
    { params: { id }, query: { customerNumber, datasourceId, globalCustomerNumber } },
    { failureText: MEMBERS_MESSAGES.detailFailed },
  );
}

/** Query parameters of the members list. */
export type MemberListParams = Omit<ListParams<typeof listMembers>, 'globalCustomerNumber'>;

/** A page of members and requests (API-55, USR-15). */
export function membersQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, request: MemberListParams) {
  return endpointQuery(
    listMembers,
    { query: { ...request, customerNumber, datasourceId, globalCustomerNumber } },
    { failureText: MEMBERS_MESSAGES.listFailed },
  );
}

/** The roles that the user may assign (API-57, USR-15). */
export function rolesQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey) {
  return endpointQuery(
    listRoles,
    { query: { customerNumber, datasourceId, globalCustomerNumber } },
    { failureText: MEMBERS_MESSAGES.rolesFailed },
  );
}

/** Adds a member (API-58). The form has already validated that state and role are set. */
export function saveNewMember({ isEnabled: _, stateId, roleId, ...fields }: MemberFields, attempt: Attempt) {
  return api.call(addMember, { body: { ...fields, stateId: stateId ?? 0, roleId: roleId ?? 0 } }, { attempt });
}

/** Updates a member (API-59). Role and access are sent only if they are among the changes: a colleague may have changed them meanwhile. */
export function saveMember(id: number, fields: MemberFields, { roleId, isEnabled }: Partial<MemberFields>, attempt: Attempt) {
  const { firstName, lastName, phone, address, city, stateId, zip } = fields;
  const access = { ...(roleId ? { roleId } : {}), ...(isEnabled === undefined ? {} : { isEnabled }) };
  const body = { firstName, lastName, phone, address, city, stateId: stateId ?? 0, zip, ...access };
  return api.call(updateMember, { params: { id }, body }, { attempt });
}

/** What a failed save, delete or decision says (USR-16 to USR-18). */
export const memberFailures = {
  save: (isNew: boolean): FailureMeta => {
    const sentence = isNew ? MEMBERS_MESSAGES.addFailed : MEMBERS_MESSAGES.updateFailed;
    return { failureTitle: sentence, failureText: sentence, prefersServerMessage: true, isForm: true };
  },
  delete: (): FailureMeta => ({
    failureTitle: MEMBERS_MESSAGES.deleteFailed,
    failureText: MEMBERS_MESSAGES.deleteFailed,
    prefersServerMessage: true,
  }),
  decide: (): FailureMeta => ({
    failureText: MEMBERS_MESSAGES.submissionFailed,
    prefersServerMessage: true,
    noResponseText: MEMBERS_MESSAGES.submissionFailed,
  }),
};

/** Returns a function that refetches the members list after a change (USR-07), and the open member too, unless their drawer closes. */
export function useMembersRefresh(): (isClosing?: boolean) => Promise<void> {
  const queryClient = useQueryClient();
  return async (isClosing = false) => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [listMembers.id] }),
      queryClient.invalidateQueries({ queryKey: [getMember.id], refetchType: isClosing ? 'none' : 'active' }),
    ]);
  };
}
