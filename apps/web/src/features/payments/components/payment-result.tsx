import { Button } from '@mantine/core';
import type { PaymentInvoice, PaymentOutcome } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { FAILED_CODES, type PaymentResult, paymentStatusText, resultOfCode } from '@yardage/domain/payment-status';
import { useMemo, useState } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { pageOfRows } from '#web/patterns/data-table/page-of-rows.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import type { TableState } from '#web/patterns/data-table/table-params.ts';
import type { RowOpener } from '#web/patterns/data-table/table-props.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { chargedText } from '../payment-facts.ts';
import { PAYMENT_FIELDS as FIELDS, PAYMENTS_MESSAGES as MESSAGES } from '../payments.messages.ts';
import classes from './payment-result.module.css';

const hints = () => ({ 0: MESSAGES.failedHint, 1: MESSAGES.paidHint, 2: MESSAGES.pendingHint }) as const;

/** What the payer can do after a failure that another try would not change. */
function nextStepOf(status: number, maySave: boolean): string | undefined {
  if (status === FAILED_CODES.confirmationNeeded) return MESSAGES.confirmationNeeded;
  if (status !== FAILED_CODES.unverified) return undefined;
  return maySave ? MESSAGES.unverified : MESSAGES.unverifiedAlone;
}

interface ResultHeadProps {
  outcome: PaymentOutcome;
  isReturning: boolean;
  onDone: () => void;
  /** Undefined after a return to the cart that left some invoices out. */
  onReturnToCart: (() => void) | undefined;
  /** Undefined for users who may not open receipts. */
  onOpenReceipt: (() => void) | undefined;
}

/** The outcome of the payment at a glance, and the next step (RES-02, RES-03, RES-08). */
export function ResultHead({ outcome, isReturning, onDone, onReturnToCart, onOpenReceipt }: ResultHeadProps) {
  const result = resultOfCode(outcome.status);
  const { figure, beside } = chargedText(outcome.cartData);
  const maySave = useAccess().permissions.has(PERMISSIONS.PAYMENTS_SAVED_METHODS);
  const connection = useNeedsConnection();
  return (
    <section className={classes.head}>
      <ResultMark key={result} result={result} />
      {/* The key remounts the heading per result, so it takes focus and is read out again when a pending payment ends. */}
      <h2 key={`heading ${result}`} ref={takeFocus} tabIndex={-1}>
        {MESSAGES.headings[result]}
      </h2>
      <p className={classes.figure}>{figure}</p>
      {beside ? <p>{beside}</p> : null}
      <p>{nextStepOf(outcome.status, maySave) ?? hints()[result]}</p>
      <div className={classes.actions}>
        {result === 0 && onReturnToCart ? (
          <Button variant="default" loading={isReturning} onClick={onReturnToCart}>
            {MESSAGES.returnToCart}
          </Button>
        ) : null}
        {result !== 0 && onOpenReceipt ? (
          <Button variant="default" leftSection={<Icon name="document" />} onClick={onOpenReceipt} {...connection}>
            {MESSAGES.openReceipt}
          </Button>
        ) : null}
        <Button onClick={onDone}>{MESSAGES.done}</Button>
      </div>
    </section>
  );
}

function takeFocus(heading: HTMLHeadingElement | null): void {
  heading?.focus({ preventScroll: true });
}

const SHAPES: Record<PaymentResult, string> = {
  0: 'M21 21l22 22M43 21L21 43',
  1: 'M19 33l9 9 18-20',
  2: 'M32 18v14l9 6',
};

/** Icon of the outcome. Only the icon of a paid payment is animated, and not if the user prefers reduced motion (RES-03). */
function ResultMark({ result }: { result: PaymentResult }) {
  return (
    <svg
      className={classes.mark}
      data-result={result}
      data-animated={result === 1 || undefined}
      width={64}
      height={64}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      <circle cx={32} cy={32} r={29} pathLength={1} />
      <path d={SHAPES[result]} pathLength={1} />
    </svg>
  );
}

type Column = TableColumn<PaymentInvoice>;
type AmountField = 'invoiceAmount' | 'discountAmount' | 'amountWithDiscount';

const amount = (field: AmountField, header: string, place: Partial<Column> = {}): Column => ({
  id: field,
  header,
  size: 200,
  minSize: 112,
  align: 'end',
  sortKey: field,
  isDescFirst: true,
  value: (invoice) => invoice[field],
  cell: (invoice) => formatCurrency(invoice[field]),
  ...place,
});

/** What a phone shows of a line: the amount, and the discount that was taken from it. */
function paidAmounts({ invoiceAmount, discountAmount, amountWithDiscount }: PaymentInvoice): string {
  const paid = formatCurrency(amountWithDiscount);
  return discountAmount > 0 ? `${paid} · ${MESSAGES.less(formatCurrency(invoiceAmount), formatCurrency(discountAmount))}` : paid;
}

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
    value: (row) => paymentStatusText(row.strStatusMessage),
  },
  // No other page shows these amounts of this payment, so none of them is hidden in a narrow window.
  amount('invoiceAmount', FIELDS.currentAmount),
  amount('discountAmount', FIELDS.discountAmount, { cell: ({ discountAmount }) => formatCurrency(-discountAmount) }),
  amount('amountWithDiscount', FIELDS.amountWithDiscount, { card: 'fact', cardCell: paidAmounts }),
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
