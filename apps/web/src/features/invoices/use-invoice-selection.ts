import type { InvoiceRow } from '@yardage/contract/invoices';
import { useCallback, useMemo, useState } from 'react';
import type { RowSelection } from '#web/patterns/data-table/table-props.ts';

/** The invoices chosen on this page and others; what is known of each stays when its page is left (INV-09). */
export function useInvoiceSelection(rows: readonly InvoiceRow[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, InvoiceRow>>(new Map());
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
    [onPage],
  );
  return {
    selection: useMemo<RowSelection>(() => ({ ids: new Set(chosen.keys()), onChange }), [chosen, onChange]),
    /** As fresh as the list: one may have been paid since. */
    invoices: useMemo(() => [...chosen.values()].map((row) => onPage.get(row.documentNumber) ?? row), [chosen, onPage]),
    clear: useCallback(() => setChosen(new Map()), []),
  };
}
