import { getInvoice } from '@yardage/contract/invoices';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import type { InvoiceOrigin } from '../invoice-origin.ts';
import { INVOICES_MESSAGES } from '../invoices.messages.ts';

/** One invoice with its deliveries (API-25, INV-14). */
export function invoiceQuery(customer: CustomerKey, documentNumber: string, { orderId }: Pick<InvoiceOrigin, 'orderId'> = {}) {
  return endpointQuery(getInvoice, ofCustomer(customer, { documentNumber }, { orderId }), { failureText: INVOICES_MESSAGES.detailFailed });
}
