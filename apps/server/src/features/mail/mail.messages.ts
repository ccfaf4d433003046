import { defineMessages, text } from '@yardage/messages/messages';

/** Subjects of mails that carry a record's document. */
export const MAIL_SUBJECTS = defineMessages('server.mail-subjects', {
  credit: text('Credit memo {number}', 'number'),
  invoice: text('Invoice {number}', 'number'),
  invoiceForJob: text('Invoice {number}: {job}', 'number', 'job'),
  order: text('Order {number}: {job}', 'number', 'job'),
  payment: text('Payment {number}', 'number'),
  quote: text('Quote {number}: {name}', 'number', 'name'),
  statement: text('Statement of {day}: {customer}', 'day', 'customer'),
  ticket: text('Ticket {number}', 'number'),
  ticketForJob: text('Ticket {number}: {job}', 'number', 'job'),
  tickets: text('{count, plural, one {# ticket} other {# tickets}}', 'count'),
});

/** Response messages for a mail that was accepted (MAIL-09). */
export const MAIL_SENT = defineMessages('server.mail-sent', {
  Credit: text('Credit memo successfully emailed on {email}', 'email'),
  Invoice: text('Invoice successfully emailed on {email}', 'email'),
  Order: text('Order successfully emailed on {email}', 'email'),
  Payment: text('Payment successfully emailed on {email}', 'email'),
  Quote: text('Quote successfully emailed on {email}', 'email'),
  Statement: text('Statement successfully emailed on {email}', 'email'),
  Ticket: text('Ticket successfully emailed on {email}', 'email'),
});

/** Why the portal does not send a mail. */
export const MAIL_REFUSALS = defineMessages('server.mail-refusals', {
  otherRecord: 'The path names another one.',
  accessLost: 'The sender may no longer see this document.',
});

/** The notice about a mail that the recipient's server refused for good. */
export const REFUSED_MAIL_MESSAGES = defineMessages('server.refused-mail', {
  subject: text('Not delivered: {subject}', 'subject'),
  refused: text("The mail ''{subject}'' of {day} was not delivered to {recipients}.", 'subject', 'day', 'recipients'),
  forSender: 'Please check the address and send it again from the portal.',
  forDesk: "The desk's page Mail lists it. Once the cause is mended, it can be sent again there.",
});
