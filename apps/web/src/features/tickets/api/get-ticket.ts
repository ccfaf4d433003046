import { getTicket } from '@yardage/contract/tickets';
import type { DatasetKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofDataset } from '#web/lib/query/of-customer.ts';
import { TICKET_DETAIL_MESSAGES } from '../ticket-detail.messages.ts';

/** Loads one ticket with its products (API-09, TKT-25). */
export function ticketQuery(customer: DatasetKey, ticketId: number) {
  return endpointQuery(getTicket, ofDataset(customer, { ticketId }), { failureText: TICKET_DETAIL_MESSAGES.detailFailed });
}
