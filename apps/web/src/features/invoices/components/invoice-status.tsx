import type { InvoiceRow } from '@yardage/contract/invoices';
import { invoiceStatusLabel } from '@yardage/domain/payment-status';
import { PaymentStatus } from '#web/patterns/payment-status.tsx';
import { StatusMark } from '#web/patterns/status-mark.tsx';

/** The status of an invoice (INV-06), with Partly paid and Void. */
export function InvoiceStatus({ invoice }: { invoice: InvoiceRow }) {
  const { paymentResult, voidedDate } = invoice;
  if (voidedDate !== null) return <StatusMark kind="ended">{invoiceStatusLabel(invoice)}</StatusMark>;
  return paymentResult === null ? null : <PaymentStatus result={paymentResult} label={invoiceStatusLabel(invoice)} />;
}
