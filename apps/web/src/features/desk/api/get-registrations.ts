import { findDeskCustomers, getDeskRegistration, listDeskRegistrations, listDeskRoles } from '@yardage/contract/desk';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import type { ListRequest } from '#web/lib/query/of-customer.ts';
import { DESK_MESSAGES } from '../desk.messages.ts';

/** A page of registration requests that only the supplier can decide. */
export function deskRegistrationsQuery(query: ListRequest<typeof listDeskRegistrations>) {
  return endpointQuery(listDeskRegistrations, { query }, { failureText: DESK_MESSAGES.registrations.listFailed });
}

/** One registration request. It is silent because the drawer itself shows when the request is already decided. */
export function deskRegistrationQuery(id: number) {
  return endpointQuery(getDeskRegistration, { params: { id } }, { isSilent: true });
}

/** Searches customer accounts by number or name. */
export function deskCustomersQuery(search: string) {
  return endpointQuery(findDeskCustomers, { query: { search } });
}

/** The roles that can be given on approval. */
export function deskRolesQuery() {
  return endpointQuery(listDeskRoles, {});
}
