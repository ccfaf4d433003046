import { defineMessages, text } from '@yardage/messages/messages';

/** Messages of the card fields. Required-field texts missing from the specification follow the style of those it has. */
export const CARD_MESSAGES = defineMessages('domain.card', {
  cardNumberRequired: 'Card number is required',
  cardNumberInvalid: 'Card number is not valid',
  expiryRequired: 'Expiry date is required',
  expiryFormat: 'Expiry date must be MM/YY',
  monthInvalid: 'Invalid month',
  yearInvalid: 'Invalid year',
  monthPassed: 'Month must be current or later',
  cvcRequired: 'CVC is required',
  cvcInvalid: 'CVC must be 3 or 4 digits',
  cardHolderRequired: 'Cardholder name is required',
});

/** Messages of a payment's other fields. */
export const PAYMENT_MESSAGES = defineMessages('domain.payment', {
  phoneRequired: 'Phone number is required',
  phoneInvalid: 'Please enter a valid phone number',
  accountRequired: 'Account number is required',
  accountInvalid: 'Invalid account number provided',
  confirmAccountRequired: 'Confirm account number is required',
  accountsDiffer: 'Bank Account Number do not match',
  routingRequired: 'Routing number is required',
  routingInvalid: 'Invalid routing number provided',
  accountHolderRequired: 'Account holder name is required',
  streetRequired: 'Street is required',
  countryRequired: 'Country is required',
  stateRequired: 'State selection is required',
  cityRequired: 'City is required',
  zipRequired: 'ZIP code is required',
  zipInvalid: 'Invalid ZIP code format',
  tooLong: text('Maximum {maxLength} characters allowed', 'maxLength'),
});
