import { defineMessages, text } from '@yardage/messages/messages';

/** UI text of the send-mail form. The validation messages are in `domain/rules.messages.ts`. */
export const SEND_MAIL_MESSAGES = defineMessages('send-mail', {
  open: 'Send Mail',
  to: 'To',
  cc: 'Cc',
  ccHint: 'Press Enter or a comma after each address',
  message: 'Message',
  messageHint: 'The document is attached.',
  send: 'Send',
  senderFailed: 'Your email address could not be loaded.',
  retry: 'Retry',
  cancel: 'Cancel',
  remove: text('Remove {email}', 'email'),
  invalidTitle: 'Invalid Email',
  invalid: 'Please enter a valid email address.',
  duplicateTitle: 'Duplicate Email',
  duplicate: 'This email has already been added to CC.',
  unknown: 'An unknown error occurred',
});
