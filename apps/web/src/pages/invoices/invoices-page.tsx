import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazy } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useTicketPage } from '#web/lib/navigation/use-ticket-page.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { InvoicesList } from './invoices-list.tsx';
import { useInvoicesSearch } from './use-invoices-search.ts';
import { usePay } from './use-pay.ts';

const InvoiceDrawer = lazy(() =>
  import('#web/features/invoices/components/invoice-drawer/invoice-drawer.tsx').then(({ InvoiceDrawer }) => ({ default: InvoiceDrawer })),
);
const InvoicePdfDialog = lazy(() =>
  import('#web/features/invoices/components/invoice-pdf-dialog.tsx').then(({ InvoicePdfDialog }) => ({ default: InvoicePdfDialog })),
);
const InvoiceHistoryDrawer = lazy(() =>
  import('#web/features/payments/components/invoice-history-drawer.tsx').then(({ InvoiceHistoryDrawer }) => ({
    default: InvoiceHistoryDrawer,
  })),
);

/** Invoices: the list, and the drawer or dialog that the URL says is open (INV-01, INV-08, INV-12, INV-13). */
export function InvoicesPage() {
  const state = useInvoicesSearch();
  const payment = usePay();
  const { globalCustomerNumber, datasourceId } = useCustomer();
  const canViewPdf = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  const canViewHistory = useHoldsAny([PERMISSIONS.INVOICES_VIEW_HISTORY]);
  const canViewTickets = useHoldsAny([PERMISSIONS.TICKETS_VIEW]);
  const ticketPage = useTicketPage();
  const { invoice, history, pdf, order } = state.search;
  return (
    <>
      {/* The key resets the list, including its selection, when the customer changes. */}
      <InvoicesList key={`${datasourceId} ${globalCustomerNumber}`} state={state} payment={payment} />
      <MountOnceNeeded isNeeded={invoice !== ''}>
        <InvoiceDrawer
          documentNumber={invoice}
          orderId={order}
          tickets={canViewTickets ? ticketPage : null}
          inCart={payment.inCart}
          // Close the drawer first, because it would cover the cart that opens in the header.
          onPay={(documentNumber) => {
            state.close({ invoice: '', order: undefined });
            payment.pay(documentNumber);
          }}
          onClose={() => state.close({ invoice: '', order: undefined })}
          onOpenPdf={({ documentNumber, orderId }) => state.open({ pdf: documentNumber, order: orderId ?? undefined })}
          onOpenHistory={() => state.open({ history: invoice })}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewHistory && history !== ''}>
        <InvoiceHistoryDrawer documentNumber={canViewHistory ? history : ''} onClose={() => state.close({ history: '' })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewPdf && pdf !== ''}>
        <InvoicePdfDialog recordId={pdf} origin={{ orderId: order }} onClose={() => state.close({ pdf: '', order: undefined })} />
      </MountOnceNeeded>
    </>
  );
}
