import { defineMessages, text } from '@yardage/messages/messages';

/** Why invoices were not put into the cart. */
export const CARTS_MESSAGES = defineMessages('server.carts', {
  notFound: 'One of the invoices was not found.',
  creditNotFound: 'One of the credits was not found.',
  notPayable: text('Already paid or being paid: {numbers}', 'numbers'),
  full: text('A cart holds {limit} invoices at most.', 'limit'),
});
