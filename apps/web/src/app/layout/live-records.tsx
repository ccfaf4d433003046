import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refetchChanged, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';
import { createRefresher, missedBefore, showsCustomer } from '#web/lib/query/live-records.ts';

/** Fetches what the page shows again when the supplier's systems changed it (FED-09). Shows nothing itself. */
export function LiveRecords({ globalCustomerNumber }: { globalCustomerNumber: string }) {
  const client = useQueryClient();
  const connection = useHubConnection();
  const wasConnected = useRef(false);
  const refresher = useRef<ReturnType<typeof createRefresher>>(undefined);

  useEffect(() => {
    const own = createRefresher((reads) => {
      const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => showsCustomer(queryKey, reads, globalCustomerNumber);
      refetchChanged(client, { predicate });
    });
    refresher.current = own;
    return () => own.stop();
  }, [client, globalCustomerNumber]);

  useEffect(() => {
    if (connection !== 'connected') return;
    refresher.current?.note(missedBefore(wasConnected.current));
    wasConnected.current = true;
  }, [connection]);

  useHubEvent('RecordsChanged', (change) => {
    refresher.current?.note(change.resource, change.globalCustomerNumber !== globalCustomerNumber);
  });
  return null;
}
