import type { InvoiceDetail } from '@yardage/contract/invoices';
import { formatDay } from '#web/lib/formats/date-format.ts';
import type { InfoRow } from '#web/patterns/info-card.tsx';
import { INVOICE_FIELDS as FIELDS, INVOICES_MESSAGES as MESSAGES } from '../../invoices.messages.ts';

/** Returns the rows of the invoice's information card (INV-07). */
export function invoiceRows(invoice: InvoiceDetail): InfoRow[] {
  return [
    { label: FIELDS.documentDate, value: formatDay(invoice.documentDate) },
    ...(invoice.voidedDate
      ? [{ label: MESSAGES.voided, value: [formatDay(invoice.voidedDate), invoice.voidReason].filter(Boolean).join(' · ') }]
      : []),
    ...(invoice.revisedAt ? [{ label: MESSAGES.revised, value: formatDay(invoice.revisedAt.slice(0, 10)) }] : []),
    { label: MESSAGES.order, value: invoice.orderNumber },
    { label: MESSAGES.poNumber, value: invoice.poNumber },
    { label: FIELDS.batchNumber, value: invoice.batchNumber },
    { label: MESSAGES.job, value: invoice.job },
    { label: FIELDS.jobAddress1, value: [invoice.jobAddress1, invoice.jobAddress2].filter(Boolean).join(', ') },
    { label: FIELDS.customerNumber, value: invoice.customerNumber },
    { label: FIELDS.discountExpiryDate, value: formatDay(invoice.discountExpiryDate) },
  ];
}
