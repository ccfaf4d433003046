import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { IconName } from '../icon.tsx';
import type { TableColumn } from './table-column.ts';
import type { TableState } from './table-params.ts';

/** A page of rows as every list answers it (TBL-14). */
export interface Paged<Row> {
  items: Row[];
  pageIndex: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

/** The parts of a query result a table looks at. */
export interface TableQuery<Row> {
  data: Paged<Row> | undefined;
  isError: boolean;
  /** The rows shown are those of the page before, until the new ones come. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** How a row is opened: by its address, so that it can be opened in another tab, and by its handler on a plain click. */
export interface RowOpener<Row> {
  href: (row: Row) => string;
  open: (row: Row) => void;
}

/** Something to do with a row without opening it; the first also stands on a phone's card. */
export interface RowAction<Row> {
  id: string;
  icon: IconName;
  label: (row: Row) => string;
  run: (row: Row) => void;
  /** Rows it is offered for; all of them without it. */
  isOffered?: (row: Row) => boolean;
}

/** The actions that a row offers. */
export function offeredActions<Row>(actions: readonly RowAction<Row>[], row: Row): readonly RowAction<Row>[] {
  return actions.filter(({ isOffered }) => isOffered?.(row) ?? true);
}

/** Rows chosen on this and other pages, by row id. */
export interface RowSelection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

/** Where an export of the current filter gets its rows. */
export interface TableExport<Row> {
  fileName: string;
  fetchPage: (pageIndex: number, pageSize: number) => Promise<Paged<Row>>;
}

export interface DataTableProps<Row extends RowData> {
  /** Under this name widths and shown columns are remembered. */
  id: string;
  /** What the rows are, for those who do not see the table. */
  label: string;
  /** The same array from render to render; the first opens the record. */
  columns: readonly TableColumn<Row>[];
  query: TableQuery<Row>;
  state: TableState;
  onStateChange: (change: Partial<TableState>, isReplace?: boolean) => void;
  rowId: (row: Row) => string;
  /** What people call a row, '101474'. */
  rowName: (row: Row) => string;
  /** The same object from render to render, as long as the addresses stay. */
  opener: RowOpener<Row>;
  /** The row that stands open beside the table. */
  openRowId?: string | undefined;
  /** The same array from render to render. */
  actions?: readonly RowAction<Row>[];
  /** The column whose values become headings over their rows. */
  groupBy?: string | undefined;
  selection?: RowSelection;
  csv?: TableExport<Row>;
  /** '15 orders'; also counts the rows under a heading. */
  countText: (count: number) => string;
  /** Beside the count, such as that the list refreshes itself. */
  status?: ReactNode;
  hasFilters: boolean;
  onClearFilters: () => void;
  /** Said where there is nothing to list even without filters; 'No Data Available' unless a page knows better (TBL-03). */
  emptyText?: string;
  /** Said in place of a list that could not be loaded. */
  failureText: string;
}
