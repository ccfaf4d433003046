import { useQueryClient } from '@tanstack/react-query';
import { addMember, decideRequest, deleteMember, getMember, listMembers, listRoles, updateMember } from '@yardage/contract/members';
import type { MemberFields } from '@yardage/domain/member-rules';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams } from '#web/lib/query/endpoint-query.ts';
import { MEMBERS_MESSAGES } from './members.messages.ts';

/** Approves a request with a role, or rejects it (API-56). */
export function decideMember(id: number, decision: { status: 2; roleId: number } | { status: 3 }, attempt: Attempt) {
  return api.call(decideRequest, { params: { id }, body: decision }, { attempt });
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

/** Updates the member with this id, or adds a new one if there is no id (API-58, API-59). */
export function saveMember(id: number | undefined, { email, isEnabled, stateId, roleId, ...texts }: MemberFields, attempt: Attempt) {
  // The form has already validated that both are set.
  const fields = { ...texts, stateId: stateId ?? 0, roleId: roleId ?? 0 };
  if (id === undefined) return api.call(addMember, { body: { ...fields, email } }, { attempt });
  return api.call(updateMember, { params: { id }, body: { ...fields, isEnabled } }, { attempt });
}

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
