import { getReceiptPdf } from '@yardage/contract/payments';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** Loads the receipt of a payment (API-36). No toast on failure: the viewer itself shows that it is missing. */
export function receiptPdfQuery(customer: CustomerKey, cartId: string) {
  return endpointQuery(getReceiptPdf, ofCustomer(customer, { cartId }), { isSilent: true });
}
