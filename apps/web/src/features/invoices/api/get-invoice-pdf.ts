import { getInvoicePdf } from '@yardage/contract/invoices';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import type { InvoiceOrigin } from '../invoice-origin.ts';
import { INVOICES_MESSAGES } from '../invoices.messages.ts';

/** The invoice's PDF (API-26, API-28, INV-15). */
export function invoicePdfQuery(customer: CustomerKey, documentNumber: string, { orderId, ticketId }: InvoiceOrigin = {}) {
  return endpointQuery(getInvoicePdf, ofCustomer(customer, { documentNumber }, { orderId, ticketId }), {
    failureText: INVOICES_MESSAGES.pdfFailed,
  });
}
