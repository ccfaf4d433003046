/** Sentences around customer numbers and permissions. */
export const ACCOUNT_MESSAGES = {
  noCustomerNumbers: 'You have no customer numbers assigned. Please try with an email having customer numbers assigned',
  permissionsFailed: 'There was a problem fetching the Permission',
  permissionsFailedTitle: 'Uh oh! Something went wrong.',
  customerNumbersFailed: 'Your customer numbers could not be loaded.',
  staff: 'You are signed in as one of our own people. Staff accounts have no customer numbers.',
  retry: 'Retry',
  detailsFailed: 'Error loading details',
  account: 'Account',
  company: 'Company',
  customerNumber: 'Customer number',
  globalNumber: 'Global number',
  dataSource: 'Data source',
  timeZone: 'Time zone',
  email: 'Email',
  phone: 'Phone',
} as const;
