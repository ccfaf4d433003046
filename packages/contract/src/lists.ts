// What a list's address may say. No schema stands here, because every route of the web app reads its address with it before anything else is loaded.

/** The page sizes offered, largest and standard first (TBL-05). */
export const PAGE_SIZES = [100, 50, 30, 20, 10, 5] as const;

/** Accepted as sort key by every list; means that list's own main date (ORD-05, STM-03). */
export const MAIN_DATE_SORT = 'ticketDateTime';

export const ORDER_SORT_KEYS = [
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
] as const;

export const TICKET_SORT_KEYS = [
  'ticketNumber',
  'orderNumber',
  'orderType',
  'statusId',
  'invoiceDocumentNumber',
  'truckNo',
  'totalQuantity',
  'job',
  'jobAddress',
  'loadNumber',
  'plant',
  'dueOnJobTime',
  'loadingTime',
  'toJobTime',
  'onJobTime',
  'finishUnloadingTime',
] as const;

/** The status tabs of the quotes list and what each sends. */
export const QUOTE_STATUSES = ['All', 'Active', 'Inactive'] as const;

export const QUOTE_SORT_KEYS = [
  'quoteNumber',
  'quoteName',
  'quoteDate',
  'startDate',
  'terminationDate',
  'quoteAddress',
  'salesPersonName',
  'plantCode',
  'quoteType',
  'specJob',
] as const;

/** All rows are of one customer: only their day tells them apart. */
export const STATEMENT_SORT_KEYS = ['statementDate'] as const;
