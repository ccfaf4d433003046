import type { TableColumn } from './table-column.ts';
import type { TableState } from './table-params.ts';

type Sortable = Pick<TableColumn<never>, 'sortKey' | 'isDescFirst'>;

/** Whether the table is sorted by the column. */
export function isSortedBy({ sortKey }: Sortable, { sort }: TableState): boolean {
  return sortKey !== undefined && sortKey === sort;
}

/** What a click on a column's heading changes: first its own direction, then the other; the first page comes again (TBL-07, TBL-15). */
export function sortChange({ sortKey, isDescFirst = false }: Sortable, state: TableState): Partial<TableState> {
  if (!sortKey) return {};
  return { sort: sortKey, desc: sortKey === state.sort ? !state.desc : isDescFirst, page: 1 };
}
