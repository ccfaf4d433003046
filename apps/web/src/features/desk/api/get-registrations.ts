import { findDeskCustomers, getDeskRegistration, listDeskRegistrations, listDeskRoles } from '@yardage/contract/desk';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import type { ListRequest } from '#web/lib/query/of-customer.ts';
import { DESK_WORDS } from '../desk.messages.ts';

/** Requests that only the supplier can decide. */
export function deskRegistrationsQuery(query: ListRequest<typeof listDeskRegistrations>) {
  return endpointQuery(listDeskRegistrations, { query }, { failureText: DESK_WORDS.registrations.listFailed });
}

/** One of them; that it is decided by now the drawer tells itself. */
export function deskRegistrationQuery(id: number) {
  return endpointQuery(getDeskRegistration, { params: { id } }, { isSilent: true });
}

/** Customer accounts by number or name. */
export function deskCustomersQuery(search: string) {
  return endpointQuery(findDeskCustomers, { query: { search } });
}

/** The roles to approve with. */
export function deskRolesQuery() {
  return endpointQuery(listDeskRoles, {});
}
