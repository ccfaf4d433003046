/** The heading of the exported file. */
export const AUDIT_COLUMNS = ['time', 'user', 'email', 'action', 'subject', 'customer', 'customer name', 'detail', 'request'] as const;
