import { defineMessages, text } from '@yardage/messages/messages';

/** Why a payment method was not saved, and the names that saved ones start with. */
export const SAVED_METHODS_MESSAGES = defineMessages('server.saved-methods', {
  card: 'Card',
  account: 'Bank account',
  named: text('{kind} ending in {lastFour}', 'kind', 'lastFour'),
  tooMany: text('{limit} payment methods are saved. Remove one first.', 'limit'),
  refused: 'The bank or the payment processor did not accept it. Check the details and try again.',
  unreachable: 'The payment processor cannot be reached. Please try again later.',
  unanswered: text(
    '{left, plural, =0 {The payment processor did not answer in time. The try counts, and it was the last one. Remove the bank account and add it again.} one {The payment processor did not answer in time. The try counts: you have one more.} other {The payment processor did not answer in time. The try counts: you have # more.}}',
    'left',
  ),
  problems: {
    'other-processor': 'It was saved with another payment processor, which takes no new payments. Add it again. Nothing was charged.',
    unverifiable: 'The bank account could not be verified. Remove it and add it again. Nothing was charged.',
    unverified: 'The bank account has to be verified first, under Payment Methods. Nothing was charged.',
    expired: 'The card has expired. Nothing was charged.',
  },
  removed: 'The payment method was removed. Nothing was charged.',
  nothingToVerify: 'There is nothing to verify any more.',
  wrongProof: text(
    '{left, plural, one {This is not what was sent to the account. You have one more try.} other {This is not what was sent to the account. You have # more tries.}}',
    'left',
  ),
  unverifiable: 'The bank account could not be verified. Remove it and add it again.',
  paused: 'Check the details of the card or account, and try again after the time given in retryAt.',
});
