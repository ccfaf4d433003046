import {
  type ColumnDef,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import { useLanguage } from '#web/lib/language/language.ts';
import { clampSize, columnsToHide, fitColumns, useStoredLayout, withHeadingRoom } from './column-layout.ts';
import { MAX_COLUMN_SIZE, MIN_COLUMN_SIZE, type TableColumn } from './table-column.ts';
import type { DataTableProps, RowGroups } from './table-props.ts';

/** The server searches, sorts and pages. The table itself only resizes and hides. */
const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
});

/** A line of the table: a record or a group heading. */
export type TableItem<Row> =
  | { kind: 'row'; key: string; row: Row }
  | { kind: 'group'; key: string; title: string; count: number; isOpen: boolean };

/** The table's columns and lines, based on TanStack Table. Column widths and visibility are stored. */
export function useTableModel<Row extends RowData>(props: DataTableProps<Row>, availablePx: number) {
  const { id, query, rowId, groupBy } = props;
  const groupedColumnId = groupBy?.columnId;
  const isEnglish = useLanguage() === 'en';
  const columns = useMemo(() => (isEnglish ? props.columns : withHeadingRoom(props.columns)), [props.columns, isEnglish]);
  const [layout, updateLayout] = useStoredLayout(id);
  const [closedGroups, setClosedGroups] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => query.data?.items ?? [], [query.data]);

  const definitions = useMemo(() => columns.map((column, index) => definitionOf<Row>(column, index === 0)), [columns]);
  /** The columns that the user wants to see, before some are hidden for lack of room. */
  const wantedColumns = useMemo(
    () =>
      columns.filter(
        // The group heading already shows this column's value.
        ({ id, isHiddenAtFirst }, index) => index === 0 || (id !== groupedColumnId && (layout.shown[id] ?? !isHiddenAtFirst)),
      ),
    [columns, layout.shown, groupedColumnId],
  );
  const visibleColumns = useMemo(() => {
    // Columns that the user chose to show are never hidden; the table scrolls horizontally if needed.
    const gone = columnsToHide(
      wantedColumns.filter(({ id }) => !layout.shown[id]),
      availablePx,
    );
    return wantedColumns.filter(({ id }) => !gone.has(id));
  }, [wantedColumns, layout.shown, availablePx]);
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map((column) => [column.id, visibleColumns.includes(column)])),
    [columns, visibleColumns],
  );
  const columnSizing = useMemo(() => fitColumns(visibleColumns, layout.sizes, availablePx), [visibleColumns, layout.sizes, availablePx]);

  const setSize = useCallback(
    (columnId: string, size: number | undefined) =>
      updateLayout(({ sizes: { [columnId]: _before, ...sizes }, shown }) => ({
        shown,
        sizes: size === undefined ? sizes : { ...sizes, [columnId]: clampSize(size) },
      })),
    [updateLayout],
  );

  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => rowId(row),
    state: { columnVisibility, columnSizing },
    columnResizeMode: 'onChange',
    onColumnSizingChange: (updater) => {
      const after = typeof updater === 'function' ? updater(columnSizing) : updater;
      for (const [columnId, size] of Object.entries(after)) {
        if (size !== columnSizing[columnId]) setSize(columnId, size);
      }
    },
    onColumnVisibilityChange: (updater) => {
      const after = typeof updater === 'function' ? updater(columnVisibility) : updater;
      updateLayout(({ sizes, shown }) => ({ sizes, shown: { ...shown, ...changesOf(columnVisibility, after) } }));
    },
  });

  const items = useMemo(() => itemsOf(rows, rowId, groupBy, closedGroups), [rows, rowId, groupBy, closedGroups]);

  return {
    table,
    rows,
    items,
    groupedColumnId,
    wantedColumns,
    visibleColumns,
    sizes: columnSizing,
    setSize,
    isLayoutChanged: Object.keys(layout.sizes).length > 0 || Object.keys(layout.shown).length > 0,
    resetLayout: () => updateLayout(() => ({ sizes: {}, shown: {} })),
    toggleGroup: useCallback((key: string) => setClosedGroups((closed) => toggled(closed, key)), []),
  };
}

export type TableModel<Row extends RowData> = ReturnType<typeof useTableModel<Row>>;

/** Returns the lines of the table: all rows, or the groups in order of their first rows. */
export function itemsOf<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  groupBy: RowGroups<Row> | undefined,
  closedGroups: ReadonlySet<string>,
): TableItem<Row>[] {
  const linesOf = (members: readonly Row[]) => members.map((row): TableItem<Row> => ({ kind: 'row', key: rowId(row), row }));
  if (!groupBy) return linesOf(rows);
  const titles = groupBy.titles(rows);
  return [...Map.groupBy(rows, groupBy.key)].flatMap(([group, members]): TableItem<Row>[] => {
    // With a prefix, so that it never equals the key of a row.
    const key = `group ${group}`;
    const isOpen = !closedGroups.has(key);
    const heading: TableItem<Row> = { kind: 'group', key, title: titles.get(group) ?? '', count: members.length, isOpen };
    return isOpen ? [heading, ...linesOf(members)] : [heading];
  });
}

function definitionOf<Row extends RowData>(column: TableColumn<Row>, isFirst: boolean): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    header: column.header,
    accessorFn: (row) => column.value(row),
    minSize: MIN_COLUMN_SIZE,
    maxSize: MAX_COLUMN_SIZE,
    enableHiding: !isFirst,
  };
}

function changesOf(before: Record<string, boolean>, after: Record<string, boolean>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(after).filter(([id, isShown]) => before[id] !== isShown));
}

/** Returns a copy of the set with the entry added, or removed if it was there. */
export function toggled(set: ReadonlySet<string>, entry: string): ReadonlySet<string> {
  const after = new Set(set);
  if (!after.delete(entry)) after.add(entry);
  return after;
}

/** Returns `aria-colindex` of the visible columns: their places among all columns, which leaves gaps for those that do not fit. */
export function columnNumbers(visible: readonly { id: string }[], wanted: readonly { id: string }[], hasCheck: boolean): number[] {
  return visible.map(({ id }) => wanted.findIndex((column) => column.id === id) + (hasCheck ? 2 : 1));
}

/** Returns `aria-colindex` of the actions, which come last. */
export function actionsNumber(wanted: readonly unknown[], hasCheck: boolean): number {
  return wanted.length + (hasCheck ? 2 : 1);
}
