import { listSupportTickets } from '@yardage/contract/support';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { type ListRequest, ofCustomer } from '#web/lib/query/of-customer.ts';
import { SUPPORT_MESSAGES } from '../support.messages.ts';

/** Query parameters of the support list. Without dates it covers all days. */
export type SupportRequest = ListRequest<typeof listSupportTickets>;

/** Loads one page of support requests (API-51, SUP-15). */
export function supportTicketsQuery(customer: CustomerKey, request: SupportRequest) {
  return endpointQuery(listSupportTickets, ofCustomer(customer, {}, request), { failureText: SUPPORT_MESSAGES.listFailed });
}
