import { PERMISSIONS } from '@yardage/contract/permissions';
import { useWhileOpen } from '#web/lib/overlays/use-overlay.ts';
import { RecordDialog, type RecordDialogProps } from '#web/patterns/pdf-viewer/record-dialog.tsx';
import { type InvoiceOrigin, invoicePdfQuery, mailInvoice } from '../invoices.api.ts';
import { INVOICES_MESSAGES as MESSAGES } from '../invoices.messages.ts';

const documents = () => ({
  title: MESSAGES.titleLoading,
  permission: PERMISSIONS.INVOICES_VIEW_PDF,
  mailFailed: MESSAGES.mailFailed,
});

/** The invoice PDF with Send Mail, for users with invoices.view-pdf (TKT-08, INV-13). */
export function InvoicePdfDialog({ origin = {}, ...dialog }: RecordDialogProps<string> & { origin?: InvoiceOrigin }) {
  const shown = useWhileOpen(Boolean(dialog.recordId), origin);
  return (
    <RecordDialog
      documents={{
        ...documents(),
        load: (customer, documentNumber: string) => invoicePdfQuery(customer, documentNumber, shown),
        send: (customer, documentNumber, body, attempt) => mailInvoice(customer, documentNumber, body, shown, attempt),
      }}
      {...dialog}
    />
  );
}
