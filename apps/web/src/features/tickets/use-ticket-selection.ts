import type { TicketRow } from '@yardage/contract/tickets';
import { useCallback, useMemo, useState } from 'react';
import type { RowSelection } from '#web/patterns/data-table/table-props.ts';

/** The tickets chosen on this page and others; what is known of each stays when its page is left (TKT-01). */
export function useTicketSelection(rows: readonly TicketRow[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, TicketRow>>(new Map());
  const onPage = useMemo(() => new Map(rows.map((row) => [String(row.id), row])), [rows]);
  const onChange = useCallback(
    (ids: ReadonlySet<string>) =>
      setChosen((before) => new Map([...ids].flatMap((id) => rowOf(id, onPage, before).map((row) => [id, row] as const)))),
    [onPage],
  );
  return {
    selection: useMemo<RowSelection>(() => ({ ids: new Set(chosen.keys()), onChange }), [chosen, onChange]),
    /** In the order they were chosen; as fresh as the list, an invoice may have come since. */
    tickets: useMemo(() => [...chosen.keys()].flatMap((id) => rowOf(id, onPage, chosen)), [chosen, onPage]),
  };
}

function rowOf(id: string, ...known: readonly ReadonlyMap<string, TicketRow>[]): TicketRow[] {
  const row = known.map((rows) => rows.get(id)).find((found) => found !== undefined);
  return row ? [row] : [];
}
