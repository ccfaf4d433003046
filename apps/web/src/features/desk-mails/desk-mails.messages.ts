import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the desk's page about mail. */
export const DESK_MAILS_MESSAGES = defineMessages('desk-mails', {
  listFailed: 'The mails could not be loaded.',
  label: 'Mails',
  context: 'Mails that the portal sends: those that wait are tried again until they arrive',
  tabs: 'State',
  tabNames: { all: 'All', waiting: 'Waiting', failed: 'Failed', sent: 'Sent' },
  search: 'Search mails',
  count: text('{count, plural, one {# mail} other {# mails}}', 'count'),
  empty: 'No mails.',
  subject: 'Subject',
  recipients: 'To',
  recipientsMore: text('{first} and {more, number} more', 'first', 'more'),
  state: 'State',
  states: { waiting: 'Waiting', failed: 'Failed', sent: 'Sent' },
  reason: 'Reason',
  created: 'Created',
  sentAt: 'Sent',
  nextTry: 'Next try',
  attempts: 'Tries',
  account: 'Account',
  sender: 'Caused by',
  facts: 'Mail',
  textHidden: 'The text is not shown, because it may hold a private link or a password.',
  again: text('Send ‘{subject}’ again', 'subject'),
  sendAgain: 'Send again',
  sendAllAgain: 'Send all failed again',
  askAll: 'Send all failed mails again?',
  askAllText:
    'Every mail that was refused for good goes into the queue once more. Fix the cause first, for example a wrong sender address.',
  againFailed: 'The mail could not be sent again.',
});
