import { listSupportTickets } from '@yardage/contract/support';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { type ListRequest, ofCustomer } from '#web/lib/query/of-customer.ts';
import { SUPPORT_WORDS } from '../support.messages.ts';

/** What a support list is asked for; without days it is of any day. */
export type SupportRequest = ListRequest<typeof listSupportTickets>;

/** A page of support requests (API-51, SUP-15). */
export function supportTicketsQuery(customer: CustomerKey, request: SupportRequest) {
  return endpointQuery(listSupportTickets, ofCustomer(customer, {}, request), { failureText: SUPPORT_WORDS.listFailed });
}
