import { defineMessages, text } from '@yardage/messages/messages';

/** Response messages about payments that a person has to review. */
export const DESK_PAYMENTS_MESSAGES = defineMessages('server.desk-payments', {
  changed: 'The payment was changed meanwhile. Please look at it again.',
  unreachable: 'The payment processor does not answer. Please try again later.',
  neverSent: text('The payment {cartId} was never sent to the processor, so it knows nothing about it.', 'cartId'),
});
