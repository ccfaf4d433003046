import { getInvoicePdf } from '@yardage/contract/invoices';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { INVOICE_DETAIL_MESSAGES } from '../invoice-detail.messages.ts';

/** The invoice's PDF (API-26, INV-15). */
export function invoicePdfQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, documentNumber: string) {
  return endpointQuery(
    getInvoicePdf,
    { params: { globalCustomerNumber, documentNumber }, query: { customerNumber, datasourceId } },
    { failureText: INVOICE_DETAIL_MESSAGES.pdfFailed },
  );
}
