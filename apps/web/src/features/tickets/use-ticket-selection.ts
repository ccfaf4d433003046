import type { TicketRow } from '@yardage/contract/tickets';
import { useCallback, useMemo } from 'react';
import type { RowSelection } from '#web/patterns/data-table/table-props.ts';
import { useFilteredState } from '#web/patterns/data-table/use-list-search.ts';

const NONE: ReadonlyMap<string, TicketRow> = new Map();

/** The selected tickets across pages. Rows of other pages are kept; a changed filter clears the selection (TKT-01). */
export function useTicketSelection(rows: readonly TicketRow[], filterKey: string) {
  const [chosen, setChosen] = useFilteredState<ReadonlyMap<string, TicketRow>>(filterKey, NONE);
  const onPage = useMemo(() => new Map(rows.map((row) => [String(row.id), row])), [rows]);
  const onChange = useCallback(
    (ids: ReadonlySet<string>) =>
      setChosen((before) => new Map([...ids].flatMap((id) => rowOf(id, onPage, before).map((row) => [id, row] as const)))),
    [onPage, setChosen],
  );
  return {
    selection: useMemo<RowSelection>(() => ({ ids: new Set(chosen.keys()), onChange }), [chosen, onChange]),
    /** In the order of selection. Uses the current page's rows if possible: a ticket may have been invoiced since. */
    tickets: useMemo(() => [...chosen.keys()].flatMap((id) => rowOf(id, onPage, chosen)), [chosen, onPage]),
  };
}

function rowOf(id: string, ...known: readonly ReadonlyMap<string, TicketRow>[]): TicketRow[] {
  const row = known.map((rows) => rows.get(id)).find((found) => found !== undefined);
  return row ? [row] : [];
}
