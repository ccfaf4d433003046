import { useSearch } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazy } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { thisYear } from '#web/patterns/date-range/days.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { PaymentHistoryList } from './payment-history-list.tsx';

const PaymentDrawer = lazy(() =>
  import('#web/features/payments/components/payment-drawer/payment-drawer.tsx').then(({ PaymentDrawer }) => ({ default: PaymentDrawer })),
);
const ReceiptDialog = lazy(() =>
  import('#web/features/payments/components/receipt-dialog.tsx').then(({ ReceiptDialog }) => ({ default: ReceiptDialog })),
);

/** Payment History: the list, and the drawer or dialog that the URL says is open (HIS-01, HIS-04). */
export function PaymentHistoryPage() {
  const list = useListSearch(useSearch({ from: '/shell/paymentHistory' }), thisYear);
  const canViewPdf = useHoldsAny([PERMISSIONS.PAYMENT_HISTORY_VIEW_PDF]);
  const { payment, pdf } = list.search;
  return (
    <>
      <PaymentHistoryList list={list} />
      <MountOnceNeeded isNeeded={payment !== ''}>
        <PaymentDrawer cartId={payment} onClose={() => list.close({ payment: '' })} onOpenReceipt={() => list.open({ pdf: payment })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewPdf && pdf !== ''}>
        <ReceiptDialog recordId={pdf} onClose={() => list.close({ pdf: '' })} />
      </MountOnceNeeded>
    </>
  );
}
