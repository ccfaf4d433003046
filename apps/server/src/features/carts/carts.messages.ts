import { defineMessages, text } from '@yardage/messages/messages';

/** Why the cart was not changed. */
export const CARTS_MESSAGES = defineMessages('server.carts', {
  notFound: 'One of the invoices was not found.',
  creditNotFound: 'One of the credits was not found.',
  notPayable: text('Already paid or being paid: {numbers}', 'numbers'),
  full: text('A cart holds {limit} invoices at most.', 'limit'),
  fullOfCredits: text('A payment uses {limit} credits at most. Pay with these first, then with the others.', 'limit'),
});
