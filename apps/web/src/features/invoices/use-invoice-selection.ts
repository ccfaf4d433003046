import type { InvoiceRow, InvoiceSums } from '@yardage/contract/invoices';
import { centsOf } from '@yardage/domain/money';
import { useCallback, useMemo } from 'react';
import type { RowSelection } from '#web/patterns/data-table/table-props.ts';
import { useFilteredState } from '#web/patterns/data-table/use-list-search.ts';
import { INVOICES_MESSAGES as MESSAGES } from './invoices.messages.ts';

const NONE: ReadonlyMap<string, InvoiceRow> = new Map();

/** Returns the selection without these invoices. */
export function withoutNumbers<Row>(chosen: ReadonlyMap<string, Row>, numbers: readonly string[]): ReadonlyMap<string, Row> {
  return new Map([...chosen].filter(([number]) => !numbers.includes(number)));
}

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
    /** Deselects invoices. Those that were selected meanwhile stay. */
    remove: useCallback((numbers: readonly string[]) => setChosen((before) => withoutNumbers(before, numbers)), [setChosen]),
  };
}

/**
 * Returns the totals of all matching invoices: invoiced and open, and of the open amount the pending part and the available discount. The
 * list of all open invoices also says how they lead to the account's balance.
 */
export function invoiceSumLines(
  { invoiceAmount, currentAmount, discountAmount, pendingAmount, unappliedAmount }: InvoiceSums,
  isAllOpen = false,
) {
  return [
    { label: MESSAGES.sumAmount, amount: invoiceAmount },
    { label: MESSAGES.sumOpen, amount: currentAmount },
    ...(pendingAmount ? [{ label: MESSAGES.sumPending, amount: pendingAmount }] : []),
    ...(isAllOpen && unappliedAmount
      ? [
          { label: MESSAGES.sumUnapplied, amount: -unappliedAmount },
          { label: MESSAGES.sumBalance, amount: (centsOf(currentAmount) - centsOf(unappliedAmount)) / 100 },
        ]
      : []),
    ...(discountAmount ? [{ label: MESSAGES.sumDiscount, amount: -discountAmount }] : []),
  ];
}
