import { getSupportTicket } from '@yardage/contract/support';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { SUPPORT_MESSAGES } from '../support.messages.ts';

/** Loads one support request (API-52, SUP-15). */
export function supportTicketQuery(customer: CustomerKey, id: number) {
  return endpointQuery(getSupportTicket, ofCustomer(customer, { id }), { failureText: SUPPORT_MESSAGES.detailFailed });
}
