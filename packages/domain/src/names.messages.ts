import { defineMessages } from '@yardage/messages/messages';

// Names of statuses and types. The API gives the English names and the ids; screens, mails and documents show these.

/** Order types and their names (ORD-07). */
export const ORDER_TYPE_NAMES = defineMessages('domain.order-types', { 1: 'Concrete', 2: 'Aggregate', 3: 'Block' });

/** Order statuses and their names (ORD-08). */
export const ORDER_STATUS_NAMES = defineMessages('domain.order-statuses', {
  0: 'Deleted',
  1: 'To Be Shipped',
  2: 'FOB',
  3: 'Will Call',
  4: 'On Hold',
  5: 'Complete',
  6: 'Shipping',
  7: 'Stop Shipping',
  8: 'Back Order',
  9: 'Cancelled',
});

/** Ticket statuses of a delivery, in the order a truck passes through them (TRK-07). */
export const TICKET_STATUS_NAMES = defineMessages('domain.ticket-statuses', {
  1: 'Ticketed',
  2: 'Loaded',
  3: 'To Job',
  4: 'On Job',
  5: 'Start Unloading',
  6: 'Finish Unloading',
});

/** Words of tickets: what is shown instead of the status of some, and the name of a sum. */
export const TICKET_WORDS = defineMessages('domain.ticket', {
  cancelled: 'Cancelled',
  rejected: 'Rejected',
  /** On screen and on paper, since the number alone does not say what it sums. */
  grandTotal: 'Grand total (this order up to this load)',
});

/** Why a load was rejected (SGN-01). */
export const REJECT_REASON_NAMES = defineMessages('domain.reject-reasons', {
  slump: 'Slump',
  age: 'Too old',
  temperature: 'Temperature',
  air: 'Air content',
  mix: 'Wrong mix',
  quantity: 'Quantity',
  other: 'Other reason',
});

/** Places of a load under way, with the text that every screen shows. */
export const LOAD_PLACES = defineMessages('domain.load-places', { plant: 'at the plant', road: 'on the road', job: 'on the job' });

/** The steps of a concrete delivery. */
export const DELIVERY_STEP_NAMES = defineMessages('domain.delivery-steps', {
  loading: 'Loading',
  enroute: 'Enroute',
  onJob: 'On Job',
  completed: 'Completed',
});

/** Statuses of a request to join (USR-02). */
export const MEMBER_STATUS_NAMES = defineMessages('domain.member-statuses', {
  0: 'None',
  1: 'Requested',
  2: 'Approved',
  3: 'Rejected',
});

/** How a member or request came about (USR-04). */
export const REQUEST_TYPE_NAMES = defineMessages('domain.request-types', {
  Registration: 'Registration',
  'Additional account': 'Additional account',
  Invitation: 'Invitation',
});

/** Roles of members (USR-10). An installation may have others, whose names are shown as they are. */
export const MEMBER_ROLE_NAMES = defineMessages('domain.member-roles', {
  Owner: 'Owner',
  Administrator: 'Administrator',
  'Accounts Payable': 'Accounts Payable',
  'Project Manager': 'Project Manager',
  Field: 'Field',
  Viewer: 'Viewer',
});

/** What these roles are for. */
export const MEMBER_ROLE_TEXTS = defineMessages('domain.member-role-texts', {
  'Everything, including the other owners': 'Everything, including the other owners',
  'Everything, but cannot change an owner': 'Everything, but cannot change an owner',
  'Invoices, payments and statements': 'Invoices, payments and statements',
  'Orders, tickets, quotes and trucks; sees invoices but does not pay':
    'Orders, tickets, quotes and trucks; sees invoices but does not pay',
  'Orders, tickets and trucks, without any prices': 'Orders, tickets and trucks, without any prices',
  'Looks at everything; no PDFs and no paying': 'Looks at everything; no PDFs and no paying',
});

/** Roles of the supplier's staff (STF-01). */
export const STAFF_ROLE_NAMES = defineMessages('domain.staff-roles', {
  Dispatcher: 'Dispatcher',
  Credit: 'Credit',
  Administrator: 'Administrator',
});

/** Categories of support requests (SUP-09). */
export const SUPPORT_CATEGORY_NAMES = defineMessages('domain.support-categories', {
  'Orders and deliveries': 'Orders and deliveries',
  'Billing and payments': 'Billing and payments',
  'Quality of material': 'Quality of material',
  'Portal and accounts': 'Portal and accounts',
  Other: 'Other',
});

/** Types of support requests (SUP-09). */
export const SUPPORT_TYPE_NAMES = defineMessages('domain.support-types', {
  Question: 'Question',
  Problem: 'Problem',
  Correction: 'Correction',
  Suggestion: 'Suggestion',
});

/** Statuses of a support request (SUP-03). */
export const SUPPORT_STATUS_NAMES = defineMessages('domain.support-statuses', {
  Active: 'Active',
  Pending: 'Pending',
  Resolved: 'Resolved',
  Closed: 'Closed',
});

/** Statuses of a quote (QUO-04). */
export const QUOTE_STATUS_NAMES = defineMessages('domain.quote-statuses', { Active: 'Active', Inactive: 'Inactive', Pending: 'Pending' });

/** Labels for the status of a payment or an invoice. */
export const PAYMENT_RESULT_LABELS = defineMessages('domain.payment-results', { 0: 'Unpaid', 1: 'Paid', 2: 'Pending' });

/** Further statuses of an invoice. */
export const INVOICE_STATUS_NAMES = defineMessages('domain.invoice-statuses', { void: 'Void', partlyPaid: 'Partly paid' });

/** Payment methods of the portal, and usual ones from outside, on documents. The web app has `METHOD_NAMES_ON_SCREEN`. */
export const METHOD_NAMES_ON_PAPER = defineMessages('domain.payment-methods', {
  CreditCard: 'Credit card',
  eCheck: 'E-check',
  Check: 'Check',
  Credit: 'Credit',
});

/** Countries of a billing address (PAY-12). */
export const COUNTRY_NAMES = defineMessages('domain.countries', { US: 'United States' });

/** Where payments were made, by the names that are stored. Others, such as Lockbox, are their own names. */
export const SOURCE_LABELS = defineMessages('domain.payment-sources', {
  'Customer portal': 'Customer portal',
  'Credit memo': 'Credit memo',
});

/** Columns of the account aging (DSH-16). */
export const AGING_NAMES = defineMessages('domain.aging', {
  currentAmount: 'Current',
  last30DaysAmount: '0-30 days',
  last90DaysAmount: '31-90 days',
  over90DaysAmount: '91 days and over',
});

/** Names of the reward tiers. */
export const TIER_NAMES = defineMessages('domain.tiers', { Silver: 'Silver', Gold: 'Gold', Platinum: 'Platinum', Diamond: 'Diamond' });

/** Status messages that are stored with a payment, in English. */
export const PAYMENT_STATUS_TEXTS = defineMessages('domain.payment-status', {
  approved: 'Approved',
  received: 'Received',
  waitingForProcessor: 'Pending: waiting for the payment processor',
  waitingForBank: 'Pending: waiting for the bank',
  declined: 'The card was declined.',
  declinedOutside: 'Declined',
  refused: 'The payment processor refused the payment.',
  insufficientFunds: 'Declined: insufficient funds',
  returned: 'The e-check was returned by the bank.',
  returnedOutside: 'Returned by the bank',
  notReached: 'The payment did not reach the processor. Nothing was charged.',
  refunded: 'The payment was refunded.',
  partlyRefunded: 'A part of the payment was refunded.',
  disputed: 'The payment is disputed at the bank.',
  partlyDisputed: 'A part of the payment is disputed at the bank.',
  confirmationNeeded: 'The bank wants the cardholder to confirm the payment. Nothing was charged.',
  unverified: 'The bank account has to be verified first. Nothing was charged.',
  takenBack: 'Taken back',
});

/** The states of a credit memo. */
export const CREDIT_STATE_NAMES = defineMessages('domain.credit-states', { open: 'Open', used: 'Used', void: 'Void' });

/** What happened to the money of a settled payment. */
export const PAYMENT_RETURN_NAMES = defineMessages('domain.payment-returns', {
  returned: 'Returned by the bank',
  refunded: 'Refunded',
  disputed: 'Disputed',
  reinstated: 'Dispute won',
});

/** Names of the resources that machines send and read. */
export const RESOURCE_NAMES = defineMessages('domain.resources', {
  'data-sources': 'Data sources',
  plants: 'Plants',
  products: 'Products',
  'price-lists': 'Price lists',
  trucks: 'Trucks',
  customers: 'Customers',
  contacts: 'Contacts',
  quotes: 'Quotes',
  orders: 'Orders',
  tickets: 'Tickets',
  invoices: 'Invoices',
  credits: 'Credits',
  payments: 'Payments',
  announcements: 'Announcements',
  members: 'Members',
  deliveries: 'Deliveries',
  telemetry: 'Telemetry',
  events: 'Events',
  remittances: 'Remittances',
});
