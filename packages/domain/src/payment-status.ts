import {
  INVOICE_STATUS_NAMES,
  METHOD_NAMES_ON_PAPER,
  PAYMENT_RESULT_LABELS,
  PAYMENT_STATUS_TEXTS,
  SOURCE_LABELS,
} from './names.messages.ts';

/** Status of a payment or an invoice (`paymentResult` in JSON). */
export const PAYMENT_RESULTS = { unpaid: 0, paid: 1, pending: 2 } as const;
export type PaymentResult = (typeof PAYMENT_RESULTS)[keyof typeof PAYMENT_RESULTS];

export const PAID_CODE = 100000;
export const PENDING_CODE = 100100;
/** Our own codes for failures. Every code except the two above means failed. */
export const FAILED_CODES = {
  declined: 200100,
  refused: 200200,
  returned: 200300,
  insufficientFunds: 200400,
  notReached: 200500,
  refunded: 200600,
  disputed: 200700,
  confirmationNeeded: 200800,
  unverified: 200900,
} as const;

/** RES-02: returns the meaning of a status code. */
export function resultOfCode(statusCode: number): PaymentResult {
  if (statusCode === PAID_CODE) return PAYMENT_RESULTS.paid;
  return statusCode === PENDING_CODE ? PAYMENT_RESULTS.pending : PAYMENT_RESULTS.unpaid;
}

/** Returns the label for the status of a payment or an invoice. */
export function paymentResultLabel(result: PaymentResult): string {
  return PAYMENT_RESULT_LABELS[result];
}

/** What the status of an invoice depends on. */
export interface InvoiceStatusFields {
  paymentResult: PaymentResult | null;
  voidedDate: string | null;
  invoiceAmount: number;
  currentAmount: number;
}

/** Returns the label for an invoice: that of its result, Partly paid if something is paid and the rest is open, or Void. */
export function invoiceStatusLabel(invoice: InvoiceStatusFields): string {
  const { paymentResult, voidedDate } = invoice;
  if (voidedDate !== null) return INVOICE_STATUS_NAMES.void;
  if (paymentResult === null) return '';
  return isPartlyPaid(invoice) ? INVOICE_STATUS_NAMES.partlyPaid : paymentResultLabel(paymentResult);
}

/** Whether something is paid and the rest is open. */
export function isPartlyPaid({ paymentResult, invoiceAmount, currentAmount }: InvoiceStatusFields): boolean {
  return paymentResult === PAYMENT_RESULTS.unpaid && currentAmount < invoiceAmount;
}

/**
 * Returns the name of a payment method as documents and panels show it. Methods from outside the portal (Check, Lockbox, ACH) are their own
 * names.
 */
export function paymentMethodLabel(method: string): string {
  return (METHOD_NAMES_ON_PAPER as Readonly<Record<string, string>>)[method] ?? method;
}

/** Returns where a payment was made, in the current language. */
export function paymentSourceLabel(source: string): string {
  return (SOURCE_LABELS as Readonly<Record<string, string>>)[source] ?? source;
}

/**
 * The status messages that we store with payments, in English. Stored rows have these sentences: a change here needs a migration. A
 * processor's own messages are stored and shown as they are.
 */
export const STORED_STATUS = {
  approved: 'Approved',
  received: 'Received',
  waitingForProcessor: 'Pending: waiting for the payment processor',
  waitingForBank: 'Pending: waiting for the bank',
  declined: 'The card was declined.',
  declinedOutside: 'Declined',
  refused: 'The payment processor refused the payment.',
  insufficientFunds: 'Declined: insufficient funds',
  returned: 'The e-check was returned by the bank.',
  returnedOutside: 'Returned by the bank',
  notReached: 'The payment did not reach the processor. Nothing was charged.',
  refunded: 'The payment was refunded.',
  partlyRefunded: 'A part of the payment was refunded.',
  disputed: 'The payment is disputed at the bank.',
  partlyDisputed: 'A part of the payment is disputed at the bank.',
  confirmationNeeded: 'The bank wants the cardholder to confirm the payment. Nothing was charged.',
  unverified: 'The bank account has to be verified first. Nothing was charged.',
  takenBack: 'Taken back',
} as const satisfies Record<keyof typeof PAYMENT_STATUS_TEXTS, string>;

const STORED_KEYS: ReadonlyMap<string, keyof typeof STORED_STATUS> = new Map(
  (Object.keys(STORED_STATUS) as (keyof typeof STORED_STATUS)[]).map((key) => [STORED_STATUS[key], key]),
);

/** The results as the API names them, in every language; screens show `paymentStatusText` of them. */
export const RESULT_NAMES = { 0: 'Unpaid', 1: 'Paid', 2: 'Pending' } as const satisfies Record<PaymentResult, string>;
const STORED_RESULTS: Readonly<Record<string, PaymentResult>> = { Unpaid: 0, Paid: 1, Pending: 2 };

/** Returns the stored status message of a payment in the current language. */
export function paymentStatusText(stored: string): string {
  const key = STORED_KEYS.get(stored);
  if (key !== undefined) return PAYMENT_STATUS_TEXTS[key];
  const result = STORED_RESULTS[stored];
  return result === undefined ? stored : paymentResultLabel(result);
}
