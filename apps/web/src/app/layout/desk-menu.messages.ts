/** The headings of the desk's menu. */
export const DESK_MENU_MESSAGES = { requests: 'Requests', accounts: 'Accounts', portal: 'Portal', system: 'System' } as const;
