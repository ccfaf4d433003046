import type { PaymentInvoice } from '@yardage/contract/payments';
import { useMemo, useState } from 'react';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { pageOfRows } from '#web/patterns/data-table/page-of-rows.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import type { TableState } from '#web/patterns/data-table/table-params.ts';
import type { RowOpener } from '#web/patterns/data-table/table-props.ts';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { PAYMENT_FIELDS as FIELDS, PAYMENTS_MESSAGES as MESSAGES } from '../../payments.messages.ts';

type Column = TableColumn<PaymentInvoice>;
type AmountField = 'invoiceAmount' | 'discountAmount' | 'amountWithDiscount';

const amount = (field: AmountField, header: string, place: Partial<Column> = {}): Column => ({
  id: field,
  header,
  size: 200,
  leastSize: 120,
  align: 'end',
  sortKey: field,
  isDescFirst: true,
  value: (invoice) => invoice[field],
  cell: (invoice) => formatCurrency(invoice[field]),
  ...place,
});

const invoiceColumns = (): Column[] => [
  {
    id: 'invoiceNumber',
    header: FIELDS.invoiceNumber,
    size: 140,
    canGrow: true,
    sortKey: 'invoiceNumber',
    value: (row) => row.invoiceNumber,
  },
  {
    id: 'strStatusMessage',
    header: FIELDS.status,
    size: 160,
    canGrow: true,
    priority: 1,
    card: 'status',
    value: (row) => row.strStatusMessage,
  },
  amount('invoiceAmount', FIELDS.currentAmount, { priority: 2 }),
  amount('discountAmount', FIELDS.discountAmount, { priority: 3, cell: ({ discountAmount }) => formatCurrency(-discountAmount) }),
  amount('amountWithDiscount', FIELDS.amountWithDiscount, { card: 'fact' }),
];
const FIRST: TableState = { page: 1, size: 100, sort: 'invoiceNumber', desc: false };

interface ResultInvoicesProps {
  invoices: readonly PaymentInvoice[];
  opener: RowOpener<PaymentInvoice>;
}

/** The invoices of the payment. All rows are already loaded, so search, sorting and paging run in the browser (RES-07). */
export function ResultInvoices({ invoices, opener }: ResultInvoicesProps) {
  const [state, setState] = useState(FIRST);
  const [search, setSearch] = useState('');
  const columns = useTexts(invoiceColumns, []);
  const data = useMemo(() => pageOfRows(invoices, columns, search, state), [invoices, columns, search, state]);
  const searchFor = (wanted: string): void => {
    setSearch(wanted);
    setState((before) => ({ ...before, page: 1 }));
  };
  return (
    <>
      <SearchBox label={MESSAGES.searchInvoices} value={search} onChange={searchFor} />
      <DataTable
        id="payment-result"
        label={MESSAGES.invoices}
        columns={columns}
        query={{ data, isError: false, isPlaceholderData: false, refetch: () => undefined }}
        state={state}
        onStateChange={(change) => setState((before) => ({ ...before, ...change }))}
        rowId={({ invoiceNumber }) => invoiceNumber}
        rowName={({ invoiceNumber }) => invoiceNumber}
        opener={opener}
        countText={(count) => MESSAGES.countInvoices(count)}
        hasFilters={search !== ''}
        onClearFilters={() => searchFor('')}
        emptyText={MESSAGES.noInvoices}
        failureText={MESSAGES.listFailed}
      />
    </>
  );
}
