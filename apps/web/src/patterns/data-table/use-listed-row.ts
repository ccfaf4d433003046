import { useEffect, useEffectEvent } from 'react';
import { useNamedRow } from '#web/lib/overlays/use-overlay.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';

interface ListedRows<Row> {
  data: { items: readonly Row[] } | undefined;
  isFetching: boolean;
  isPlaceholderData: boolean;
}

/** Returns the row of a list that the address names. If the loaded list has no such row, it says so and calls `onMissing`. */
export function useListedRow<Row extends { id: number }>(
  { data, isFetching, isPlaceholderData }: ListedRows<Row>,
  named: number | undefined,
  onMissing: () => void,
): Row | undefined {
  const row = useNamedRow(data?.items, named);
  const isMissing = named !== undefined && row === undefined && data !== undefined && !isFetching && !isPlaceholderData;
  const tell = useEffectEvent(() => {
    toasts.show({ kind: 'info', title: DATA_TABLE_MESSAGES.notListed });
    onMissing();
  });
  // Otherwise the row would open by itself as soon as a search or another page brings it.
  useEffect(() => {
    if (isMissing) tell();
  }, [isMissing]);
  return row;
}
