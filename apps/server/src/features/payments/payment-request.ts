import { createHash } from 'node:crypto';
import { type PaymentInvoice, type PaymentMethod, type PaymentRequest, PERMISSION_OF_METHOD } from '@yardage/contract/payments';
import { centsOf, formatMoney } from '@yardage/domain/money';
import {
  type CardDetails,
  type CheckDetails,
  cardFaults,
  checkFaults,
  type Fault,
  payerEmailFault,
  payerPhoneFault,
} from '@yardage/domain/payment-rules';
import { PAYMENT_RESULTS, RESULT_NAMES } from '@yardage/domain/payment-status';
import { isChargedMethod, KIND_OF_METHOD } from '@yardage/domain/saved-methods';
import type { HostedMeans, TypedMeans } from '#server/adapters/payments/port';
import type { PaymentFields } from '#server/config';
import { ApiError, type FieldErrors } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import type { IntentLine, LockedCredit, LockedInvoice, WantedInvoice } from './payment-intents.queries.ts';
import { REFUSAL_MESSAGES } from './payments.messages.ts';

/** A card or account as it is sent, to pay with or to save. */
export type TypedMethod =
  | { paymentMethod: 'CreditCard'; paymentDetails: CardDetails }
  | { paymentMethod: 'eCheck'; paymentDetails: CheckDetails };
/** What a payment is stored as being made with. */
export type StoredMethod = PaymentMethod | 'Credit';

/** The metadata returned with a refusal (PAY-39). The request says 'Pending'; the refusal says unpaid. */
export function metadataOf({ metadata }: PaymentRequest) {
  const { customerNumber, customerEmail, customerPhone } = metadata;
  const strStatusMessage = RESULT_NAMES[PAYMENT_RESULTS.unpaid];
  return { customerNumber, customerEmail, customerPhone, invoices: metadata.invoices.map((invoice) => ({ ...invoice, strStatusMessage })) };
}

/** Refuses a request whose customer differs from the scope. */
export function assertSameCustomer(scope: Scope, { metadata }: PaymentRequest): void {
  const isSameCustomer =
    metadata.customerNumber === scope.customerNumber &&
    metadata.globalCustomerNumber === scope.globalCustomerNumber &&
    metadata.datasourceId === scope.datasourceId;
  if (!isSameCustomer) throw new ApiError('customer-mismatch');
}

/** Refuses typed numbers if only the processor may get them (`hosted`), and the processor's references if it offers no fields (`typed`). */
export function assertOfferedFields(fields: PaymentFields, paymentMethod: PaymentRequest['paymentMethod']): void {
  if (fields === 'hosted' ? isChargedMethod(paymentMethod) : paymentMethod === 'Hosted') throw new ApiError('payment-fields-differ');
}

/** Refuses a method that the caller may not use. */
export function assertMethodPermitted(scope: Scope, paymentMethod: StoredMethod): void {
  if (!scope.permissions.has(PERMISSION_OF_METHOD[paymentMethod])) throw new ApiError('permission-missing');
}

/** Refuses invalid form input, with the messages of the form. */
export function assertWellTyped(request: PaymentRequest, today: string): void {
  const { customerEmail, customerPhone, invoices } = request.metadata;
  const errors: FieldErrors = {};
  const add = (field: string, fault: Fault) => {
    if (fault) errors[field] = [fault];
  };
  add('metadata.customerEmail', payerEmailFault(customerEmail));
  // The phone is for questions about a charge, so a payment by credits alone does not need it.
  if (request.paymentMethod !== 'Credit') add('metadata.customerPhone', payerPhoneFault(customerPhone));
  if (isTyped(request)) Object.assign(errors, methodFaults(request, today));
  const isRepeated = (numbers: readonly string[]) => new Set(numbers).size < numbers.length;
  add('metadata.invoices', isRepeated(invoices.map((invoice) => invoice.invoiceNumber)) ? REFUSAL_MESSAGES.repeatedInvoice : undefined);
  add('credits', isRepeated(creditsOf(request).map(({ creditNumber }) => creditNumber)) ? REFUSAL_MESSAGES.repeatedCredit : undefined);
  const isPartWrong = invoices.some(({ openAmount, invoiceAmount }) => openAmount !== undefined && invoiceAmount < 0.01);
  if (isPartWrong) add('metadata.invoices', REFUSAL_MESSAGES.atLeastOneCent);
  if (Object.keys(errors).length > 0) throw new ApiError('validation-failed', { fieldErrors: errors, metadata: metadataOf(request) });
}

/** Whether a request has a card or account that was typed. */
function isTyped(request: PaymentRequest): request is Extract<PaymentRequest, TypedMethod> {
  return isChargedMethod(request.paymentMethod);
}

function methodFaults(method: TypedMethod, today: string): FieldErrors {
  const faults = method.paymentMethod === 'CreditCard' ? cardFaults(method.paymentDetails, today) : checkFaults(method.paymentDetails);
  return Object.fromEntries(Object.entries(faults).map(([field, messages]) => [`paymentDetails.${field}`, messages]));
}

/** Refuses an invalid card or account, with the messages of the form. */
export function assertMethodWellTyped(method: TypedMethod, today: string): void {
  const fieldErrors = methodFaults(method, today);
  if (Object.keys(fieldErrors).length > 0) throw new ApiError('validation-failed', { fieldErrors });
}

/** A card or account that was entered in the processor's own fields. */
export type HostedMethod = Pick<Extract<PaymentRequest, { paymentMethod: 'Hosted' }>, 'paymentMethod' | 'kind' | 'reference'>;

/** Returns the card or bank account that was entered, to charge or to save it. */
export function meansOf(request: TypedMethod | HostedMethod): TypedMeans | HostedMeans {
  if (request.paymentMethod !== 'Hosted') return typedMeansOf(request);
  return { kind: KIND_OF_METHOD[request.kind], reference: request.reference };
}

/** Returns the typed card or bank account. */
export function typedMeansOf(request: TypedMethod): TypedMeans {
  if (request.paymentMethod === 'eCheck') return { kind: 'check', details: request.paymentDetails };
  return { kind: 'card', details: request.paymentDetails };
}

/** Returns the credits that the request uses. */
export function creditsOf({ credits = [] }: Pick<PaymentRequest, 'credits'>): NonNullable<PaymentRequest['credits']> {
  return credits;
}

/** Returns the invoices that the request pays. A line with `openAmount` pays a part. */
export function wantedInvoices({ metadata }: PaymentRequest): WantedInvoice[] {
  return metadata.invoices.map(({ invoiceNumber, invoiceAmount, openAmount }) => ({
    documentNumber: invoiceNumber,
    ...(openAmount !== undefined && { partCents: centsOf(invoiceAmount) }),
  }));
}

/** The parts of a request that `contentHash` uses. */
type HashedCart = Pick<PaymentRequest, 'credits'> & { metadata: { invoices: readonly PaymentInvoice[] } };

/**
 * Returns the same hash for the same customer, invoices, amounts and credits, in any order. A part counts with what was open before it, so
 * paying the same part of the rest later is another payment.
 */
export function contentHash(scope: Pick<Scope, 'customerId'>, request: HashedCart): string {
  const lines = request.metadata.invoices.map(({ invoiceNumber, amountWithDiscount, discountAmount, openAmount }) => [
    invoiceNumber,
    centsOf(amountWithDiscount),
    centsOf(discountAmount),
    ...(openAmount === undefined ? [] : [centsOf(openAmount)]),
  ]);
  const credits = creditsOf(request).map(({ creditNumber, amount }) => [creditNumber, centsOf(amount)]);
  for (const list of [lines, credits]) list.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([scope.customerId, lines, ...(credits.length > 0 ? [credits] : [])]))
    .digest('hex');
}

/** Returns the invoices whose amounts differ from what the payer saw. */
function changedInvoices(request: PaymentRequest, locked: readonly LockedInvoice[]): LockedInvoice[] {
  const seen = new Map(request.metadata.invoices.map((invoice) => [invoice.invoiceNumber, invoice]));
  return locked.filter(({ documentNumber, openCents, amountCents, discountCents }) => {
    const invoice = seen.get(documentNumber);
    return (
      !invoice ||
      amountCents > openCents ||
      !isSame(invoice.openAmount ?? invoice.invoiceAmount, openCents) ||
      !isSame(invoice.invoiceAmount, amountCents) ||
      !isSame(invoice.discountAmount, discountCents) ||
      !isSame(invoice.amountWithDiscount, amountCents - discountCents)
    );
  });
}

/** Returns the credits of which less is left than the payer wants to use. */
function changedCredits(request: PaymentRequest, locked: readonly LockedCredit[]): LockedCredit[] {
  const wanted = new Map(creditsOf(request).map(({ creditNumber, amount }) => [creditNumber, centsOf(amount)]));
  return locked.filter(({ documentNumber, usableCents }) => (wanted.get(documentNumber) ?? 0) > usableCents);
}

/** Returns whether the totals of the request match the invoices in the ledger. */
function hasRightTotals(request: PaymentRequest, locked: readonly LockedInvoice[]): boolean {
  const amount = locked.reduce((sum, invoice) => sum + invoice.amountCents, 0);
  const discount = locked.reduce((sum, invoice) => sum + invoice.discountCents, 0);
  return (
    isSame(request.totalAmount, amount) &&
    isSame(request.totalDiscountAmount, discount) &&
    isSame(request.totalAmountWithDiscount, amount - discount)
  );
}

/** Returns how the ledger differs from what the payer saw, for the body of the refusal. Undefined if it does not. */
export function differenceOf(
  request: PaymentRequest,
  invoices: readonly LockedInvoice[],
  credits: readonly LockedCredit[],
): { detail: string; errors: FieldErrors } | undefined {
  const covered = invoices.filter((invoice) => invoice.openCents <= 0);
  if (covered.length > 0)
    return { detail: REFUSAL_MESSAGES.notPayable(covered.map((invoice) => invoice.documentNumber).join(', ')), errors: {} };
  const errors = Object.fromEntries([
    ...changedInvoices(request, invoices).map(({ documentNumber, openCents, amountCents, discountCents }) => [
      documentNumber,
      [REFUSAL_MESSAGES.amountChanged(formatMoney(Math.min(amountCents, openCents) - discountCents))],
    ]),
    ...changedCredits(request, credits).map(({ documentNumber, usableCents }) => [
      documentNumber,
      [REFUSAL_MESSAGES.creditChanged(formatMoney(Math.max(0, usableCents)))],
    ]),
  ]);
  if (Object.keys(errors).length > 0) return { detail: REFUSAL_MESSAGES.amountsChanged, errors };
  return hasRightTotals(request, invoices) ? undefined : { detail: REFUSAL_MESSAGES.totalsDiffer, errors };
}

/** Refuses an invoice with nothing to pay, a charge of nothing, and a payment by credits alone that they do not cover. */
export function assertChargeable(request: PaymentRequest, invoices: readonly LockedInvoice[], lines: readonly IntentLine[]): void {
  const { paymentMethod } = request;
  const toPay = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const isFree = invoices.some(({ amountCents, discountCents }) => amountCents - discountCents <= 0);
  const refuse = (message: string) =>
    new ApiError('validation-failed', { fieldErrors: { totalAmountWithDiscount: [message] }, metadata: metadataOf(request) });
  if (isFree) throw refuse(REFUSAL_MESSAGES.nothingToPay);
  if (paymentMethod === 'Credit' && toPay > 0) throw refuse(REFUSAL_MESSAGES.creditsTooSmall);
  if (paymentMethod !== 'Credit' && toPay <= 0) throw refuse(REFUSAL_MESSAGES.nothingToPay);
}

/** Credits that are used, in cents. */
export interface UsedCredit {
  id: number;
  cents: number;
}

/**
 * Divides credits among invoices: each credit pays what it can of the first invoices that are not covered yet, and money pays the rest. The
 * discount stays with the money. Returns undefined if the credits exceed what is to be paid.
 */
export function coverWithCredits(invoices: readonly LockedInvoice[], credits: readonly UsedCredit[]): IntentLine[] | undefined {
  const left = credits.map((credit) => ({ ...credit }));
  const lines = invoices.map(({ id, amountCents, discountCents }) => {
    let rest = amountCents - discountCents;
    const used: UsedCredit[] = [];
    for (const credit of left) {
      const cents = Math.min(rest, credit.cents);
      if (cents <= 0) continue;
      used.push({ id: credit.id, cents });
      credit.cents -= cents;
      rest -= cents;
    }
    return { id, amountCents: rest, discountCents, credits: used };
  });
  return left.some(({ cents }) => cents > 0) ? undefined : lines;
}

/** Equal to the cent; a fraction of a cent is a difference. */
function isSame(dollars: number, amountCents: number): boolean {
  return Math.abs(dollars * 100 - amountCents) < 0.001;
}
