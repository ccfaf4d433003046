import { defineMessages } from '@yardage/messages/messages';

/** The heading of the exported file, in the order of its columns. */
export const AUDIT_COLUMNS = defineMessages('server.audit-columns', {
  time: 'time',
  user: 'user',
  email: 'email',
  action: 'action',
  subject: 'subject',
  customer: 'customer',
  customerName: 'customer name',
  detail: 'detail',
  request: 'request',
});
