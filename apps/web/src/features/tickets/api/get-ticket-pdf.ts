import { getTicketPdf } from '@yardage/contract/tickets';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** The delivery ticket (API-10); the viewer says itself when it is missing. */
export function ticketPdfQuery({ globalCustomerNumber }: CustomerKey, ticketId: number) {
  return endpointQuery(getTicketPdf, { params: { globalCustomerNumber, ticketId }, query: {} }, { isSilent: true });
}
