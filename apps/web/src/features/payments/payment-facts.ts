import type { PaymentOutcome } from '@yardage/contract/payments';
import { centsOf } from '@yardage/domain/money';
import {
  type PaymentResult,
  paymentMethodLabel,
  paymentResultLabel,
  paymentStatusText,
  resultOfCode,
} from '@yardage/domain/payment-status';
import { formatPhone } from '@yardage/domain/phones';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { PAYMENT_FIELDS as FIELDS, PAYMENTS_MESSAGES as MESSAGES, METHOD_NAMES_ON_SCREEN } from './payments.messages.ts';

export interface PaymentFact {
  label: string;
  value: string;
}

const NONE = '–';

/** Returns the name of a payment method in the current language. */
export function methodName(method: string): string {
  return (METHOD_NAMES_ON_SCREEN as Readonly<Record<string, string>>)[method] ?? paymentMethodLabel(method);
}

/** Returns the status of a payment with its message, or the message alone if it begins with the status. */
export function statusFact(result: PaymentResult, statusMessage: string): string {
  const [word, text] = [paymentResultLabel(result), paymentStatusText(statusMessage)];
  return text.startsWith(word) ? text : [word, text].filter(Boolean).join(' · ');
}

/** Returns the facts on the result page, in display order (RES-04). */
export function paymentFacts({ status, statusMessage, paymentMethod, paymentId, metadata, cartData }: PaymentOutcome): PaymentFact[] {
  return [
    { label: FIELDS.status, value: statusFact(resultOfCode(status), statusMessage) },
    { label: FIELDS.paymentMethod, value: methodName(paymentMethod) },
    { label: FIELDS.customerId, value: metadata.customerNumber },
    { label: FIELDS.email, value: metadata.customerEmail || NONE },
    { label: FIELDS.phone, value: formatPhone(metadata.customerPhone) || NONE },
    { label: FIELDS.paymentId, value: paymentId || NONE },
    { label: FIELDS.cartId, value: cartData.cartId || NONE },
  ];
}

/** Returns the charged amount, as it is on the payer's card or bank statement, and beside it what credits covered. */
export function chargedText({ totalAmountWithDiscount, totalCreditAmount }: PaymentOutcome['cartData']): {
  figure: string;
  beside: string;
} {
  const charged = (centsOf(totalAmountWithDiscount) - centsOf(totalCreditAmount)) / 100;
  const fromCredits = MESSAGES.fromCredits(formatCurrency(totalCreditAmount));
  if (totalCreditAmount <= 0) return { figure: formatCurrency(charged), beside: '' };
  return charged > 0 ? { figure: formatCurrency(charged), beside: `+ ${fromCredits}` } : { figure: fromCredits, beside: '' };
}

/** Returns a text about the part of a payment that settles no invoice; empty if there is none. The receipt has the same text. */
export function onAccountText({ onAccountAmount = 0 }: PaymentOutcome['cartData']): string {
  return onAccountAmount > 0 ? MESSAGES.onAccount(formatCurrency(onAccountAmount)) : '';
}

/** Returns the totals of a payment (RES-04). */
export function paymentTotals({ cartData }: Pick<PaymentOutcome, 'cartData'>): PaymentFact[] {
  return [
    { label: FIELDS.totalAmount, value: formatCurrency(cartData.totalAmount) },
    { label: FIELDS.totalDiscountAmount, value: formatCurrency(-cartData.totalDiscountAmount) },
    { label: FIELDS.totalAmountWithDiscount, value: formatCurrency(cartData.totalAmountWithDiscount) },
    ...(cartData.totalCreditAmount > 0
      ? [
          { label: FIELDS.fromCredits, value: formatCurrency(-cartData.totalCreditAmount) },
          { label: FIELDS.charged, value: formatCurrency(cartData.totalAmountWithDiscount - cartData.totalCreditAmount) },
        ]
      : []),
  ];
}

/** Returns the distinct error messages of a payment in the current language (RES-06). */
export function paymentErrors({ errors }: Pick<PaymentOutcome, 'errors'>): string[] {
  return [...new Set(Object.values(errors).flat().map(paymentStatusText))];
}
