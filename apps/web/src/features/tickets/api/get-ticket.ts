import { getTicket } from '@yardage/contract/tickets';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { TICKET_DETAIL_MESSAGES } from '../ticket-detail.messages.ts';

/** One ticket with its products (API-09, TKT-25). */
export function ticketQuery(customer: CustomerKey, ticketId: number) {
  return endpointQuery(getTicket, ofCustomer(customer, { ticketId }), { failureText: TICKET_DETAIL_MESSAGES.detailFailed });
}
