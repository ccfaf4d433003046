import type { InvoiceRow } from '@yardage/contract/invoices';
import { useCallback, useMemo } from 'react';
import type { RowSelection } from '#web/patterns/data-table/table-props.ts';
import { useFilteredState } from '#web/patterns/data-table/use-filtered-state.ts';

const NONE: ReadonlyMap<string, InvoiceRow> = new Map();

/** The invoices chosen on this page and others; what is known of each stays when its page is left, and goes with the filter (INV-09). */
export function useInvoiceSelection(rows: readonly InvoiceRow[], filterKey: string) {
  const [chosen, setChosen] = useFilteredState<ReadonlyMap<string, InvoiceRow>>(filterKey, NONE);
  const onPage = useMemo(() => new Map(rows.map((row) => [row.documentNumber, row])), [rows]);
  const onChange = useCallback(
    (ids: ReadonlySet<string>) =>
      setChosen(
        (before) =>
          new Map(
            [...ids].flatMap((id) => {
              const row = onPage.get(id) ?? before.get(id);
              return row ? [[id, row] as const] : [];
            }),
          ),
      ),
    [onPage, setChosen],
  );
  return {
    selection: useMemo<RowSelection>(() => ({ ids: new Set(chosen.keys()), onChange }), [chosen, onChange]),
    /** As fresh as the list: one may have been paid since. */
    invoices: useMemo(() => [...chosen.values()].map((row) => onPage.get(row.documentNumber) ?? row), [chosen, onPage]),
    clear: useCallback(() => setChosen(NONE), [setChosen]),
  };
}
