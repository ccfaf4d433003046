import { defineMessages } from '@yardage/messages/messages';

/** Texts of the sandbox processor's own fields. */
export const HOSTED_FIELDS_MESSAGES = defineMessages('server.hosted-fields', {
  title: 'Card or bank account',
  cardNumber: 'Card number',
  expiry: 'Expiry',
  cvc: 'CVC',
  cardHolderName: 'Cardholder name',
  bankAccountNumber: 'Bank account number',
  bankRoutingNumber: 'Routing number',
  avsName: 'Account holder name',
  expiryPlaceholder: 'MM/YY',
  unreachable: 'The payment processor cannot be reached. Please try again.',
});
