import { useQueryClient } from '@tanstack/react-query';
import type { LiveDeskArea } from '@yardage/contract/hub';
import { refetchChanged, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';

interface LiveDeskProps {
  area: LiveDeskArea;
  /** The endpoints whose answers are fetched again. */
  reads: readonly string[];
}

/** Fetches the list and the open record of a desk page again when one changed. Shows nothing itself, and is loaded after the page. */
export function LiveDesk({ area, reads }: LiveDeskProps) {
  const queryClient = useQueryClient();
  useHubConnection();
  useHubEvent('DeskChanged', (change) => {
    if (change.area !== area) return;
    for (const id of reads) refetchChanged(queryClient, { queryKey: [id] });
  });
  return null;
}
