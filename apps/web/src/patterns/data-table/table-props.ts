import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { IconName } from '../icon.tsx';
import type { TableColumn } from './table-column.ts';
import type { TableState } from './table-params.ts';

/** A page of rows, as every list endpoint returns it (TBL-14). */
export interface Paged<Row> {
  items: Row[];
  pageIndex: number;
  pageSize: number;
  totalCount: number;
  /** False if the server stopped counting at `totalCount`; there are more rows. */
  isTotalExact: boolean;
  totalPages: number;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

/** The parts of a query result that a table uses. */
export interface TableQuery<Row> {
  data: Paged<Row> | undefined;
  isError: boolean;
  /** Whether the rows are those of the previous request, shown until the new ones arrive. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
  /** When the rows were loaded. */
  dataUpdatedAt?: number;
}

/** How a row is opened: by its URL, for another tab, and by its handler on a plain click. */
export interface RowOpener<Row> {
  href: (row: Row) => string;
  open: (row: Row) => void;
}

/** How rows are grouped under headings. */
export interface RowGroups<Row> {
  /** The column that the headings replace. */
  columnId: string;
  /** Rows with the same key are one group. */
  key: (row: Row) => string;
  /** Returns the headings by key, for all rows of the page. */
  titles: (rows: readonly Row[]) => ReadonlyMap<string, string>;
}

/** An action on a row that does not open it. The first one is also on a phone's card. */
export interface RowAction<Row> {
  id: string;
  icon: IconName;
  label: (row: Row) => string;
  run: (row: Row) => void;
  /** Whether it does nothing without a connection. */
  needsConnection?: boolean;
  /** Whether a row offers the action. Without it, all rows do. */
  isOffered?: (row: Row) => boolean;
  /** Actions with the same place exclude each other: a row offers at most one of them. */
  place?: string;
}

/** Returns the greatest number of actions that one row can offer. */
export function mostActions<Row>(actions: readonly RowAction<Row>[]): number {
  return new Set(actions.map(({ id, place = id }) => place)).size;
}

/** Returns the actions that a row offers. */
export function offeredActions<Row>(actions: readonly RowAction<Row>[], row: Row): readonly RowAction<Row>[] {
  return actions.filter(({ isOffered }) => isOffered?.(row) ?? true);
}

/** Ids of the rows selected on this and other pages. */
export interface RowSelection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** Whether the rows cannot be selected now. The table sets it while it shows rows of the previous request. */
  isPaused?: boolean;
}

/** File name and row source of an export of the current filter. */
export interface TableExport<Row> {
  fileName: string;
  fetchPage: (pageIndex: number, pageSize: number) => Promise<Paged<Row>>;
}

export interface DataTableProps<Row extends RowData> {
  /** Key under which column widths and shown columns are stored. */
  id: string;
  /** What the rows are, for screen readers. */
  label: string;
  /** Must be the same array on every render. The first column opens the record. */
  columns: readonly TableColumn<Row>[];
  query: TableQuery<Row>;
  state: TableState;
  onStateChange: (change: Partial<TableState>, isReplace?: boolean) => void;
  rowId: (row: Row) => string;
  /** What users call a row, such as '101474'. */
  rowName: (row: Row) => string;
  /** Must be the same object on every render while the URLs do not change. */
  opener: RowOpener<Row>;
  /** The row whose record is open beside the table. */
  openRowId?: string | undefined;
  /** Must be the same array on every render. */
  actions?: readonly RowAction<Row>[];
  /** Must be the same object on every render. */
  groupBy?: RowGroups<Row> | undefined;
  selection?: RowSelection;
  csv?: TableExport<Row>;
  /** Returns text such as '15 orders'. Also used for the row count of a group. */
  countText: (count: number) => string;
  /** Shown beside the count, for example that the list refreshes itself. */
  status?: ReactNode;
  /** Shown on a line of its own below the count, for example the sums of the list. */
  summary?: ReactNode;
  hasFilters: boolean;
  onClearFilters: () => void;
  /** Shown when there are no rows even without filters. The default is 'No Data Available' (TBL-03). */
  emptyText?: string;
  /** Shown when the list could not be loaded. */
  failureText: string;
}
