import type { ORDER_SORT_KEYS } from '@yardage/contract/orders';
import { choice, day, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** The contract's keys, and the list's main date; the type holds them together without bringing the contract's schemas into the first script. */
const SORT_KEYS: readonly ['ticketDateTime', ...typeof ORDER_SORT_KEYS] = [
  'ticketDateTime',
  'date',
  'shipDate',
  'orderNumber',
  'orderType',
  'orderStatus',
  'job',
  'mix',
  'plant',
  'poNumber',
  'orderedBy',
  'qtyOrdered',
  'qtyDelivered',
  'inTransitQty',
  'onJobTime',
  'shipToAddress',
];

/** Reads the screen's state from its address; nonsense becomes the default. */
export const readOrdersSearch = searchParams({
  view: choice(['standard', 'flat'], 'standard'),
  ...tableParams(SORT_KEYS, { sort: 'ticketDateTime', desc: true }),
  from: day(),
  to: day(),
  order: recordId(),
  pdf: recordId(),
  ticket: recordId(),
  chat: recordId(),
});

/** The screen's state. */
export type OrdersSearch = ReturnType<typeof readOrdersSearch>;

/** What may be left out of a link, so that a plain view has a plain address. */
export const STANDARD_ORDERS_SEARCH: OrdersSearch = readOrdersSearch({});
