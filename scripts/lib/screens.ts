/** Records of the demo world that screenshots show. */
export interface ShownRecords {
  /** An order that is being delivered. */
  order: number;
  /** One of its tickets. */
  ticket: number;
  /** A quote that ends soon. */
  quote: number;
  /** An unpaid invoice. */
  invoice: string;
  /** A completed payment. */
  payment: string;
  /** The date of the newest statement. */
  statement: string;
  /** A member who requests access. */
  member: number;
  /** A support request with a picture. */
  support: number;
  /** A ticket whose truck is under way. */
  truck: number;
  /** A registration that only the supplier can decide. */
  registration: number;
  /** A chat with dispatch, active if there is one. */
  chat: string;
}

/** One screen, or one state of it, to capture. */
export interface Screen {
  /** The first part of the file name. */
  name: string;
  path: string | ((records: ShownRecords) => string);
  /** The signed-in user; null if nobody is signed in. */
  email: string | null;
  /** Selector that must match before the screenshot is taken. */
  ready: string;
}

const OWNER = 'owner@example.com';
const STAFF = 'dispatcher@example.com';
/** Sees every page of the desk. */
const DESK_ADMINISTRATOR = 'desk@example.com';
/** Matches the content of any page: for pages without an element of their own to wait for. */
const LOADED = 'main :is(button, table, ul, section)';

/** Every screen that `npm run screenshots` captures. */
export const SCREENS: readonly Screen[] = [
  { name: 'landing', path: '/', email: null, ready: 'main button' },
  { name: 'sign-in', path: '/login', email: null, ready: '#password' },
  { name: 'dashboard', path: '/dashboard', email: OWNER, ready: 'main :text("Account representative")' },
  { name: 'dashboard-field', path: '/dashboard', email: 'field@example.com', ready: 'main :text("poured")' },
  { name: 'dashboard-no-customer-number', path: '/dashboard', email: 'nobody@example.com', ready: 'text=You have no customer numbers' },
  { name: 'unauthorized', path: '/unauthorized', email: OWNER, ready: 'h1' },
  { name: 'not-found', path: '/no-such-page', email: OWNER, ready: 'h1' },
  { name: 'orders', path: '/orders', email: OWNER, ready: 'main :text("CY")' },
  { name: 'orders-flat', path: '/orders?view=flat', email: OWNER, ready: 'main :text("CY")' },
  { name: 'order', path: ({ order }) => `/orders?order=${order}`, email: OWNER, ready: '[role=dialog] :text("Leave Plant")' },
  { name: 'pour', path: ({ order }) => `/orders/pour?order=${order}`, email: OWNER, ready: 'main h2:text("Timeline")' },
  { name: 'order-pdf', path: ({ order }) => `/orders?order=${order}&pdf=${order}`, email: OWNER, ready: '[role=dialog] canvas' },
  {
    name: 'order-ticket',
    path: ({ order, ticket }) => `/orders?order=${order}&ticket=${ticket}`,
    email: OWNER,
    ready: '[role=dialog] canvas',
  },
  {
    name: 'order-dispatch',
    path: ({ order }) => `/orders?order=${order}&chat=${order}`,
    email: OWNER,
    ready: '[role=dialog] [role=log] :text("Chat started")',
  },
  { name: 'chats', path: '/newOrderChat', email: OWNER, ready: 'main li a' },
  { name: 'chat-new', path: '/newOrderChat/new', email: OWNER, ready: 'text=Job Requirement' },
  { name: 'chat', path: ({ chat }) => `/newOrderChat/${chat}`, email: OWNER, ready: 'main [role=log] time' },
  { name: 'desk-chats', path: '/desk/chats', email: STAFF, ready: 'main li a' },
  { name: 'desk-chat', path: ({ chat }) => `/desk/chats/${chat}`, email: STAFF, ready: 'main [role=log] time' },
  { name: 'tickets', path: '/tickets', email: OWNER, ready: 'main :text("CY")' },
  { name: 'ticket-details', path: ({ ticket }) => `/tickets?details=${ticket}`, email: OWNER, ready: '[role=dialog] :text("Products")' },
  { name: 'ticket-sign', path: ({ ticket }) => `/tickets/sign?ticket=${ticket}`, email: 'field@example.com', ready: 'main canvas' },
  { name: 'alerts', path: '/alerts', email: OWNER, ready: 'main :text("How alerts reach you")' },
  { name: 'truck-tracking', path: '/truck-tracking', email: OWNER, ready: '[data-testid=truck-map][data-zoom] canvas' },
  {
    name: 'truck',
    path: ({ truck }) => `/truck-tracking?ticket=${truck}`,
    email: OWNER,
    ready: '.maplibregl-popup:has-text("Expected")',
  },
  { name: 'quotes', path: '/quotes', email: OWNER, ready: 'main :text("Expires in")' },
  { name: 'quote', path: ({ quote }) => `/quotes?quote=${quote}`, email: OWNER, ready: '[role=dialog] :text("Total before tax")' },
  { name: 'invoices', path: '/invoices', email: OWNER, ready: 'main :text("by 12/")' },
  { name: 'invoices-all', path: '/invoices?status=All', email: OWNER, ready: 'main :text("Paid")' },
  { name: 'invoice', path: ({ invoice }) => `/invoices?invoice=${invoice}`, email: OWNER, ready: '[role=dialog] :text("Balance due")' },
  {
    name: 'invoice-history',
    path: ({ invoice }) => `/invoices?history=${invoice}`,
    email: OWNER,
    ready: '[role=dialog] :text("Payments")',
  },
  { name: 'credits', path: '/credits?customer=G220733', email: OWNER, ready: 'main :text("Returned pallets")' },
  { name: 'checkout', path: '/invoices/checkout', email: OWNER, ready: 'main :text("Pay Now")' },
  { name: 'payment-history', path: '/paymentHistory', email: OWNER, ready: 'main :text("Paid")' },
  {
    name: 'payment',
    path: ({ payment }) => `/paymentHistory?payment=${payment}`,
    email: OWNER,
    ready: '[role=dialog] :text("Payment details")',
  },
  { name: 'scheduled-payments', path: '/payments/scheduled', email: OWNER, ready: 'main :text("Autopay")' },
  { name: 'payment-approvals', path: '/payments/approvals', email: OWNER, ready: 'main :text("Approval limit")' },
  { name: 'payment-methods', path: '/payments/methods', email: OWNER, ready: 'main :text("Saved payment methods")' },
  { name: 'user-accounts', path: '/user-accounts', email: OWNER, ready: 'main :text("Approved")' },
  { name: 'user-request', path: ({ member }) => `/user-accounts?member=${member}`, email: OWNER, ready: '[role=dialog] :text("Approve")' },
  { name: 'user-add', path: '/user-accounts?add=1', email: OWNER, ready: '[role=dialog] select:has(option:text("Viewer"))' },
  { name: 'assistant', path: '/chat', email: OWNER, ready: 'main :text("Truck tracking")' },
  { name: 'support', path: '/support', email: OWNER, ready: 'main :text("Active")' },
  { name: 'support-details', path: ({ support }) => `/support?request=${support}`, email: OWNER, ready: '[role=dialog] :text(".png")' },
  { name: 'support-form', path: '/support?new=1', email: OWNER, ready: '[role=dialog] select:has(option:text("Question"))' },
  { name: 'registration', path: '/account-registration', email: null, ready: 'select:has(option:text("Tennessee"))' },
  { name: 'registration-success', path: '/registration-success', email: null, ready: 'text=Go to Login' },
  { name: 'desk-registrations', path: '/desk/registrations', email: STAFF, ready: 'main :text("Harlan Creek")' },
  {
    name: 'desk-registration',
    path: ({ registration }) => `/desk/registrations?request=${registration}`,
    email: STAFF,
    ready: '[role=dialog] select:has(option:text("Viewer"))',
  },
  { name: 'desk-support', path: '/desk/support', email: STAFF, ready: 'main :text("Active")' },
  { name: 'desk-request', path: ({ support }) => `/desk/support?request=${support}`, email: STAFF, ready: '[role=dialog] :text(".png")' },
  { name: 'requests', path: '/requests', email: OWNER, ready: 'main :text("Request a pour")' },
  { name: 'request-form', path: '/requests?new=1', email: OWNER, ready: '[role=dialog] :text("Send request")' },
  { name: 'desk-requests', path: '/desk/requests', email: STAFF, ready: LOADED },
  { name: 'desk-import', path: '/desk/import', email: DESK_ADMINISTRATOR, ready: 'main form select:has(option[value=tickets])' },
  { name: 'desk-customers', path: '/desk/customers', email: DESK_ADMINISTRATOR, ready: LOADED },
  { name: 'desk-disputes', path: '/desk/disputes?view=all', email: DESK_ADMINISTRATOR, ready: LOADED },
  { name: 'desk-payments', path: '/desk/payments', email: DESK_ADMINISTRATOR, ready: LOADED },
  { name: 'desk-mail', path: '/desk/mail', email: DESK_ADMINISTRATOR, ready: LOADED },
  { name: 'desk-audit-log', path: '/desk/audit-log', email: DESK_ADMINISTRATOR, ready: LOADED },
  { name: 'desk-integration', path: '/desk/integration', email: DESK_ADMINISTRATOR, ready: LOADED },
  { name: 'desk-replies', path: '/desk/replies', email: DESK_ADMINISTRATOR, ready: LOADED },
  { name: 'desk-staff', path: '/desk/staff', email: DESK_ADMINISTRATOR, ready: LOADED },
  { name: 'desk-announcements', path: '/desk/announcements', email: DESK_ADMINISTRATOR, ready: LOADED },
  { name: 'desk-contacts', path: '/desk/announcements?view=contacts', email: DESK_ADMINISTRATOR, ready: LOADED },
  { name: 'desk-branding', path: '/desk/branding', email: DESK_ADMINISTRATOR, ready: 'main form' },
  { name: 'desk-arrivals', path: '/desk/arrivals', email: DESK_ADMINISTRATOR, ready: LOADED },
  { name: 'accounts', path: '/accounts', email: OWNER, ready: LOADED },
  { name: 'integrations', path: '/integrations', email: OWNER, ready: LOADED },
  { name: 'quote-pdf', path: ({ quote }) => `/quotes?quote=${quote}&pdf=${quote}`, email: OWNER, ready: '[role=dialog] canvas' },
  { name: 'discount-planner', path: '/discount-planner?cash=50000', email: OWNER, ready: 'main :is(td, li)' },
  { name: 'close-out-packs', path: '/close-out-packs', email: OWNER, ready: 'main form' },
  { name: 'statements', path: '/statements', email: OWNER, ready: 'main :text("TN")' },
  {
    name: 'statement',
    path: ({ statement }) => `/statements?statement=${statement}`,
    email: OWNER,
    ready: '[role=dialog] :text("Balance due")',
  },
  { name: 'statement-pdf', path: ({ statement }) => `/statements?pdf=${statement}`, email: OWNER, ready: '[role=dialog] canvas' },
];
