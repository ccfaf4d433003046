import { z } from 'zod';
import { customerParams } from './customers.ts';
import { pdfAnswer } from './documents.ts';
import { defineEndpoint } from './endpoint.ts';
import { ORDER_SORT_KEYS } from './lists.ts';
import { sendMailBody } from './mail.ts';
import { pagedResult, pageParams } from './paging.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, dataset, day, idInPath, messageAnswer, moment, quantity } from './scalars.ts';
import { signOffState } from './sign-offs.ts';

/** A row of the orders list (ORD-06). */
export const orderRow = z.strictObject({
  id: z.int(),
  dataset: z.string(),
  orderNumber: z.string(),
  orderType: z.int(),
  orderStatusId: z.int(),
  orderStatus: z.string(),
  date: moment,
  shipDate: z.iso.date(),
  onJobTime: moment.nullable(),
  plant: z.string(),
  plantNumber: z.string(),
  shipToAddress: z.string(),
  mix: z.string(),
  interval: z.int().nullable(),
  ticketTime: moment.nullable(),
  orderedBy: z.string().nullable(),
  qtyOrdered: quantity,
  qtyDelivered: quantity,
  inTransitQty: quantity,
  /** Ticketed or loaded. */
  atPlantQty: quantity,
  /** On trucks that are driving. */
  onRoadQty: quantity,
  /** On trucks that have arrived. */
  onJobQty: quantity,
  loadCount: z.int(),
  unitOfMeasure: z.string(),
  job: z.string(),
  jobNumber: z.string().nullable(),
  poNumber: z.string().nullable(),
  quoteNumber: z.string().nullable(),
  quoteName: z.string().nullable(),
  customerName: z.string(),
  jobAddress1: z.string(),
  jobAddress2: z.string().nullable(),
  altKeyOrderId: z.string(),
});
export type OrderRow = z.infer<typeof orderRow>;

/** A ticket in the order panel. */
export const orderTicket = z.strictObject({
  id: z.int(),
  ticketNumber: z.string(),
  statusId: z.int(),
  isCancelled: z.boolean(),
  ticketDateTime: moment,
  truckNo: z.string().nullable(),
  loadNumber: z.int(),
  quantity,
  unitOfMeasure: z.string(),
  loadingTime: moment.nullable(),
  toJobTime: moment.nullable(),
  onJobTime: moment.nullable(),
  finishUnloadingTime: moment.nullable(),
  /** When the truck is expected on the job, the same time as on the map. Null once it has arrived or if unknown. */
  expectedArrivalTime: moment.nullable(),
  signOff: signOffState,
});
export type OrderTicket = z.infer<typeof orderTicket>;

/** An order with its tickets and start time (ORD-09). */
export const orderDetail = orderRow.extend({ startTime: moment, tickets: z.array(orderTicket) });
export type OrderDetail = z.infer<typeof orderDetail>;

const orderParams = customerParams.extend({ orderId: idInPath });
const orderQuery = z.object({ ...customerQuery, dataset: dataset.optional() });

export const listOrders = defineEndpoint({
  id: 'orders.list',
  requirement: 'API-04',
  summary: 'Orders of a customer, by delivery day',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/orders',
  access: { anyOf: [PERMISSIONS.ORDERS_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object({ ...customerQuery, ...pageParams(ORDER_SORT_KEYS), fromDate: day.optional(), toDate: day.optional() }),
  answer: pagedResult(orderRow),
});

export const getOrder = defineEndpoint({
  id: 'orders.detail',
  requirement: 'API-05',
  summary: 'One order with its tickets',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/orders/:orderId',
  access: { anyOf: [PERMISSIONS.ORDERS_VIEW] },
  scope: 'customer',
  params: orderParams,
  query: orderQuery,
  answer: orderDetail,
});

export const getOrderPdf = defineEndpoint({
  id: 'orders.pdf',
  requirement: 'API-06',
  summary: 'The order confirmation as PDF',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/orders/:orderId/view-pdf',
  access: { anyOf: [PERMISSIONS.ORDERS_VIEW_PDF] },
  scope: 'customer',
  params: orderParams,
  query: orderQuery,
  answer: pdfAnswer,
  answersPdf: true,
  weight: 5,
});

export const sendOrderEmail = defineEndpoint({
  id: 'orders.send-email',
  requirement: 'API-07',
  summary: 'Mails the order confirmation',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/orders/:orderId/send-email',
  access: { anyOf: [PERMISSIONS.ORDERS_VIEW_PDF] },
  scope: 'customer',
  params: orderParams,
  query: orderQuery,
  body: sendMailBody,
  answer: messageAnswer,
  weight: 20,
});
