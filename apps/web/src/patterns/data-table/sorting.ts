import type { TableColumn } from './table-column.ts';
import type { TableState } from './table-params.ts';

type Sortable = Pick<TableColumn<never>, 'sortKey' | 'isDescFirst'>;

/** Returns whether the table is sorted by the column. */
export function isSortedBy({ sortKey }: Sortable, { sort }: TableState): boolean {
  return sortKey !== undefined && sortKey === sort;
}

/**
 * Returns the state change for a click on a heading: the column's default direction first, then the other, back on page 1 (TBL-07,
 * TBL-15).
 */
export function sortChange({ sortKey, isDescFirst = false }: Sortable, state: TableState): Partial<TableState> {
  if (!sortKey) return {};
  return { sort: sortKey, desc: sortKey === state.sort ? !state.desc : isDescFirst, page: 1 };
}
