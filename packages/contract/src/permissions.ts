/**
 * All permission codes of the portal by upper-case key. The server guard and the web's `<Can>` use this list. Which role has which code is
 * in the table `role_permissions`; ARCHITECTURE says how to add one.
 */
export const PERMISSIONS = {
  INVOICES_VIEW: 'invoices.view',
  INVOICES_E_CHECK: 'invoices.e-check',
  INVOICES_CREDIT_CARD: 'invoices.credit-card',
  INVOICES_PAY_PAL: 'invoices.pay-pal',
  INVOICES_VIEW_HISTORY: 'invoices.view-history',
  INVOICES_VIEW_PDF: 'invoices.view-pdf',
  INVOICES_PAY_INVOICES: 'invoices.pay-invoices',
  INVOICES_VIEW_STATUS: 'invoices.view-status',
  DASHBOARD_VIEW_ACCOUNT_AGING: 'dashboard.view-account-aging',
  DASHBOARD_VIEW_REWARDS: 'dashboard.view-rewards',
  DASHBOARD_VIEW_ANNOUNCEMENTS: 'dashboard.view-announcements',
  DASHBOARD_VIEW_CONTACTS: 'dashboard.view-contacts',
  PAYMENT_HISTORY_VIEW: 'payment-history.view',
  PAYMENT_HISTORY_VIEW_PDF: 'payment-history.view-pdf',
  STATEMENTS_VIEW: 'statements.view',
  STATEMENTS_VIEW_PDF: 'statements.view-pdf',
  ORDERS_VIEW: 'orders.view',
  ORDERS_VIEW_PDF: 'orders.view-pdf',
  TICKETS_VIEW: 'tickets.view',
  TICKETS_VIEW_PDF: 'tickets.view-pdf',
  QUOTES_VIEW: 'quotes.view',
  QUOTES_VIEW_PDF: 'quotes.view-pdf',
  USER_ACCOUNTS_VIEW: 'user-accounts.view',
  USER_ACCOUNTS_APPROVAL: 'user-accounts.approval',
  USER_ACCOUNTS_ADD_ACCOUNT: 'user-accounts.add-account',
  SUPPORT_VIEW: 'support.view',
  SUPPORT_REQUEST_SUPPORT: 'support.request-support',
  TRUCK_TRACKING_VIEW: 'truck-tracking.view',
  ASSISTANT_CHAT_VIEW: 'assistant-chat.view',
  DISPATCHER_CHAT_VIEW: 'dispatcher-chat.view',
  ACCOUNT_INTEGRATIONS: 'account.integrations',
  ORDERS_REQUEST: 'orders.request',
  ORDERS_SHARE: 'orders.share',
  TICKETS_SIGN: 'tickets.sign',
  INVOICES_DISPUTE: 'invoices.dispute',
  PAYMENTS_SCHEDULE: 'payments.schedule',
  PAYMENTS_SAVED_METHODS: 'payments.saved-methods',
  PAYMENTS_APPROVE: 'payments.approve',
  DOCUMENTS_CLOSE_OUT: 'documents.close-out',
} as const;

export type PermissionKey = keyof typeof PERMISSIONS;
export type PermissionCode = (typeof PERMISSIONS)[PermissionKey];

/** All codes, in the order of the list above. */
export const PERMISSION_CODES: readonly PermissionCode[] = Object.values(PERMISSIONS);

/** Any one of the required codes shows a section or allows a call (PER-07). */
export function holdsAny(held: ReadonlySet<string>, required: readonly PermissionCode[]): boolean {
  return required.some((code) => held.has(code));
}

/** Only callers who may see invoices or quotes see prices. A Field member sees none, on screen, in responses or in PDFs. */
export function canSeePrices(held: ReadonlySet<string>): boolean {
  return holdsAny(held, [PERMISSIONS.INVOICES_VIEW, PERMISSIONS.QUOTES_VIEW]);
}

/** Returns whether a member sees how far an invoice is paid (INV-02). Who may pay must know what can be paid. */
export function canSeeInvoiceStatus(held: ReadonlySet<string>): boolean {
  return holdsAny(held, [PERMISSIONS.INVOICES_VIEW_STATUS, PERMISSIONS.INVOICES_PAY_INVOICES]);
}
