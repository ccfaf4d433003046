import { useQueryClient } from '@tanstack/react-query';
import { refetchChanged, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';
import { DESK_DISPUTE_READS } from '../desk-disputes.api.ts';

/** Fetches the list and the open dispute again when a dispute changed. Shows nothing itself, and is loaded after the page. */
export function LiveDisputes() {
  const queryClient = useQueryClient();
  useHubConnection();
  useHubEvent('DeskChanged', ({ area }) => {
    if (area !== 'disputes') return;
    for (const id of DESK_DISPUTE_READS) refetchChanged(queryClient, { queryKey: [id] });
  });
  return null;
}
