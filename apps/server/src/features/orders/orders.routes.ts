import { getOrder, getOrderPdf, listOrders, sendOrderEmail } from '@yardage/contract/orders';
import type { Area } from '#server/features/area';
import { ordersService } from './orders.service.ts';

/** Routes of API-04 to API-07. */
export const ordersArea: Area = (bind, services) => {
  const orders = ordersService(services);
  bind(listOrders, ({ scope, query }) => orders.list(scope, query));
  bind(getOrder, ({ scope, params }) => orders.detail(scope, params.orderId));
  bind(getOrderPdf, ({ scope, params, signal }) => orders.pdf(scope, params.orderId, signal));
  bind(sendOrderEmail, ({ scope, params, body, requestId }) => orders.sendEmail(scope, params.orderId, body, requestId));
};
