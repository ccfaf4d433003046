import { isFoundIn, type SearchedRow, searchWords } from '@yardage/domain/search-words';
import type { TableColumn } from './table-column.ts';
import type { TableState } from './table-params.ts';
import type { Paged } from './table-props.ts';

/**
 * Returns a page of rows that are all on the client: searched by the columns' text as it is and as it is shown, sorted and paged as the
 * server would (TBL-01, TBL-06).
 */
export function pageOfRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  search: string,
  { page, size, sort, desc }: TableState,
): Paged<Row> {
  const words = searchWords(search);
  const found = words.length === 0 ? rows : rows.filter((row) => isFoundIn(searchedRow(columns, row), words));
  const column = columns.find(({ sortKey }) => sortKey === sort);
  const sorted = column ? found.toSorted((one, other) => compare(column.value(one), column.value(other)) * (desc ? -1 : 1)) : found;
  const totalPages = Math.ceil(sorted.length / size);
  return {
    items: sorted.slice((page - 1) * size, page * size),
    pageIndex: page,
    pageSize: size,
    totalCount: sorted.length,
    isTotalExact: true,
    totalPages,
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1 && sorted.length > 0,
  };
}

/** Returns what a row can be found by: an amount as '1250.5', '1250.50' and '$1,250.50'. */
function searchedRow<Row>(columns: readonly TableColumn<Row>[], row: Row): SearchedRow {
  const values = columns.map((column) => column.value(row));
  const shown = columns.map((column) => column.cell?.(row)).filter((cell) => typeof cell === 'string');
  return {
    texts: [...values.map((value) => String(value ?? '')), ...shown],
    amounts: values.filter((value) => typeof value === 'number'),
  };
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one ?? '').localeCompare(String(other ?? ''), 'en-US', { numeric: true });
}
