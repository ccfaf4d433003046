import { getOrderPdf } from '@yardage/contract/orders';
import type { DatasetKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofDataset } from '#web/lib/query/of-customer.ts';

/** The order confirmation PDF (API-06). It is silent because the viewer shows the error itself. */
export function orderPdfQuery(customer: DatasetKey, orderId: number) {
  return endpointQuery(getOrderPdf, ofDataset(customer, { orderId }), { isSilent: true });
}
