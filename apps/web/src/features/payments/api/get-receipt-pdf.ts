import { getReceiptPdf } from '@yardage/contract/payments';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** The receipt of a payment (API-36); the viewer says itself when it is missing. */
export function receiptPdfQuery(customer: CustomerKey, cartId: string) {
  return endpointQuery(getReceiptPdf, ofCustomer(customer, { cartId }), { isSilent: true });
}
