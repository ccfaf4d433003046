import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the page of all accounts. */
export const ACCOUNTS_MESSAGES = defineMessages('accounts', {
  failed: 'The accounts could not be loaded.',
  title: text('{count, plural, one {# account} other {# accounts}}', 'count'),
  label: 'Accounts',
  none: 'No customer number is assigned to you yet.',
  account: 'Account',
  balance: 'Balance',
  unapplied: text('after {amount} on account', 'amount'),
  pending: text('{amount} pending', 'amount'),
  discounts: 'Discounts',
  until: text('first expires {day}', 'day'),
  orders: 'Deliveries today',
  total: 'All accounts',
  overdue: text('{amount} past due', 'amount'),
  /** Said where the role at an account does not show a figure. */
  hidden: 'Not shown to your role',
  openBalance: text('Open invoices of {account}', 'account'),
  openDiscounts: text('Unpaid invoices of {account}', 'account'),
  openOrders: text("Today''s orders of {account}", 'account'),
});
