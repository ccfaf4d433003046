import { shareOf } from '@yardage/domain/money';
import { PAID_CODE, PAYMENT_RESULTS, STORED_STATUS } from '@yardage/domain/payment-status';
import type { creditLines, credits, invoices, paymentInvoices, payments } from '#server/database/tables/billing';
import { addDays, atLocalTime, localDay } from './calendar.ts';
import type { Clock } from './clock.ts';
import type { Customer } from './customers.ts';
import type { InvoiceRow } from './invoicing.ts';
import type { Numbers } from './numbers.ts';

/** Ledger entries other than invoices that are paid in full. */
export interface LedgerCases {
  voided: (typeof invoices.$inferInsert)[];
  payments: (typeof payments.$inferInsert)[];
  credits: (typeof credits.$inferInsert)[];
  creditLines: (typeof creditLines.$inferInsert)[];
  applications: (typeof paymentInvoices.$inferInsert)[];
}

const NOON = 12 * 60;
const ON_ACCOUNT_CENTS = 250_000;
const CREDIT_PPM = 50_000;
/** The credit that is still open: pallets at 15 dollars. */
const OPEN_CREDIT_PALLETS = 12;
const OPEN_CREDIT_CENTS = 18_000;

/**
 * Returns one of each for a customer: an invoice that a check pays in part, a credit applied to another invoice, one that is open, an invoice
 * that was billed twice and voided, and a payment on account. Only for the customer that shows them, and only if it has enough unpaid invoices.
 */
export function ledgerCases(customer: Customer, unpaid: readonly InvoiceRow[], numbers: Numbers, clock: Clock): LedgerCases {
  const none: LedgerCases = { voided: [], payments: [], credits: [], creditLines: [], applications: [] };
  const today = localDay(clock.now, customer.source.timeZone);
  const [day, dayAfter] = [addDays(today, -3), addDays(today, -2)];
  const [first, second, third] = unpaid.filter(({ documentDate }) => documentDate < day);
  if (!customer.plan.hasLedgerCases || !first || !second || !third) return none;

  const customerId = customer.id;
  const received = (
    method: string,
    number: string,
    receivedOn: string,
    amountCents: number,
  ): typeof payments.$inferInsert & { id: number } => {
    const id = numbers.next('payments');
    const at = new Date(atLocalTime(receivedOn, NOON, customer.source.timeZone));
    return {
      ...{ id, customerId, receivedOn, method, amountCents, startedAt: at, settledAt: at },
      ...{ cartId: `RCP${String(id).padStart(8, '0')}`, processorPaymentId: number, sourceName: 'Lockbox', discountCents: 0 },
      ...{ paymentResult: PAYMENT_RESULTS.paid, resultCode: PAID_CODE, statusMessage: STORED_STATUS.received },
    };
  };
  const check = received('Check', '20418', day, Math.floor(first.totalCents / 20_000) * 10_000);
  const onAccount = received('ACH', 'ACH774120', dayAfter, ON_ACCOUNT_CENTS);

  const salesCents = shareOf(second.salesCents, CREDIT_PPM);
  const taxCents = shareOf(second.taxCents, CREDIT_PPM);
  const credit = {
    ...{ id: numbers.next('credits'), customerId, documentNumber: `CM${second.documentNumber}`, documentDate: dayAfter },
    ...{ reason: 'Short load', orderId: second.orderId ?? null, invoiceId: second.id },
    ...{ salesCents, taxCents, totalCents: salesCents + taxCents },
  };
  // Nobody has used this one yet.
  const openCredit = {
    ...{ id: numbers.next('credits'), customerId, documentNumber: `CM${third.documentNumber}`, documentDate: dayAfter },
    ...{ reason: 'Returned pallets', orderId: third.orderId ?? null, invoiceId: null },
    ...{ salesCents: OPEN_CREDIT_CENTS, taxCents: 0, totalCents: OPEN_CREDIT_CENTS },
  };
  const { id: _, documentNumber, ...twin } = third;
  return {
    voided: [
      {
        ...twin,
        id: numbers.next('invoices'),
        documentNumber: String(numbers.next(`invoice ${customer.source.id}`)),
        voidedOn: addDays(third.documentDate, 1),
        voidReason: `Billed twice, see ${documentNumber}`,
      },
    ],
    payments: [check, onAccount],
    credits: [credit, openCredit],
    creditLines: [
      {
        ...{ customerId, creditId: credit.id, lineNumber: 1, description: 'Short load', quantity: 1 },
        ...{ unitPriceCents: salesCents, amountCents: salesCents },
      },
      {
        ...{ customerId, creditId: openCredit.id, lineNumber: 1, description: 'Pallets returned', quantity: OPEN_CREDIT_PALLETS },
        ...{ unitPriceCents: OPEN_CREDIT_CENTS / OPEN_CREDIT_PALLETS, amountCents: OPEN_CREDIT_CENTS },
      },
    ],
    applications: [
      applied(numbers, { paymentId: check.id, creditId: null }, first, check.amountCents, day),
      applied(numbers, { paymentId: null, creditId: credit.id }, second, credit.totalCents, dayAfter),
    ].filter(({ amountCents }) => amountCents > 0),
  };
}

function applied(
  numbers: Numbers,
  source: { paymentId: number | null; creditId: number | null },
  { id: invoiceId, customerId }: InvoiceRow,
  amountCents: number,
  appliedOn: string,
): typeof paymentInvoices.$inferInsert {
  return {
    id: numbers.next('payment_invoices'),
    ...source,
    invoiceId,
    customerId,
    amountCents,
    discountCents: 0,
    paymentResult: 1,
    appliedOn,
  };
}
