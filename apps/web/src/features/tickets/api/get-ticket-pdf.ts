import { getTicketPdf } from '@yardage/contract/tickets';
import type { DatasetKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofDataset } from '#web/lib/query/of-customer.ts';

/** The delivery ticket (API-10); the viewer says itself when it is missing. */
export function ticketPdfQuery(customer: DatasetKey, ticketId: number) {
  return endpointQuery(getTicketPdf, ofDataset(customer, { ticketId }), { isSilent: true });
}
