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
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = (row: Row): string =>
    columns
      .flatMap((column) => searchedTexts(column, row))
      .join(' ')
      .toLowerCase();
  const isFound = (text: string): boolean => words.every((word) => text.includes(word));
  const found = words.length === 0 ? rows : rows.filter((row) => isFound(textOf(row)));
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

/** Returns what a cell can be found by. An amount is found as '1250.5', '1250.50' and '$1,250.50'. */
function searchedTexts<Row>(column: TableColumn<Row>, row: Row): string[] {
  const value = column.value(row);
  const shown = column.cell?.(row);
  return [String(value ?? ''), ...(typeof value === 'number' ? [value.toFixed(2)] : []), ...(typeof shown === 'string' ? [shown] : [])];
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one ?? '').localeCompare(String(other ?? ''), 'en-US', { numeric: true });
}
