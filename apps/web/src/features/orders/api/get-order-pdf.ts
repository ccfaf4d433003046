import { getOrderPdf } from '@yardage/contract/orders';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** The order confirmation (API-06); the viewer says itself when it is missing. */
export function orderPdfQuery({ globalCustomerNumber }: CustomerKey, orderId: number) {
  return endpointQuery(getOrderPdf, { params: { globalCustomerNumber, orderId }, query: {} }, { isSilent: true });
}
