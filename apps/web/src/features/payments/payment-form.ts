import type { Cart } from '@yardage/contract/carts';
import { type PaymentMethod, type PaymentRequest, PERMISSION_OF_METHOD } from '@yardage/contract/payments';
import { formatExpiry, readExpiry } from '@yardage/domain/expiry';
import * as rules from '@yardage/domain/payment-rules';
import { formatPhone } from '@yardage/domain/phones';
import { CHARGED_METHODS } from '@yardage/domain/saved-methods';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { CHECKOUT_MESSAGES as MESSAGES } from './checkout.messages.ts';

/** The values of both forms. They are kept in memory only; all but the payer's name and address are gone when the page is left. */
export interface PaymentValues {
  customerEmail: string;
  customerPhone: string;
  cardNumber: string;
  expiry: string;
  cvc: string;
  cardHolderName: string;
  bankAccountNumber: string;
  confirmBankAccountNumber: string;
  bankRoutingNumber: string;
  avsName: string;
  street: string;
  country: string;
  state: string;
  city: string;
  zipCode: string;
}
export type PaymentField = keyof PaymentValues;
export type PaymentFaults = Partial<Record<PaymentField, string>>;

const CONTACT = ['customerEmail', 'customerPhone'] as const;
const BILLING = ['street', 'city', 'state', 'zipCode', 'country'] as const;

/** The fields of each method in display order. */
export const FIELDS_OF: Readonly<Record<PaymentMethod, readonly PaymentField[]>> = {
  CreditCard: [...CONTACT, 'cardNumber', 'expiry', 'cvc', 'cardHolderName', ...BILLING],
  eCheck: [...CONTACT, 'bankAccountNumber', 'confirmBankAccountNumber', 'bankRoutingNumber', 'avsName', ...BILLING],
};

/** Returns the errors in a method's fields. `today` is the current day at the data source (PAY-19 to PAY-34). */
export function paymentFaults(values: PaymentValues, method: PaymentMethod, today: string): PaymentFaults {
  const faultOf: Record<PaymentField, (typed: string) => rules.Fault> = {
    customerEmail: rules.payerEmailFault,
    customerPhone: rules.payerPhoneFault,
    cardNumber: rules.cardNumberFault,
    expiry: (typed) => rules.expiryFault(typed, today),
    cvc: rules.cvcFault,
    cardHolderName: rules.cardHolderFault,
    bankAccountNumber: rules.accountNumberFault,
    confirmBankAccountNumber: (typed) => rules.confirmAccountFault(typed, values.bankAccountNumber),
    bankRoutingNumber: rules.routingNumberFault,
    avsName: rules.accountHolderFault,
    ...rules.billingFault,
  };
  return Object.fromEntries(
    FIELDS_OF[method].flatMap((field) => {
      const fault = faultOf[field](values[field]);
      return fault ? [[field, fault]] : [];
    }),
  );
}

const MAX_NAME_LENGTH = 30;

/** Returns the values prefilled from the customer's details: email, phone, and the account holder's name if it is short enough (PAY-16). */
export function prefillOf(
  details: { email: string | null; phoneNumber: string | null; companyName: string } | undefined,
  ownEmail: string | undefined,
  isWithoutDetails = false,
): Pick<PaymentValues, 'customerEmail' | 'customerPhone' | 'avsName'> {
  const company = details?.companyName ?? '';
  const isKnown = details !== undefined || isWithoutDetails;
  return {
    customerEmail: details?.email ?? (isKnown ? (ownEmail ?? '') : ''),
    customerPhone: formatPhone(details?.phoneNumber),
    avsName: company.length <= MAX_NAME_LENGTH ? company : '',
  };
}

/** Returns why a form without an email field cannot pay yet; undefined if the email can be sent (PAY-30). */
export function payerEmailHint(customerEmail: string): string | undefined {
  if (customerEmail.trim() === '') return MESSAGES.emailUnknown;
  return rules.payerEmailFault(customerEmail) === undefined ? undefined : MESSAGES.emailUnusable(customerEmail);
}

/** A card or account as it is sent. */
type TypedMethod =
  | Pick<Extract<PaymentRequest, { paymentMethod: 'CreditCard' }>, 'paymentMethod' | 'paymentDetails'>
  | Pick<Extract<PaymentRequest, { paymentMethod: 'eCheck' }>, 'paymentMethod' | 'paymentDetails'>;
/** A request with a card or account that was typed. */
type TypedRequest = Extract<PaymentRequest, { paymentMethod: PaymentMethod }>;

/** Returns the typed card or account as it is sent (PAY-36, PAY-37). */
export function paymentDetailsOf(values: PaymentValues, method: PaymentMethod): TypedMethod {
  const text = (field: PaymentField): string => values[field].trim();
  const billingAddress = {
    street: text('street'),
    country: text('country'),
    state: text('state'),
    city: text('city'),
    zipCode: text('zipCode'),
  };
  if (method === 'eCheck') {
    const paymentDetails = {
      avsName: text('avsName'),
      bankAccountNumber: text('bankAccountNumber'),
      bankRoutingNumber: text('bankRoutingNumber'),
      billingAddress,
    };
    return { paymentMethod: method, paymentDetails };
  }
  const expiry = readExpiry(values.expiry);
  const paymentDetails = {
    cardNumber: digitsOf(values.cardNumber),
    expiryMonth: expiry?.month ?? '',
    expiryYear: expiry ? `20${expiry.year}` : '',
    cvv: text('cvc'),
    cardHolderName: text('cardHolderName'),
    billingAddress,
  };
  return { paymentMethod: method, paymentDetails };
}

type Contact = Pick<PaymentValues, 'customerEmail' | 'customerPhone'>;
const contactOf = ({ customerEmail, customerPhone }: Contact): Contact => ({
  customerEmail: customerEmail.trim(),
  customerPhone: customerPhone.trim(),
});

/** The amounts of the cart as the payer sees them: parts of invoices say what was open, and credits are used as the cart does. */
function amountsOf(cart: Cart, customer: CustomerKey, payer: { customerEmail: string; customerPhone: string }) {
  const credits = cart.credits.flatMap(({ creditNumber, appliedAmount: amount }) => (amount > 0 ? [{ creditNumber, amount }] : []));
  return {
    totalAmount: cart.totalAmount,
    totalDiscountAmount: cart.totalDiscountAmount,
    totalAmountWithDiscount: cart.totalAmountWithDiscount,
    currency: 'USD' as const,
    ...(credits.length > 0 && { credits }),
    metadata: {
      invoices: cart.invoices.map(({ invoiceNumber, invoiceAmount, discountAmount, amountWithDiscount, openAmount }) => ({
        invoiceNumber,
        invoiceAmount,
        discountAmount,
        amountWithDiscount,
        strStatusMessage: 'Pending',
        ...(openAmount > invoiceAmount && { openAmount }),
      })),
      customerNumber: customer.customerNumber,
      datasourceId: customer.datasourceId,
      globalCustomerNumber: customer.globalCustomerNumber,
      ...payer,
    },
  };
}

/** Builds the request for a cart that credits cover, so that nothing is charged (APY-01). */
export function creditRequestOf(cart: Cart, customer: CustomerKey, customerEmail: string): PaymentRequest {
  return { ...amountsOf(cart, customer, contactOf({ customerEmail, customerPhone: '' })), paymentMethod: 'Credit' };
}

/** Builds the request that pays the cart with a typed card or account (PAY-35 to PAY-38). */
export function paymentRequestOf(
  values: PaymentValues,
  method: PaymentMethod,
  cart: Cart,
  customer: CustomerKey,
  isMethodSaved = false,
): TypedRequest {
  const wish = isMethodSaved ? { isMethodSaved } : {};
  return { ...amountsOf(cart, customer, contactOf(values)), ...paymentDetailsOf(values, method), ...wish } as TypedRequest;
}

/** Builds the request that pays the cart with a saved method (APY-05). */
export function savedRequestOf(methodId: number, contact: Contact, cart: Cart, customer: CustomerKey): PaymentRequest {
  return { ...amountsOf(cart, customer, contactOf(contact)), paymentMethod: 'Saved', methodId };
}

/** What was entered in the processor's own fields, and who pays. */
export interface HostedPayment extends Contact {
  kind: PaymentMethod;
  reference: string;
}

/** Builds the request that pays the cart with what was entered in the processor's own fields. */
export function hostedRequestOf({ kind, reference, ...contact }: HostedPayment, cart: Cart, customer: CustomerKey): PaymentRequest {
  return { ...amountsOf(cart, customer, contactOf(contact)), paymentMethod: 'Hosted', kind, reference };
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * Formats a field while it is typed (PAY-13, PAY-14); fields without an entry stay as typed. Extra digits are kept: if they were cut off,
 * a wrong number could pass as valid.
 */
export const TYPED_AS: Partial<Record<PaymentField, (typed: string) => string>> = {
  cardNumber: (typed) => digitsOf(typed).replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry: formatExpiry,
  cvc: digitsOf,
  bankRoutingNumber: digitsOf,
  // Keep only the first five digits of a ZIP+4.
  zipCode: (typed) => digitsOf(typed.replace(/^\s*(\d{5})-\d{0,4}\s*$/, '$1')),
};

/** Returns the caret position after formatting: behind the same number of digits as before. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let index = 0; index < formatted.length; index++) {
    if (seen === digitsBefore) return index;
    if (/\d/.test(formatted[index] ?? '')) seen += 1;
  }
  return formatted.length;
}

/** Returns the caret position in the formatted field, given its position in the typed text. */
export function caretIn(field: PaymentField, typed: string, caret: number): number {
  const format = TYPED_AS[field] ?? ((text: string) => text);
  const formatted = format(typed);
  // Formatting can add digits before the caret: a one-digit month gets a leading zero.
  return caret >= typed.length ? formatted.length : caretAfter(formatted, digitsOf(format(typed.slice(0, caret))).length);
}

/** The ways to pay that the checkout offers, in display order (PAY-11). */
const OFFERED_METHODS = [...CHARGED_METHODS, 'PayPal', 'Saved'] as const;
export type OfferedMethod = (typeof OFFERED_METHODS)[number];

/** Returns the cards or accounts that the user may charge. */
export function chargedMethods(permissions: ReadonlySet<string>): PaymentMethod[] {
  return CHARGED_METHODS.filter((method) => permissions.has(PERMISSION_OF_METHOD[method]));
}

/**
 * Returns the ways in which the user may pay. The first is preselected. Those without permission are not offered, and saved methods not to
 * users who may charge neither cards nor accounts.
 */
export function permittedMethods(permissions: ReadonlySet<string>): OfferedMethod[] {
  const isOffered = (method: OfferedMethod): boolean => method !== 'Saved' || chargedMethods(permissions).length > 0;
  return OFFERED_METHODS.filter((method) => permissions.has(PERMISSION_OF_METHOD[method]) && isOffered(method));
}
