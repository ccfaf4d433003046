import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { OrderRow } from '@yardage/contract/orders';
import { ORDER_TYPE_NAMES } from '@yardage/domain/names.messages';
import type { OrderType } from '@yardage/domain/orders';
import { orderProgress, quantitiesUnderWay } from '@yardage/domain/progress';
import { formatNumber } from '@yardage/domain/quantities';
import type { LoadPlace } from '@yardage/domain/tickets';
import { formatDay } from '#web/lib/formats/date-format.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { ORDER_HEADERS as HEADERS, ORDERS_MESSAGES } from '../orders.messages.ts';
import { OrderProgress, OrderStatus, orderStatusName, progressText } from './order-progress.tsx';

type Column = TableColumn<OrderRow>;
type DateTime = (moment: string | null) => string;

/** Returns the name of an order type (ORD-07). */
const typeName = (orderType: number): string => ORDER_TYPE_NAMES[orderType as OrderType] ?? '';

/** An additional column of ORD-06. Hidden at first; the user can show it with the column menu. */
const further = (column: Column): Column => ({ isHiddenAtFirst: true, ...column });
const text = (id: keyof typeof HEADERS & keyof OrderRow, size: number, options: Partial<Column> = {}): Column =>
  further({ id, header: HEADERS[id], size, value: (order) => order[id], ...options });
const moment = (id: 'onJobTime' | 'ticketTime', dateTime: DateTime, options: Partial<Column> = {}): Column =>
  further({ id, header: HEADERS[id], size: 160, value: (order) => dateTime(order[id]), isDescFirst: true, ...options });
const quantity = (id: 'qtyOrdered' | 'qtyDelivered' | 'inTransitQty', value: (order: OrderRow) => number): Column =>
  further({
    id,
    header: HEADERS[id],
    size: 110,
    align: 'end',
    sortKey: id,
    isDescFirst: true,
    value,
    cell: (order) => formatNumber(value(order)),
  });

const underWay = (id: 'atPlantQty' | 'onRoadQty' | 'onJobQty', place: LoadPlace): Column =>
  further({
    id,
    header: HEADERS[id],
    size: 110,
    align: 'end',
    value: (order) => quantitiesUnderWay(order)[place],
    cell: (order) => formatNumber(quantitiesUnderWay(order)[place]),
  });

/** The columns of the order list (ORD-06): order, status, job, product, start and progress; all others are hidden at first. */
export function orderColumns(dateTime: DateTime): Column[] {
  return [
    {
      id: 'orderNumber',
      header: HEADERS.orderNumber,
      size: 90,
      minSize: 84,
      sortKey: 'orderNumber',
      value: ({ orderNumber }) => orderNumber,
    },
    {
      id: 'orderStatus',
      header: HEADERS.orderStatus,
      size: 135,
      minSize: 104,
      wrapBelowPx: 124,
      priority: 2,
      sortKey: 'orderStatus',
      card: 'status',
      value: ({ orderStatusId, orderStatus }) => orderStatusName(orderStatusId, orderStatus),
      cell: ({ orderStatusId, orderStatus }) => <OrderStatus statusId={orderStatusId} status={orderStatus} />,
    },
    {
      id: 'job',
      header: HEADERS.job,
      size: 165,
      minSize: 130,
      canGrow: true,
      wrapBelowPx: 330,
      priority: 4,
      sortKey: 'job',
      card: 'fact',
      value: ({ job }) => job,
    },
    {
      id: 'mix',
      header: HEADERS.mix,
      size: 165,
      minSize: 140,
      canGrow: true,
      wrapBelowPx: 330,
      priority: 5,
      sortKey: 'mix',
      card: 'fact',
      value: ({ mix }) => mix,
    },
    {
      id: 'date',
      header: HEADERS.date,
      size: 155,
      minSize: 96,
      wrapBelowPx: 150,
      priority: 3,
      // The API's sort key for a list's main date (ORD-05).
      sortKey: MAIN_DATE_SORT,
      isDescFirst: true,
      card: 'fact',
      value: ({ date }) => dateTime(date),
    },
    {
      id: 'progress',
      header: HEADERS.progress,
      size: 340,
      sortKey: 'progress',
      minSize: 220,
      wrapBelowPx: 330,
      priority: 1,
      card: 'body',
      value: progressText,
      cell: (order) => <OrderProgress order={order} />,
      cardCell: (order) => <OrderProgress order={order} isStacked />,
      csv: [{ header: HEADERS.remaining, value: (order) => orderProgress(order).remaining }],
    },
    quantity('qtyOrdered', ({ qtyOrdered }) => qtyOrdered),
    quantity('qtyDelivered', (order) => orderProgress(order).delivered),
    quantity('inTransitQty', (order) => orderProgress(order).inTransit),
    underWay('atPlantQty', 'plant'),
    underWay('onRoadQty', 'road'),
    underWay('onJobQty', 'job'),
    text('unitOfMeasure', 70),
    text('loadCount', 80, { align: 'end', value: ({ loadCount }) => loadCount || null }),
    further({
      id: 'orderType',
      header: HEADERS.orderType,
      size: 110,
      sortKey: 'orderType',
      value: ({ orderType }) => typeName(orderType),
    }),
    further({
      id: 'shipDate',
      header: HEADERS.shipDate,
      size: 110,
      sortKey: 'shipDate',
      isDescFirst: true,
      value: ({ shipDate }) => formatDay(shipDate),
    }),
    moment('onJobTime', dateTime, { sortKey: 'onJobTime' }),
    moment('ticketTime', dateTime),
    further({
      id: 'interval',
      header: HEADERS.interval,
      size: 90,
      align: 'end',
      value: ({ interval }) => interval,
      cell: ({ interval }) => (interval === null ? null : ORDERS_MESSAGES.minutes(interval)),
    }),
    text('poNumber', 120, { sortKey: 'poNumber' }),
    text('orderedBy', 150, { sortKey: 'orderedBy' }),
    text('plant', 150, { sortKey: 'plant' }),
    text('plantNumber', 120),
    text('shipToAddress', 280, { sortKey: 'shipToAddress' }),
    further({
      id: 'jobAddress',
      header: HEADERS.jobAddress,
      size: 280,
      value: ({ jobAddress1, jobAddress2 }) => [jobAddress1, jobAddress2].filter(Boolean).join(', '),
    }),
    text('quoteNumber', 100),
    text('quoteName', 220),
    text('customerName', 220),
    text('dataset', 100),
    text('altKeyOrderId', 180),
  ];
}
