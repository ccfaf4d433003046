import { useEffect, useEffectEvent } from 'react';
import { useNamedRow } from '#web/lib/overlays/use-overlay.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';

interface ListedRows<Row> {
  data: { items: readonly Row[] } | undefined;
  isFetching: boolean;
  isPlaceholderData: boolean;
}

/** Returns the row of a list that the address names. If the loaded list has no such row, shows a toast and calls `onMissing`. */
export function useListedRow<Row extends { id: number }>(
  { data, isFetching, isPlaceholderData }: ListedRows<Row>,
  named: number | undefined,
  onMissing: () => void,
): Row | undefined {
  const row = useNamedRow(data?.items, named);
  const isMissing = named !== undefined && row === undefined && data !== undefined && !isFetching && !isPlaceholderData;
  const reportMissing = useEffectEvent(() => {
    toasts.show({ kind: 'info', title: DATA_TABLE_MESSAGES.notListed });
    onMissing();
  });
  // `onMissing` takes the row out of the address. Otherwise it would open by itself when a search or another page contains it.
  useEffect(() => {
    if (isMissing) reportMissing();
  }, [isMissing]);
  return row;
}
