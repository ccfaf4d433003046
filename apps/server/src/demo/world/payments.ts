import { FAILED_CODES, PAID_CODE, PAYMENT_RESULTS, PENDING_CODE, STORED_STATUS } from '@yardage/domain/payment-status';
import type { paymentInvoices, payments } from '#server/database/tables/billing';
import { atLocalTime, type Day, localDay } from './calendar.ts';
import type { Clock } from './clock.ts';
import type { Customer } from './customers.ts';
import type { InvoiceRow } from './invoicing.ts';
import type { Numbers } from './numbers.ts';
import { type PaymentRun, paymentRuns, runsOfTheLastDays } from './payment-runs.ts';

/** Payments, their allocation to invoices, and the invoices left unpaid. */
export interface PaymentRows {
  payments: (typeof payments.$inferInsert)[];
  paymentInvoices: (typeof paymentInvoices.$inferInsert)[];
  /** Invoices without a paid or pending payment. */
  unpaid: InvoiceRow[];
}

/** The user who pays through the portal. */
interface Payer {
  userId: number | null;
  email: string | null;
  phone: string | null;
}

const RESULTS = {
  paid: { paymentResult: PAYMENT_RESULTS.paid, resultCode: PAID_CODE, statusMessage: STORED_STATUS.approved },
  pending: { paymentResult: PAYMENT_RESULTS.pending, resultCode: PENDING_CODE, statusMessage: STORED_STATUS.waitingForBank },
  failed: {
    paymentResult: PAYMENT_RESULTS.unpaid,
    resultCode: FAILED_CODES.insufficientFunds,
    statusMessage: STORED_STATUS.insufficientFunds,
  },
} as const;

/** Pays a customer's invoices up to now, by their habit. */
export function payInvoices(
  customer: Customer,
  invoices: readonly InvoiceRow[],
  payer: Payer,
  numbers: Numbers,
  clock: Clock,
): PaymentRows {
  const rows: PaymentRows = { payments: [], paymentInvoices: [], unpaid: [...invoices] };
  const add = (run: PaymentRun) => addPayment(rows, customer, run, payer, numbers, clock);
  paymentRuns(customer, invoices, localDay(clock.now, customer.source.timeZone)).forEach(add);
  runsOfTheLastDays(customer, rows.unpaid, clock).forEach(add);
  return rows;
}

function addPayment(rows: PaymentRows, customer: Customer, run: PaymentRun, payer: Payer, numbers: Numbers, clock: Clock): void {
  const startedAt = atLocalTime(run.day, run.minutes, customer.source.timeZone);
  if (startedAt > clock.now || run.invoices.length === 0) return;
  const id = numbers.next('payments');
  const isByPost = run.method === 'Check';
  const { paymentResult, resultCode, statusMessage } = RESULTS[run.result];
  const laid = run.invoices.map((invoice) => {
    const discountCents = discountTaken(invoice, run.day);
    const amounts = { amountCents: invoice.totalCents - discountCents, discountCents };
    const application = { id: numbers.next('payment_invoices'), paymentId: id, invoiceId: invoice.id, customerId: customer.id };
    return { ...application, ...amounts, paymentResult, appliedOn: run.day };
  });
  rows.paymentInvoices.push(...laid);
  rows.payments.push({
    id,
    customerId: customer.id,
    cartId: `${isByPost ? 'LBX' : 'CRT'}${String(id).padStart(8, '0')}`,
    processorPaymentId: run.result === 'failed' ? null : `${isByPost ? 'CK' : 'P'}${customer.random.fork(`payment ${id}`).digits(9)}`,
    method: run.method,
    sourceName: isByPost ? 'Lockbox' : 'Customer portal',
    paymentResult,
    resultCode,
    statusMessage,
    comments: run.comments,
    amountCents: laid.reduce((sum, { amountCents }) => sum + amountCents, 0),
    discountCents: laid.reduce((sum, { discountCents }) => sum + discountCents, 0),
    payerEmail: isByPost ? null : payer.email,
    payerPhone: isByPost ? null : payer.phone,
    requestedBy: isByPost ? null : payer.userId,
    idempotencyKey: null,
    receivedOn: isByPost ? run.day : null,
    startedAt: new Date(startedAt),
    settledAt: run.result === 'pending' ? null : new Date(startedAt + 4_000),
  });
  if (run.result !== 'failed') rows.unpaid = rows.unpaid.filter((invoice) => !run.invoices.includes(invoice));
}

/** The discount is valid up to and including its last day. */
function discountTaken(invoice: InvoiceRow, day: Day): number {
  return invoice.discountExpiresOn && day <= invoice.discountExpiresOn ? invoice.discountCents : 0;
}
