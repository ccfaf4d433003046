import { getTicketPdf } from '@yardage/contract/tickets';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** The delivery ticket (API-10); the viewer says itself when it is missing. */
export function ticketPdfQuery(customer: CustomerKey, ticketId: number) {
  return endpointQuery(getTicketPdf, ofCustomer(customer, { ticketId }), { isSilent: true });
}
