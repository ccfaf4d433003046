import { getTicket } from '@yardage/contract/tickets';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { TICKET_DETAIL_MESSAGES } from '../ticket-detail.messages.ts';

/** One ticket with its products (API-09, TKT-25). */
export function ticketQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, ticketId: number) {
  return endpointQuery(
    getTicket,
    { params: { globalCustomerNumber, ticketId }, query: { customerNumber, datasourceId } },
    { failureText: TICKET_DETAIL_MESSAGES.detailFailed },
  );
}
