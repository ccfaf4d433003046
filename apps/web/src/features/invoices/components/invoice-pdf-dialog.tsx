import { PERMISSIONS } from '@yardage/contract/permissions';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { DocumentDialog } from '#web/patterns/pdf-viewer/document-dialog.tsx';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import { invoicePdfQuery } from '../api/get-invoice-pdf.ts';
import { INVOICE_DETAIL_MESSAGES as WORDS } from '../invoice-detail.messages.ts';

interface InvoicePdfDialogProps {
  /** None while the dialog is closed; leave it mounted, so that it can give the focus back. */
  documentNumber: string | undefined;
  onClose: () => void;
}

/** The invoice's document, for those with invoices.view-pdf (TKT-08, INV-13). */
export function InvoicePdfDialog({ documentNumber, onClose }: InvoicePdfDialogProps) {
  const customer = useCustomer();
  const canView = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  const shown = useLast(documentNumber || undefined);
  if (shown === undefined) return null;
  return (
    <DocumentDialog
      isOpen={Boolean(documentNumber) && canView}
      onClose={onClose}
      title={WORDS.pdfTitle(shown)}
      load={invoicePdfQuery(customer, shown)}
    />
  );
}
