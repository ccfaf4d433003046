import { defineMessages, text } from '@yardage/messages/messages';

/** UI text of a support request's details, for customers and staff. */
export const SUPPORT_REQUEST_MESSAGES = defineMessages('support-request', {
  title: text('Support request {id}', 'id'),
  titleLoading: 'Support Details',
  description: 'Description',
  information: 'Support Details',
  askedBy: 'Asked by',
  askedByEmail: 'Their email',
  askedByPhone: 'Their phone',
  withoutAccess: text('{name} (no access any more)', 'name'),
  account: 'Account',
  customer: 'Customer',
  dataSource: 'Data source',
  category: 'Category',
  type: 'Type',
  assignedTo: 'Assigned to',
  assignedEmail: 'Assigned to email',
  nobody: 'Nobody yet',
  created: 'Created',
  modified: 'Modified',
  attachments: 'Attached files',
  attachmentsFailed: 'Error While fetching records',
  noAttachments: 'No files attached.',
  replies: 'Answers',
  accountLine: text('{displayName} · {customerNumber}', 'displayName', 'customerNumber'),
});
