import { lazy } from 'react';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { Once } from '#web/patterns/once.tsx';

const LiveRecords = lazy(() => import('./live-records.tsx').then(({ LiveRecords }) => ({ default: LiveRecords })));

/** Keeps what the page shows up to date. Loaded once a customer is selected. */
export function LiveRecordsEntry() {
  const { selected } = useCustomers();
  return <Once isWanted={selected !== null}>{selected && <LiveRecords globalCustomerNumber={selected.globalCustomerNumber} />}</Once>;
}
