import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InvoiceDetail } from '@yardage/contract/invoices';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Can } from '#web/patterns/can.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { canBePaid } from '../../invoice-discount.ts';
import { invoiceQuery } from '../../invoices.api.ts';
import { INVOICES_MESSAGES as MESSAGES } from '../../invoices.messages.ts';
import { InvoiceStatus } from '../invoice-status.tsx';
import { InvoiceAmounts } from './invoice-amounts.tsx';
import { InvoiceApplications } from './invoice-applications.tsx';
import { InvoiceFacts } from './invoice-facts.tsx';
import { invoiceRows } from './invoice-information.ts';
import { InvoiceProducts, type TicketPage } from './invoice-products.tsx';

/** Skeleton lines of the four cards: recap, products, amounts, information. */
const SHAPE = [5, 3, 4, 4];

interface InvoiceDrawerProps {
  /** Empty while the drawer is closed. Keep the drawer mounted, so that it can animate out and restore the focus. */
  documentNumber: string;
  /** The invoice's order, if the URL contains it. */
  orderId: number | undefined;
  onClose: () => void;
  onOpenPdf: (invoice: InvoiceDetail) => void;
  onOpenHistory: () => void;
  /** Link to the tickets of the invoice; null for users who may not see tickets. */
  tickets: TicketPage | null;
  inCart: ReadonlySet<string>;
  onPay: (documentNumber: string) => void;
}

/** An invoice in a drawer: open amount, discount, products per ticket and totals (INV-08). */
export function InvoiceDrawer({ documentNumber, orderId, onClose, onOpenPdf, onOpenHistory, tickets, inCart, onPay }: InvoiceDrawerProps) {
  const shown = useLast(documentNumber || undefined) ?? '';
  const today = useFormats().today();
  const hasStatus = useHoldsAny([PERMISSIONS.INVOICES_VIEW_STATUS]);
  const query = useQuery({ ...invoiceQuery(useCustomer(), shown, { orderId: useLast(orderId) }), enabled: documentNumber !== '' });
  const invoice = query.data;
  const canPay = invoice !== undefined && canBePaid(invoice, inCart);
  return (
    <SideDrawer
      isOpen={documentNumber !== ''}
      onClose={onClose}
      title={MESSAGES.title(shown)}
      status={invoice && hasStatus ? <InvoiceStatus invoice={invoice} /> : null}
      context={
        invoice ? [invoice.job, invoice.jobAddress1].filter(Boolean).join(' · ') : query.isFetching ? <Skeleton width={220} /> : null
      }
      facts={invoice ? <InvoiceFacts invoice={invoice} today={today} /> : query.isFetching ? <Skeleton width={420} height={40} /> : null}
      footer={
        invoice || !query.isError ? (
          <>
            <Can anyOf={[PERMISSIONS.INVOICES_VIEW_HISTORY]}>
              <Button variant="default" leftSection={<Icon name="clock" />} onClick={onOpenHistory}>
                {MESSAGES.history}
              </Button>
            </Can>
            <Can anyOf={[PERMISSIONS.INVOICES_VIEW_PDF]}>
              <Button
                variant="default"
                leftSection={<Icon name="document" />}
                disabled={!invoice}
                onClick={() => invoice && onOpenPdf(invoice)}
              >
                {MESSAGES.openPdf}
              </Button>
            </Can>
            <Can anyOf={[PERMISSIONS.INVOICES_PAY_INVOICES]}>
              <Button disabled={!canPay} onClick={() => onPay(shown)}>
                {invoice && !canPay ? MESSAGES.inCart : MESSAGES.pay}
              </Button>
            </Can>
          </>
        ) : null
      }
    >
      <DetailState query={query} shape={SHAPE}>
        {(loaded) => (
          <>
            <InvoiceProducts invoice={loaded} tickets={tickets} />
            <InvoiceAmounts invoice={loaded} />
            <InvoiceApplications applications={loaded.applications} />
            <InfoCard title={MESSAGES.information} rows={invoiceRows(loaded)} />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}
