import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the desk's customer accounts. */
export const DESK_CUSTOMERS_MESSAGES = defineMessages('desk-customers', {
  listFailed: 'The customers could not be loaded.',
  label: 'Customers',
  context: 'Every customer account of every data source',
  search: 'Search by name, number or data source',
  count: text('{count, plural, one {# account} other {# accounts}}', 'count'),
  empty: 'There are no customer accounts yet.',
  dataSource: 'Data source',
  anyDataSource: 'All data sources',
  name: 'Customer',
  number: 'Customer #',
  place: 'City',
  users: 'Users',
  balance: 'Balance (USD)',
});
