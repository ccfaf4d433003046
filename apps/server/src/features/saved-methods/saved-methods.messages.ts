import { defineMessages, text } from '@yardage/messages/messages';

/** Why a payment method was not saved, and the names that saved ones start with. */
export const SAVED_METHODS_MESSAGES = defineMessages('server.saved-methods', {
  card: 'Card',
  account: 'Bank account',
  named: text('{kind} ending in {lastFour}', 'kind', 'lastFour'),
  tooMany: text('{limit} payment methods are saved. Remove one first.', 'limit'),
  refused: 'The bank or the payment processor did not accept it. Check the details and try again.',
  unreachable: 'The payment processor cannot be reached. Please try again later.',
  paused: 'Check the details of the card or account, and try again after the time given in retryAt.',
});
