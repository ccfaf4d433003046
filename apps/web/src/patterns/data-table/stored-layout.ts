import { useCallback, useState } from 'react';
import { local, readStored, writeStored } from '#web/lib/storage.ts';
import { clampSize } from './fit-columns.ts';

/** What a user made of a table: widths he set, columns he showed or hid. */
export interface TableLayout {
  sizes: Record<string, number>;
  shown: Record<string, boolean>;
}

const keyOf = (tableId: string): string => `yardage.table.${tableId}`;

/** What of a stored layout can be used; anything may stand in a browser's storage. */
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

/** A table's layout, remembered in this browser under the table's name. */
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
