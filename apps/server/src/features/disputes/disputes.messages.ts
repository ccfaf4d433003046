import { defineMessages, text } from '@yardage/messages/messages';

/** Response messages about disputes. */
export const DISPUTES_MESSAGES = defineMessages('server.disputes', {
  voided: 'The invoice is void. Nothing of it is owed.',
  noLine: 'The invoice has no such line. It may have been corrected meanwhile.',
  lineTogether: 'Name both the ticket and the line, or neither.',
  quantityOfLine: 'A quantity can only be disputed on a line.',
  amountNeeded: 'Enter the disputed quantity or amount.',
  already: 'There is a dispute about this already.',
  mostLeft: text('Other disputes hold back a part of this invoice. At most {amount} can be disputed.', 'amount'),
  reopenedTooLarge: text(
    'This dispute is about {amount}, but other disputes or a correction leave only {left} of the invoice, so it cannot be reopened. After it has ended, a new one can be about that.',
    'amount',
    'left',
  ),
  nothingLeft: 'Other disputes or a correction leave nothing of this invoice to dispute, so this dispute cannot be reopened.',
  changed: 'The dispute has changed meanwhile. Please look at it again.',
  over: 'The dispute is over. Open a new one if something is still wrong.',
});

/** The mail about an answer of the credit desk. */
export const DISPUTE_MAIL_MESSAGES = defineMessages('server.dispute-mail', {
  subject: text('Dispute of invoice {number}: {status}', 'number', 'status'),
  hello: text('Hello {firstName},', 'firstName'),
  answered: text('{authorName} answered your dispute of invoice {number}:', 'authorName', 'number'),
  status: text('It now stands as: {status}. You find it at {link}.', 'status', 'link'),
});
