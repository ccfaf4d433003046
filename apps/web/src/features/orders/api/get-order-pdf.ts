import { getOrderPdf } from '@yardage/contract/orders';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** The order confirmation (API-06); the viewer says itself when it is missing. */
export function orderPdfQuery(customer: CustomerKey, orderId: number) {
  return endpointQuery(getOrderPdf, ofCustomer(customer, { orderId }), { isSilent: true });
}
