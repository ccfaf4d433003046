import { getTicketPdf } from '@yardage/contract/tickets';
import type { DatasetKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofDataset } from '#web/lib/query/of-customer.ts';

/** Loads the delivery ticket as a PDF (API-10). No toast on failure: the viewer itself shows that it is missing. */
export function ticketPdfQuery(customer: DatasetKey, ticketId: number) {
  return endpointQuery(getTicketPdf, ofDataset(customer, { ticketId }), { isSilent: true });
}
