import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { packOptionsQuery, packsQuery } from '#web/features/close-out-packs/close-out-packs.api.ts';
import { PACKS_MESSAGES as MESSAGES } from '#web/features/close-out-packs/close-out-packs.messages.ts';
import { PackForm } from '#web/features/close-out-packs/components/pack-form.tsx';
import { PackList } from '#web/features/close-out-packs/components/pack-list.tsx';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import layout from '#web/patterns/layout.module.css';

/** Close-out packs: a form for a new one, and the user's own (APY-10). */
export function CloseOutPacksPage() {
  const suggested = useSearch({ from: '/shell/close-out-packs' });
  const customer = useCustomer();
  const hasInvoices = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  const options = useQuery(packOptionsQuery(customer));
  const packs = useQuery(packsQuery(customer));
  return (
    <div className={layout.page} key={customer.globalCustomerNumber}>
      <p className={layout.context}>{hasInvoices ? MESSAGES.context : MESSAGES.contextNoInvoices}</p>
      <DetailState query={options} skeletonLines={[2]}>
        {(data) => <PackForm key={Object.values(suggested).join(' ')} options={data} suggested={suggested} />}
      </DetailState>
      <DetailState query={packs} skeletonLines={[4]}>
        {(rows) => <PackList packs={rows} />}
      </DetailState>
    </div>
  );
}
