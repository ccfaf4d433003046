// What a list's address may say. No schema stands here, because every route of the web app reads its address with it before anything else is loaded.

/** The page sizes offered, largest and standard first (TBL-05). */
export const PAGE_SIZES = [100, 50, 30, 20, 10, 5] as const;
/** No page of a list is longer, whoever asks. */
export const MAX_PAGE_SIZE = 100;
/** No search is for more characters. */
export const MAX_SEARCH_LENGTH = 200;

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
  /** What pours now, then what is under way, to come and over; each by its start. */
  'progress',
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

/** The status tabs of invoices and payment history, and the `paymentResult` each sends; nothing is all (INV-03). */
export const PAYMENT_RESULT_FILTERS = ['', '1', '0', '2'] as const;
export const PAYMENT_TABS = { All: '', Paid: '1', Unpaid: '0', Pending: '2' } as const satisfies Record<
  string,
  (typeof PAYMENT_RESULT_FILTERS)[number]
>;

export const INVOICE_SORT_KEYS = [
  'documentNumber',
  'documentDate',
  'jobAddress1',
  'batchNumber',
  'invoiceAmount',
  'discountAmount',
  'currentAmount',
  'amountWithDiscount',
  'discountExpiryDate',
  'dueDate',
  'daysOverdue',
] as const;

/** Which invoices by what is open: `open` all that are not paid, also those with a payment under way; `overdue` those of them past their due date. */
export const INVOICE_DUE_FILTERS = ['', 'open', 'overdue'] as const;
export type InvoiceDueFilter = (typeof INVOICE_DUE_FILTERS)[number];

export const CART_HISTORY_SORT_KEYS = [
  'paymentDate',
  'paymentDateTime',
  'cartId',
  'paymentId',
  'paymentMethod',
  'totalAmount',
  'totalDiscountAmount',
  'totalAmountWithDiscount',
  'paymentSourceName',
  'paymentResult',
  'statusMessage',
] as const;

export const INVOICE_HISTORY_SORT_KEYS = ['paymentDateTime', 'cartId', 'paymentMethod', 'amountWithDiscount', 'paymentResult'] as const;
/** All rows are of one customer: only their day tells them apart. */
export const STATEMENT_SORT_KEYS = ['statementDate'] as const;
/** The status tabs of the members list and what each sends (USR-02). */
export const MEMBER_TABS = [
  { label: 'All', status: '' },
  { label: 'Requested', status: '1' },
  { label: 'Approved', status: '2' },
  { label: 'Rejected', status: '3' },
] as const;

export const MEMBER_SORT_KEYS = ['firstName', 'lastName', 'email', 'phone', 'address', 'roleName', 'statusName'] as const;

/** The status tabs of the support list and what each sends (SUP-02). */
export const SUPPORT_TABS = [
  { label: 'All', status: '' },
  { label: 'Open', status: '1' },
  { label: 'InProgress', status: '2' },
  { label: 'Resolved', status: '3' },
  { label: 'Closed', status: '4' },
] as const;

export const SUPPORT_SORT_KEYS = ['id', 'title', 'assignedToName', 'status', 'createdDate', 'displayName'] as const;

export const DESK_REGISTRATION_SORT_KEYS = ['lastName', 'companyName', 'customerNumber', 'requestedDate', 'email'] as const;
