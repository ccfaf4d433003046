import { getOrderPdf } from '@yardage/contract/orders';
import type { DatasetKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofDataset } from '#web/lib/query/of-customer.ts';

/** The order confirmation (API-06); the viewer says itself when it is missing. */
export function orderPdfQuery(customer: DatasetKey, orderId: number) {
  return endpointQuery(getOrderPdf, ofDataset(customer, { orderId }), { isSilent: true });
}
