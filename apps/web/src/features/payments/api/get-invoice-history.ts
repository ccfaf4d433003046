import { listInvoiceHistory } from '@yardage/contract/payments';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { PAYMENTS_MESSAGES } from '../payments.messages.ts';

/** Loads the payments made or attempted on one invoice (API-33, INV-14). */
export function invoiceHistoryQuery(customer: CustomerKey, invoiceDocumentNumber: string) {
  return endpointQuery(listInvoiceHistory, ofCustomer(customer, {}, { invoiceDocumentNumber }), {
    failureText: PAYMENTS_MESSAGES.invoiceHistoryFailed,
  });
}
