import { lazy } from 'react';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';

const LiveRecords = lazy(() => import('./live-records.tsx').then(({ LiveRecords }) => ({ default: LiveRecords })));

/** Keeps what the page shows up to date. Loaded once a customer is selected. */
export function LiveRecordsEntry() {
  const { selected } = useCustomers();
  return (
    <MountOnceNeeded isNeeded={selected !== null}>
      {selected && <LiveRecords globalCustomerNumber={selected.globalCustomerNumber} />}
    </MountOnceNeeded>
  );
}
