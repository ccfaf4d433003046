import { defineMessages, text } from '@yardage/messages/messages';

// In a file of their own, because every page loads the other names and rules, and few pages need these.

/** Why a line or an invoice is disputed (APY-03). */
export const DISPUTE_REASON_NAMES = defineMessages('domain.dispute-reasons', {
  quantity: 'Quantity',
  price: 'Price',
  tax: 'Tax',
  'not-delivered': 'Not delivered',
  other: 'Other',
});

/** The states of a dispute (APY-03). */
export const DISPUTE_STATUS_NAMES = defineMessages('domain.dispute-statuses', {
  open: 'Open',
  'credit-promised': 'Credit promised',
  declined: 'Declined',
  'needs-information': 'Needs information',
  withdrawn: 'Withdrawn',
  closed: 'Closed',
});

/** Validation messages of a disputed line or invoice (APY-03). */
export const DISPUTE_MESSAGES = defineMessages('domain.disputes', {
  reasonRequired: 'Reason is required',
  quantityRange: text('Enter a quantity above 0 and of at most {quantity, number}.', 'quantity'),
  amountRange: text('Enter an amount above 0 and of at most {amount}.', 'amount'),
  noteRequired: 'Say what is wrong.',
  noteTooLong: text('This is limited to {length} characters.', 'length'),
  wrongFileType: 'Only .jpg, .jpeg, .png and .pdf files are allowed.',
  fileTooLarge: text('File size must not exceed {megabytes} MB.', 'megabytes'),
  tooManyFiles: text('You can attach at most {count} files.', 'count'),
});
