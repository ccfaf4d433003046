/** Texts of the page of all accounts. */
export const ACCOUNTS_MESSAGES = {
  failed: 'The accounts could not be loaded.',
  title: (count: number) => (count === 1 ? '1 account' : `${count} accounts`),
  label: 'Accounts',
  none: 'No customer number is assigned to you yet.',
  account: 'Account',
  balance: 'Balance',
  pending: (amount: string) => `${amount} pending`,
  discounts: 'Discounts',
  until: (day: string) => `first until ${day}`,
  orders: 'Pours today',
  total: 'All accounts',
  overdue: (amount: string) => `${amount} past due`,
  /** What stands where the role at an account does not show a figure. */
  hidden: '–',
  hiddenLabel: 'Not shown to your role',
  openBalance: (account: string) => `Open invoices of ${account}`,
  openDiscounts: (account: string) => `Unpaid invoices of ${account}`,
  openOrders: (account: string) => `Today's orders of ${account}`,
} as const;
