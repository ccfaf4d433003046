// Query parameters of list pages. This file has no schemas, because every route of the web app parses its address with it before
// anything else is loaded.
//
// Tabs map what the page shows to what its request sends. A list called FILTERS has '' for all; one called STATES or VIEWS has not.

/** The page sizes offered, with the default, the largest, first (TBL-05). */
export const PAGE_SIZES = [100, 50, 30, 20, 10, 5] as const;
/** The last page that can be asked for. */
export const MAX_PAGE_INDEX = 1_000_000;
/** Upper limit of a list's page size, for every caller. */
export const MAX_PAGE_SIZE = 100;
/** A list with more rows is counted exactly only if the request asks for it. */
export const MAX_COUNTED_ROWS = 10_000;
/** Upper limit of a search text. */
export const MAX_SEARCH_LENGTH = 200;

/** Accepted as a sort key by every list; means that list's own main date (ORD-05, STM-03). */
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
  /** Orders pouring now first, then those under way, upcoming and finished; each group by start. */
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

/** The status tabs of the quotes list, with the value that each sends. */
export const QUOTE_TABS = { All: 'All', Active: 'Active', Inactive: 'Inactive' } as const;

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

/** The status tabs of invoices and payment history, with the `paymentResult` that each sends; empty means all (INV-03). */
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
  'paidAmount',
  'creditedAmount',
  'discountTakenAmount',
] as const;

/** Filter by open amount. `open`: all that are not paid, including those with a pending payment. `overdue`: those of them past due. */
export const INVOICE_DUE_FILTERS = ['', 'open', 'overdue'] as const;
export type InvoiceDueFilter = (typeof INVOICE_DUE_FILTERS)[number];

/** Filter by checks. `attention`: open ones that differ from ticket or price (APY-08). `disputed`: those with a dispute that is not over. */
export const INVOICE_REVIEW_FILTERS = ['', 'attention', 'disputed'] as const;
export type InvoiceReviewFilter = (typeof INVOICE_REVIEW_FILTERS)[number];

export const CREDIT_SORT_KEYS = ['creditNumber', 'documentDate', 'reason', 'totalAmount', 'appliedAmount', 'openAmount'] as const;
export const CREDIT_STATES = ['open', 'used'] as const;
export type CreditState = (typeof CREDIT_STATES)[number];

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
/** All rows belong to one customer, so only their date differs. */
export const STATEMENT_SORT_KEYS = ['statementDate'] as const;
/** The status tabs of the members list, with the value that each sends (USR-02). */
export const MEMBER_TABS = { All: '', Requested: '1', Approved: '2', Rejected: '3' } as const;

export const MEMBER_SORT_KEYS = ['firstName', 'lastName', 'email', 'phone', 'address', 'roleName', 'statusName'] as const;

/** The status tabs of the support list, with the value that each sends (SUP-02). */
export const SUPPORT_TABS = { All: '', Open: '1', InProgress: '2', Resolved: '3', Closed: '4' } as const;

export const SUPPORT_SORT_KEYS = ['id', 'title', 'assignedToName', 'status', 'createdDate', 'displayName'] as const;

/** The requests of a list: those that wait for an answer, those that are answered, or all. */
export const REQUEST_FILTERS = ['', 'open', 'over'] as const;
export type RequestFilter = (typeof REQUEST_FILTERS)[number];
export const REQUEST_SORT_KEYS = ['startsAt', 'number', 'job', 'quantity'] as const;

export const DESK_REGISTRATION_SORT_KEYS = ['lastName', 'companyName', 'customerNumber', 'requestedDate', 'email'] as const;
export const DESK_CUSTOMER_SORT_KEYS = ['displayName', 'customerNumber', 'since'] as const;

/** The states of a mail at the desk. */
export const DESK_MAIL_STATES = ['waiting', 'failed', 'sent'] as const;
export type DeskMailState = (typeof DESK_MAIL_STATES)[number];
export const DESK_MAIL_SORT_KEYS = ['createdAt'] as const;

/** Why a payment needs a person. */
export const PAYMENT_REVIEW_REASONS = ['unresolved', 'disagreed', 'returned', 'refunded', 'disputed'] as const;
export type PaymentReviewReason = (typeof PAYMENT_REVIEW_REASONS)[number];
export const DESK_PAYMENT_STATES = ['open', 'done'] as const;
export const DESK_PAYMENT_SORT_KEYS = ['createdAt', 'startedAt', 'amount'] as const;

/** The views of the disputes at the desk. `to-answer`: the customer waits for an answer. `answered`: the supplier has answered. */
export const DESK_DISPUTE_VIEWS = ['to-answer', 'answered', 'over'] as const;
export type DeskDisputeView = (typeof DESK_DISPUTE_VIEWS)[number];
export const DESK_DISPUTE_SORT_KEYS = ['createdDate', 'amount', 'documentNumber', 'customerName'] as const;
export const DESK_ANNOUNCEMENT_SORT_KEYS = ['postedOn', 'title', 'expiresOn'] as const;
export const STAFF_SORT_KEYS = ['lastName', 'email', 'role', 'createdDate'] as const;
/** Payments to come, or those that are over. */
export const PLANNED_VIEWS = ['open', 'past'] as const;
export type PlannedView = (typeof PLANNED_VIEWS)[number];
/** How many planned payments each view lists. */
export const PLANNED_LISTED: Readonly<Record<PlannedView, number>> = { open: 500, past: 100 };
