import { useQuery } from '@tanstack/react-query';
import type { InvoiceHistoryRow, InvoiceHistorySums } from '@yardage/contract/payments';
import { paymentStatusText } from '@yardage/domain/payment-status';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { FactStrip } from '#web/patterns/info-card.tsx';
import { CutNote } from '#web/patterns/line-table/cut-note.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { PaymentStatus } from '#web/patterns/payment-status.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { methodName, statusFact } from '../payment-facts.ts';
import { invoiceHistoryQuery } from '../payments.api.ts';
import { PAYMENT_FIELDS as FIELDS, PAYMENTS_MESSAGES as MESSAGES } from '../payments.messages.ts';

interface InvoiceHistoryDrawerProps {
  /** Empty while the drawer is closed. Keep the drawer mounted so that it can animate closing and restore the focus. */
  documentNumber: string;
  onClose: () => void;
}

/** Every payment made or attempted on an invoice. Requires invoices.view-history (INV-12). */
export function InvoiceHistoryDrawer({ documentNumber, onClose }: InvoiceHistoryDrawerProps) {
  const shown = useLast(documentNumber || undefined) ?? '';
  const { dateTime } = useFormats();
  const query = useQuery({ ...invoiceHistoryQuery(useCustomer(), shown), enabled: documentNumber !== '' });
  const sums = query.data?.sums;
  const columns = [
    { header: FIELDS.cartId, value: ({ cartId }: InvoiceHistoryRow) => cartId },
    { header: FIELDS.paymentDateTime, isWhole: true, value: (row: InvoiceHistoryRow) => dateTime(row.paymentDateTime) },
    { header: FIELDS.status, value: ({ paymentResult }: InvoiceHistoryRow) => <PaymentStatus result={paymentResult} isAttempt /> },
    { header: FIELDS.statusMessage, value: ({ statusMessage }: InvoiceHistoryRow) => paymentStatusText(statusMessage) },
    { header: FIELDS.paymentMethod, value: ({ paymentMethod }: InvoiceHistoryRow) => methodName(paymentMethod) },
    { header: FIELDS.discountAmount, isNumber: true, value: (row: InvoiceHistoryRow) => formatCurrency(-row.discountAmount) },
    { header: FIELDS.amountWithDiscount, isNumber: true, value: (row: InvoiceHistoryRow) => formatCurrency(row.amountWithDiscount) },
  ];
  return (
    <SideDrawer
      isInUrl
      isOpen={documentNumber !== ''}
      onClose={onClose}
      title={MESSAGES.historyTitle(shown)}
      context={MESSAGES.historyContext}
      facts={sums ? <FactStrip facts={factsOf(sums)} /> : null}
    >
      <DetailState query={query} skeletonLines={[3]}>
        {({ items, totalCount }) => (
          <Card title={MESSAGES.history}>
            <LineTable
              label={MESSAGES.history}
              columns={columns}
              lines={items}
              emptyText={MESSAGES.noHistory}
              card={(row) => ({
                title: dateTime(row.paymentDateTime),
                result: formatCurrency(row.amountWithDiscount),
                details: [
                  `${methodName(row.paymentMethod)} · ${statusFact(row.paymentResult, row.statusMessage)}`,
                  ...(row.discountAmount > 0 ? [MESSAGES.less(formatCurrency(row.invoiceAmount), formatCurrency(row.discountAmount))] : []),
                  row.cartId,
                ],
              })}
            />
            <CutNote shown={items.length} count={totalCount} />
          </Card>
        )}
      </DetailState>
    </SideDrawer>
  );
}

/** Returns the paid amount, the discount taken and, if there are any, the credited and pending amounts. */
function factsOf({ paidAmount, creditedAmount, discountTakenAmount, pendingAmount }: InvoiceHistorySums) {
  return [
    { label: MESSAGES.paid, value: formatCurrency(paidAmount) },
    { label: MESSAGES.discountTaken, value: formatCurrency(discountTakenAmount) },
    ...(creditedAmount > 0 ? [{ label: MESSAGES.credited, value: formatCurrency(creditedAmount) }] : []),
    ...(pendingAmount > 0 ? [{ label: MESSAGES.pending, value: formatCurrency(pendingAmount) }] : []),
  ];
}
