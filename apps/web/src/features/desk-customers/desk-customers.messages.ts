/** Texts of the desk's customer accounts. */
export const DESK_CUSTOMERS_MESSAGES = {
  listFailed: 'The customers could not be loaded.',
  label: 'Customers',
  context: 'Every customer account of every data source',
  search: 'Search by name, number or data source',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'account' : 'accounts'}`,
  empty: 'There are no customer accounts yet.',
  dataSource: 'Data source',
  anyDataSource: 'All data sources',
  name: 'Customer',
  number: 'Customer #',
  place: 'City',
  users: 'Users',
  balance: 'Balance (USD)',
} as const;
