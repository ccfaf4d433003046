import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the mails with alerts. */
export const ALERT_MAIL_MESSAGES = defineMessages('server.alert-mail', {
  queuedSubject: text('{count, plural, one {An alert} other {# alerts}}', 'count'),
  digestSubject: text('{count, plural, one {# alert} other {# alerts}} since yesterday', 'count'),
  account: text('{moment}, {account}', 'moment', 'account'),
  settings: text('Choose what you are alerted to, and how: {address}', 'address'),
  unsubscribe: text('Stop these mails: {address}', 'address'),
});

/** Texts of the page that ends the mails. */
export const UNSUBSCRIBE_MESSAGES = defineMessages('server.unsubscribe', {
  title: 'Stop mails with alerts',
  question: 'No more mails with alerts? Your inbox in the portal stays as it is.',
  confirm: 'Stop these mails',
  done: 'You will get no more mails with alerts. You can turn them on again in the portal, under Alerts.',
  unknown: 'This link is not valid.',
});
