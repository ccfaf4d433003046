import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the desk's page about the audit log. */
export const DESK_AUDIT_MESSAGES = defineMessages('desk-audit', {
  listFailed: 'The audit log could not be loaded.',
  entryFailed: 'The entry could not be loaded.',
  label: 'Audit log',
  context: 'Who did what to money, members and documents. Entries cannot be changed.',
  search: 'Search entries',
  standardRange: 'Last 30 days',
  who: 'Who',
  whoHint: 'Who: name or email',
  action: 'Action',
  anyAction: 'Any action',
  customerHint: 'Customer # or global number',
  count: text('{count, plural, one {# entry} other {# entries}}', 'count'),
  empty: 'No entries.',
  emptyOfCustomer: text('No entries of a customer with exactly the number {number}.', 'number'),
  time: 'Time',
  subject: 'Subject',
  system: 'System',
  account: 'Customer',
  detail: 'Details',
  request: 'Request',
  email: 'Email',
  facts: 'Entry',
  export: 'Export CSV',
  exportFailed: 'The audit log could not be exported.',
});
