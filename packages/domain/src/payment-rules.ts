import { readExpiry } from './expiry.ts';
import { emailFault } from './mail-rules.ts';
import { CARD_MESSAGES, PAYMENT_MESSAGES } from './payment.messages.ts';
import { US_STATES } from './us-states.ts';

/** The validation message of a value; undefined if it is valid. */
export type Fault = string | undefined;
/** Validation messages by field. */
export type FieldErrors = Record<string, string[]>;

export interface BillingAddress {
  street: string;
  country: string;
  /** The state's abbreviation. */
  state: string;
  city: string;
  zipCode: string;
}

export interface CardDetails {
  cardNumber: string;
  expiryMonth: string;
  /** Four digits: 20 followed by the two digits on the card. */
  expiryYear: string;
  cvv: string;
  cardHolderName: string;
  billingAddress: BillingAddress;
}

export interface CheckDetails {
  avsName: string;
  bankAccountNumber: string;
  bankRoutingNumber: string;
  billingAddress: BillingAddress;
}

const MAX_CARD_CHARACTERS = 19;
const MAX_NAME = 30;
const MAX_STREET = 30;
const MAX_CITY = 20;
const STATES = new Set(US_STATES.map(({ abbreviation }) => abbreviation));

/** The countries allowed in a billing address. */
export const BILLING_COUNTRIES = ['US'] as const;
const COUNTRIES: ReadonlySet<string> = new Set(BILLING_COUNTRIES);

/** Verifies the check digit at the end of a card number. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** PAY-20: digits in any grouping, at most 19 characters as typed. */
export function cardNumberFault(typed: string): Fault {
  const text = typed.trim();
  if (text === '') return CARD_MESSAGES.cardNumberRequired;
  const digits = text.replaceAll(' ', '');
  const isPlausible = /^\d{12,19}$/.test(digits) && text.length <= MAX_CARD_CHARACTERS && !/^0+$/.test(digits);
  return isPlausible && passesLuhn(digits) ? undefined : CARD_MESSAGES.cardNumberInvalid;
}

/** PAY-21 to PAY-23: accepts an expiry in any usual form and compares it with `today` (`yyyy-MM-dd`) at the data source. */
export function expiryFault(typed: string, today: string): Fault {
  if (typed.trim() === '') return CARD_MESSAGES.expiryRequired;
  const expiry = readExpiry(typed);
  return expiry ? expiryPartsFault(Number(expiry.month), 2000 + Number(expiry.year), today) : CARD_MESSAGES.expiryFormat;
}

function expiryPartsFault(month: number, year: number, today: string): Fault {
  const [currentYear, currentMonth] = today.split('-').map(Number) as [number, number];
  if (month < 1 || month > 12) return CARD_MESSAGES.monthInvalid;
  if (year < currentYear || year > 2099) return CARD_MESSAGES.yearInvalid;
  return year === currentYear && month < currentMonth ? CARD_MESSAGES.monthPassed : undefined;
}

/** PAY-24. */
export function cvcFault(typed: string): Fault {
  if (typed.trim() === '') return CARD_MESSAGES.cvcRequired;
  return /^\d{3,4}$/.test(typed.trim()) ? undefined : CARD_MESSAGES.cvcInvalid;
}

/** PAY-25, PAY-34. */
export function cardHolderFault(typed: string): Fault {
  return textFault(typed, CARD_MESSAGES.cardHolderRequired, MAX_NAME);
}

/** PAY-31. */
export function accountNumberFault(typed: string): Fault {
  if (typed.trim() === '') return PAYMENT_MESSAGES.accountRequired;
  return /^[a-z\d]{1,17}$/i.test(typed.trim()) ? undefined : PAYMENT_MESSAGES.accountInvalid;
}

/** PAY-32. */
export function confirmAccountFault(typed: string, account: string): Fault {
  if (typed.trim() === '') return PAYMENT_MESSAGES.confirmAccountRequired;
  return accountNumberFault(typed) ?? (typed.trim() === account.trim() ? undefined : PAYMENT_MESSAGES.accountsDiffer);
}

/** The weights of the nine digits in an ABA routing number's checksum. */
const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** PAY-33: nine digits, the last of which is the ABA check digit. */
export function routingNumberFault(typed: string): Fault {
  const digits = typed.trim();
  if (digits === '') return PAYMENT_MESSAGES.routingRequired;
  const sum = ROUTING_WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return /^\d{9}$/.test(digits) && sum > 0 && sum % 10 === 0 ? undefined : PAYMENT_MESSAGES.routingInvalid;
}

/** PAY-34. */
export function accountHolderFault(typed: string): Fault {
  return textFault(typed, PAYMENT_MESSAGES.accountHolderRequired, MAX_NAME);
}

/** PAY-19, PAY-30: ten to fourteen digits; spaces, dashes and parentheses are allowed. */
export function payerPhoneFault(typed: string): Fault {
  if (typed.trim() === '') return PAYMENT_MESSAGES.phoneRequired;
  const digits = typed.replace(/[\s()-]/g, '');
  return /^\d{10,14}$/.test(digits) ? undefined : PAYMENT_MESSAGES.phoneInvalid;
}

/** PAY-19, PAY-30. */
export function payerEmailFault(typed: string): Fault {
  return emailFault(typed) ?? undefined;
}

/** PAY-26 to PAY-28, by field. Country and state must be codes of the offered choices (PAY-12). */
export const billingFault: Readonly<Record<keyof BillingAddress, (typed: string) => Fault>> = {
  street: (typed) => textFault(typed, PAYMENT_MESSAGES.streetRequired, MAX_STREET),
  country: (typed) => (COUNTRIES.has(typed.trim()) ? undefined : PAYMENT_MESSAGES.countryRequired),
  state: (typed) => (STATES.has(typed.trim()) ? undefined : PAYMENT_MESSAGES.stateRequired),
  city: (typed) => textFault(typed, PAYMENT_MESSAGES.cityRequired, MAX_CITY),
  zipCode: (typed) => {
    if (typed.trim() === '') return PAYMENT_MESSAGES.zipRequired;
    return /^\d{5}$/.test(typed.trim()) ? undefined : PAYMENT_MESSAGES.zipInvalid;
  },
};

/** Returns all faults of a submitted card. */
export function cardFaults(card: CardDetails, today: string): FieldErrors {
  return gather({
    cardNumber: cardNumberFault(card.cardNumber),
    expiry: sentExpiryFault(card, today),
    cvv: cvcFault(card.cvv),
    cardHolderName: cardHolderFault(card.cardHolderName),
    ...addressFaults(card.billingAddress),
  });
}

/** PAY-36: a request carries two digits of the month and four of the year. */
function sentExpiryFault({ expiryMonth, expiryYear }: CardDetails, today: string): Fault {
  if (!/^20\d{2}$/.test(expiryYear)) return CARD_MESSAGES.yearInvalid;
  return /^\d{2}$/.test(expiryMonth) ? expiryPartsFault(Number(expiryMonth), Number(expiryYear), today) : CARD_MESSAGES.expiryFormat;
}

/** Returns all faults of a submitted e-check. */
export function checkFaults(check: CheckDetails): FieldErrors {
  return gather({
    avsName: accountHolderFault(check.avsName),
    bankAccountNumber: accountNumberFault(check.bankAccountNumber),
    bankRoutingNumber: routingNumberFault(check.bankRoutingNumber),
    ...addressFaults(check.billingAddress),
  });
}

function addressFaults(address: BillingAddress): Record<string, Fault> {
  const fields = Object.keys(billingFault) as (keyof BillingAddress)[];
  return Object.fromEntries(fields.map((field) => [`billingAddress.${field}`, billingFault[field](address[field])]));
}

function gather(faults: Record<string, Fault>): FieldErrors {
  return Object.fromEntries(Object.entries(faults).flatMap(([field, fault]) => (fault ? [[field, [fault]]] : [])));
}

function textFault(typed: string, required: string, maxLength: number): Fault {
  const text = typed.trim();
  if (text === '') return required;
  return text.length > maxLength ? PAYMENT_MESSAGES.tooLong(maxLength) : undefined;
}
