import type { InvoiceRow } from '@yardage/contract/invoices';
import { useCallback, useMemo } from 'react';
import type { RowSelection } from '#web/patterns/data-table/table-props.ts';
import { useFilteredState } from '#web/patterns/data-table/use-list-search.ts';

const NONE: ReadonlyMap<string, InvoiceRow> = new Map();

/** The selected invoices of all pages. The rows are kept when the user changes the page, and cleared when the filter changes (INV-09). */
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
    /** Uses the current row if it is on this page, because an invoice may have been paid since it was selected. */
    invoices: useMemo(() => [...chosen.values()].map((row) => onPage.get(row.documentNumber) ?? row), [chosen, onPage]),
    clear: useCallback(() => setChosen(NONE), [setChosen]),
  };
}
