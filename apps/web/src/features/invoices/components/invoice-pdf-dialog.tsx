import { PERMISSIONS } from '@yardage/contract/permissions';
import { useLastOf } from '#web/lib/overlays/use-overlay.ts';
import { RecordPdfDialog, type RecordPdfDialogProps } from '#web/patterns/pdf-viewer/record-pdf-dialog.tsx';
import { type InvoiceOrigin, invoicePdfQuery, mailInvoice } from '../invoices.api.ts';
import { INVOICES_MESSAGES as MESSAGES } from '../invoices.messages.ts';

/** The dialog's title, the permission that an invoice's PDF needs, and the messages about its mail (INV-16). */
export const invoiceDocuments = () => ({
  title: MESSAGES.titleLoading,
  permission: PERMISSIONS.INVOICES_VIEW_PDF,
  mailFailed: MESSAGES.mailFailed,
});

/** The invoice PDF with Send Mail, for users with invoices.view-pdf (TKT-08, INV-13). */
export function InvoicePdfDialog({
  origin: { orderId, ticketId } = {},
  ...dialog
}: RecordPdfDialogProps<string> & { origin?: InvoiceOrigin }) {
  // The address loses the origin when the dialog closes; without this the document would be requested again.
  const origin = useLastOf(dialog.recordId ? { orderId, ticketId } : undefined) ?? {};
  return (
    <RecordPdfDialog
      documents={{
        ...invoiceDocuments(),
        load: (customer, documentNumber: string) => invoicePdfQuery(customer, documentNumber, origin),
        send: (customer, documentNumber, body, attempt) => mailInvoice(customer, documentNumber, body, origin, attempt),
      }}
      {...dialog}
    />
  );
}
