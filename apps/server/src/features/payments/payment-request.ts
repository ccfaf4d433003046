import { createHash } from 'node:crypto';
import type { PaymentInvoice, PaymentMethod, PaymentRequest } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { centsOf } from '@yardage/domain/money';
import {
  type CardDetails,
  type CheckDetails,
  cardFaults,
  checkFaults,
  type Fault,
  type Faults,
  payerEmailFault,
  payerPhoneFault,
} from '@yardage/domain/payment-rules';
import { PAYMENT_RESULTS, paymentResultLabel } from '@yardage/domain/payment-status';
import type { PaymentMeans } from '#server/adapters/payments/port';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import type { LockedInvoice } from './payment-intents.queries.ts';
import { REFUSAL_MESSAGES } from './payments.messages.ts';

/** A card or account as it is sent, to pay with or to save. */
export type TypedMethod =
  | { paymentMethod: 'CreditCard'; paymentDetails: CardDetails }
  | { paymentMethod: 'eCheck'; paymentDetails: CheckDetails };
const PERMISSION_OF_METHOD = { CreditCard: PERMISSIONS.INVOICES_CREDIT_CARD, eCheck: PERMISSIONS.INVOICES_E_CHECK } as const;

/** The metadata returned with a refusal (PAY-39). The request says 'Pending'; the refusal says unpaid. */
export function metadataOf({ metadata }: PaymentRequest) {
  const { customerNumber, customerEmail, customerPhone } = metadata;
  const strStatusMessage = paymentResultLabel(PAYMENT_RESULTS.unpaid);
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

/** Refuses a method that the caller may not use. */
export function assertMethodPermitted(scope: Scope, paymentMethod: PaymentMethod): void {
  if (!scope.permissions.has(PERMISSION_OF_METHOD[paymentMethod])) throw new ApiError('permission-missing');
}

/** Refuses invalid form input, with the messages of the form. */
export function assertWellTyped(request: PaymentRequest, today: string): void {
  const { customerEmail, customerPhone, invoices } = request.metadata;
  const errors: Faults = {};
  const add = (field: string, fault: Fault) => {
    if (fault) errors[field] = [fault];
  };
  add('metadata.customerEmail', payerEmailFault(customerEmail));
  add('metadata.customerPhone', payerPhoneFault(customerPhone));
  if (request.paymentMethod !== 'Saved') Object.assign(errors, methodFaults(request, today));
  const isRepeated = new Set(invoices.map((invoice) => invoice.invoiceNumber)).size < invoices.length;
  add('metadata.invoices', isRepeated ? REFUSAL_MESSAGES.repeatedInvoice : undefined);
  if (Object.keys(errors).length > 0) throw new ApiError('validation-failed', { fieldErrors: errors, metadata: metadataOf(request) });
}

function methodFaults(method: TypedMethod, today: string): Faults {
  const faults = method.paymentMethod === 'CreditCard' ? cardFaults(method.paymentDetails, today) : checkFaults(method.paymentDetails);
  return Object.fromEntries(Object.entries(faults).map(([field, messages]) => [`paymentDetails.${field}`, messages]));
}

/** Refuses an invalid card or account, with the messages of the form. */
export function assertMethodWellTyped(method: TypedMethod, today: string): void {
  const fieldErrors = methodFaults(method, today);
  if (Object.keys(fieldErrors).length > 0) throw new ApiError('validation-failed', { fieldErrors });
}

/** Returns the card or bank account to charge or to save. */
export function meansOf(request: TypedMethod): PaymentMeans {
  if (request.paymentMethod === 'eCheck') return { kind: 'check', details: request.paymentDetails };
  return { kind: 'card', details: request.paymentDetails };
}

/** Returns the same hash for the same customer, invoices and amounts, in any order. */
export function contentHash(scope: Pick<Scope, 'customerId'>, invoices: readonly PaymentInvoice[]): string {
  const lines = invoices.map((invoice) => [invoice.invoiceNumber, centsOf(invoice.amountWithDiscount), centsOf(invoice.discountAmount)]);
  lines.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([scope.customerId, lines]))
    .digest('hex');
}

/** Returns the invoices whose amounts differ from what the payer saw. */
export function changedInvoices(request: PaymentRequest, locked: readonly LockedInvoice[]): LockedInvoice[] {
  const seen = new Map(request.metadata.invoices.map((invoice) => [invoice.invoiceNumber, invoice]));
  return locked.filter(({ documentNumber, openCents, discountCents }) => {
    const invoice = seen.get(documentNumber);
    return (
      !invoice ||
      !isSame(invoice.invoiceAmount, openCents) ||
      !isSame(invoice.discountAmount, discountCents) ||
      !isSame(invoice.amountWithDiscount, openCents - discountCents)
    );
  });
}

/** Returns whether the totals of the request match the invoices in the ledger. */
export function hasRightTotals(request: PaymentRequest, locked: readonly LockedInvoice[]): boolean {
  const open = locked.reduce((sum, invoice) => sum + invoice.openCents, 0);
  const discount = locked.reduce((sum, invoice) => sum + invoice.discountCents, 0);
  return (
    isSame(request.totalAmount, open) &&
    isSame(request.totalDiscountAmount, discount) &&
    isSame(request.totalAmountWithDiscount, open - discount)
  );
}

/** Equal to the cent; a fraction of a cent is a difference. */
function isSame(dollars: number, amountCents: number): boolean {
  return Math.abs(dollars * 100 - amountCents) < 0.001;
}
