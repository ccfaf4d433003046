import { useCallback, useState } from 'react';
import { local, readStored, writeStored } from '#web/lib/store.ts';
import { clampSize } from './fit-columns.ts';

/** A user's changes to a table: column widths, and columns shown or hidden. */
export interface TableLayout {
  sizes: Record<string, number>;
  shown: Record<string, boolean>;
}

const keyOf = (tableId: string): string => `yardage.table.${tableId}`;

/** Returns the valid parts of a stored layout. Browser storage may contain anything. */
export function readLayout(stored: unknown): TableLayout {
  const { sizes, shown } = typeof stored === 'object' && stored !== null ? (stored as Partial<Record<keyof TableLayout, unknown>>) : {};
  return {
    sizes: Object.fromEntries(entriesOf(sizes).flatMap(([id, size]) => (Number.isFinite(size) ? [[id, clampSize(Number(size))]] : []))),
    shown: Object.fromEntries(entriesOf(shown).flatMap(([id, isShown]) => (typeof isShown === 'boolean' ? [[id, isShown]] : []))),
  };
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** A table's layout, stored in this browser under the table's id. */
export function useStoredLayout(tableId: string): [TableLayout, (change: (layout: TableLayout) => TableLayout) => void] {
  const [layout, setLayout] = useState(() => readLayout(readStored(local, keyOf(tableId))));
  const update = useCallback(
    (change: (layout: TableLayout) => TableLayout) =>
      setLayout((before) => {
        const after = change(before);
        writeStored(local, keyOf(tableId), after);
        return after;
      }),
    [tableId],
  );
  return [layout, update];
}
