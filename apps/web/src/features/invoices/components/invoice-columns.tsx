import type { ReviewMark } from '@yardage/contract/disputes';
import type { InvoiceRow } from '@yardage/contract/invoices';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import { invoiceStatusLabel, isPartlyPaid } from '@yardage/domain/payment-status';
import type { ReactNode } from 'react';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { useRowTabIndex } from '#web/patterns/data-table/row-tab-index.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { PaymentStatus } from '#web/patterns/payment-status.tsx';
import { StatusMark } from '#web/patterns/status-mark.tsx';
import { canBePaid, hasDiscount, isPaidUp } from '../invoice-discount.ts';
import { INVOICE_FIELDS as FIELDS, INVOICES_MESSAGES as MESSAGES } from '../invoices.messages.ts';
import classes from './invoice-columns.module.css';
import { discountText, InvoiceDiscount } from './invoice-discount.tsx';

type Column = TableColumn<InvoiceRow>;
type MoneyField =
  | 'invoiceAmount'
  | 'currentAmount'
  | 'amountWithDiscount'
  | 'discountAmount'
  | 'paidAmount'
  | 'creditedAmount'
  | 'discountTakenAmount';

/** Returns the sort key of the column that has the list's main date: with a filter by due date that is the due date. */
const mainDateKey = (isByDueDate: boolean): string => (isByDueDate ? 'dueDate' : 'documentDate');

/** Returns the column that a sort key of the address means. */
export function sortShown(sort: string, isByDueDate: boolean): string {
  return sort === MAIN_DATE_SORT ? mainDateKey(isByDueDate) : sort;
}

/** Returns the sort key for a column. The main date keeps its own key, by which the server reads the list in the order of an index. */
export function sortRequested(sort: string, isByDueDate: boolean): string {
  return sort === mainDateKey(isByDueDate) ? MAIN_DATE_SORT : sort;
}

/** What the columns depend on. */
export interface InvoiceColumnOptions {
  today: string;
  /** The status column needs invoices.view-status (INV-02). */
  hasStatus: boolean;
  /** The invoices in the cart and the Pay handler; null for users who may not pay (INV-09). */
  payment: { inCart: ReadonlySet<string>; onPay: (documentNumber: string) => void } | null;
  /** The invoices that need attention or are disputed (APY-03, APY-08). */
  marks: InvoiceMarks;
}

/** What a check says about invoices, by document number. */
export type InvoiceMarks = ReadonlyMap<string, 'rejected' | 'attention' | 'disputed'>;

type Mark = Pick<ReviewMark, 'documentNumber' | 'needsAttention' | 'billsRejectedLoad'>;

/** Returns the mark of each invoice. What is disputed needs no attention any more, but the rest of the invoice may. */
export function markMap(marks: readonly Mark[]): InvoiceMarks {
  const markOf = ({ needsAttention, billsRejectedLoad }: Mark) =>
    billsRejectedLoad ? 'rejected' : needsAttention ? 'attention' : 'disputed';
  return new Map(marks.map((mark) => [mark.documentNumber, markOf(mark)]));
}

/** A column for the marks, if there are any. */
function markColumn(marks: InvoiceMarks): Column[] {
  if (marks.size === 0) return [];
  const textOf = ({ documentNumber }: InvoiceRow): string => {
    const mark = marks.get(documentNumber);
    if (!mark) return '';
    return mark === 'rejected' ? MESSAGES.rejectedLoad : MESSAGES.reviewFilter[mark];
  };
  return [
    {
      id: 'review',
      header: MESSAGES.review,
      size: 128,
      minSize: 104,
      priority: 8,
      card: 'fact',
      value: textOf,
      cell: (row) => {
        const mark = marks.get(row.documentNumber);
        return mark ? <StatusMark kind={mark === 'disputed' ? 'partly' : 'held'}>{textOf(row)}</StatusMark> : null;
      },
    },
  ];
}

const money = (id: MoneyField, size: number, options: Partial<Column> = {}): Column => ({
  id,
  header: `${FIELDS[id]} (USD)`,
  size,
  align: 'end',
  sortKey: id,
  isDescFirst: true,
  value: (invoice) => invoice[id],
  cell: (invoice) => formatAmount(invoice[id]),
  ...options,
});

/**
 * The columns of the invoice list (INV-07). A narrow list always keeps number, amount to pay and Pay; due date and days overdue
 * (priority 2 and 3) stay longer than the discount. Rarely used columns are hidden at first and can be shown with the column menu.
 */
export function invoiceColumns({ today, hasStatus, payment, marks }: InvoiceColumnOptions): Column[] {
  const isHiddenAtFirst = true;
  const status: Column = {
    id: 'paymentResult',
    header: FIELDS.paymentResult,
    size: 104,
    minSize: 84,
    priority: 7,
    card: 'status',
    value: invoiceStatusLabel,
    cell: (invoice) => <InvoiceStatus invoice={invoice} />,
  };
  const payButton = (invoice: InvoiceRow): ReactNode =>
    payment ? (
      <PayButton documentNumber={invoice.documentNumber} canPay={canBePaid(invoice, payment.inCart)} onPay={payment.onPay} />
    ) : null;
  const pay: Column[] = payment
    ? [
        {
          id: 'pay',
          header: FIELDS.pay,
          size: 84,
          isControl: true,
          csv: [],
          value: () => '',
          cell: payButton,
        },
      ]
    : [];
  return [
    {
      id: 'documentNumber',
      header: FIELDS.documentNumber,
      size: 84,
      minSize: 80,
      sortKey: 'documentNumber',
      value: (row) => row.documentNumber,
    },
    {
      id: 'documentDate',
      header: FIELDS.documentDate,
      size: 96,
      minSize: 94,
      priority: 5,
      sortKey: 'documentDate',
      isDescFirst: true,
      card: 'aside',
      value: ({ documentDate }) => formatDay(documentDate),
    },
    ...(hasStatus ? [status] : []),
    ...markColumn(marks),
    {
      id: 'jobAddress1',
      header: FIELDS.jobAddress1,
      size: 116,
      minSize: 98,
      canGrow: true,
      wrapBelowPx: 160,
      priority: 6,
      sortKey: 'jobAddress1',
      card: 'fact',
      value: ({ jobAddress1 }) => jobAddress1,
    },
    money('invoiceAmount', 108, { minSize: 94, priority: 1 }),
    {
      id: 'discount',
      header: `${FIELDS.discount} (USD)`,
      size: 178,
      minSize: 120,
      wrapBelowPx: 178,
      priority: 4,
      align: 'end',
      sortKey: 'discountExpiryDate',
      value: discountText,
      cell: (invoice) => <InvoiceDiscount invoice={invoice} today={today} />,
      csv: [
        { header: `${FIELDS.discountAmount} (USD)`, value: ({ discountAmount }) => -discountAmount },
        { header: FIELDS.discountExpiryDate, value: ({ discountExpiryDate }) => formatDay(discountExpiryDate) },
      ],
    },
    {
      id: 'dueDate',
      header: FIELDS.dueDate,
      size: 106,
      minSize: 102,
      priority: 2,
      sortKey: 'dueDate',
      value: ({ dueDate }) => formatDay(dueDate),
    },
    {
      id: 'daysOverdue',
      header: FIELDS.daysOverdue,
      size: 84,
      minSize: 82,
      priority: 3,
      align: 'end',
      sortKey: 'daysOverdue',
      isDescFirst: true,
      value: ({ daysOverdue }) => daysOverdue,
    },
    money('amountWithDiscount', 108, {
      minSize: 96,
      card: 'body',
      cardCell: (invoice) => <InvoiceCardLine invoice={invoice} today={today} action={payButton(invoice)} />,
    }),
    ...pay,
    money('currentAmount', 150, { isHiddenAtFirst }),
    money('paidAmount', 120, { isHiddenAtFirst }),
    money('creditedAmount', 130, { isHiddenAtFirst }),
    money('discountTakenAmount', 150, { isHiddenAtFirst }),
    money('discountAmount', 160, { isHiddenAtFirst, csv: [], cell: ({ discountAmount }) => formatAmount(-discountAmount) }),
    { id: 'jobAddress2', header: FIELDS.jobAddress2, size: 160, isHiddenAtFirst, value: ({ jobAddress2 }) => jobAddress2 },
    { id: 'job', header: FIELDS.job, size: 180, isHiddenAtFirst, value: ({ job }) => job },
    { id: 'poNumber', header: FIELDS.poNumber, size: 120, isHiddenAtFirst, value: ({ poNumber }) => poNumber },
    { id: 'orderNumber', header: FIELDS.orderNumber, size: 100, isHiddenAtFirst, value: ({ orderNumber }) => orderNumber },
    { id: 'batchNumber', header: FIELDS.batchNumber, size: 120, sortKey: 'batchNumber', isHiddenAtFirst, value: (row) => row.batchNumber },
    { id: 'voidedDate', header: FIELDS.voidedDate, size: 110, isHiddenAtFirst, value: ({ voidedDate }) => formatDay(voidedDate) },
    { id: 'customerNumber', header: FIELDS.customerNumber, size: 140, isHiddenAtFirst, value: ({ customerNumber }) => customerNumber },
    { id: 'orderId', header: FIELDS.orderId, size: 90, align: 'end', isHiddenAtFirst, value: ({ orderId }) => orderId },
  ];
}

interface InvoiceCardLineProps {
  invoice: InvoiceRow;
  today: string;
  action: ReactNode;
}

/** Last line of an invoice card on phones: the amount to pay, the amount without discount, the discount's expiry, and Pay. */
function InvoiceCardLine({ invoice, today, action }: InvoiceCardLineProps) {
  return (
    <div className={classes.line}>
      <div className={classes.amounts}>
        <p>
          <strong>{formatCurrency(isPaidUp(invoice) ? invoice.invoiceAmount : invoice.amountWithDiscount)}</strong>
          {hasDiscount(invoice) ? <s className={classes.before}>{formatCurrency(invoice.currentAmount)}</s> : null}
        </p>
        <InvoiceDiscount invoice={invoice} today={today} format={formatCurrency} />
        {invoice.daysOverdue ? <p className={classes.overdue}>{MESSAGES.overdue(invoice.daysOverdue)}</p> : null}
      </div>
      {action}
    </div>
  );
}

interface PayButtonProps {
  documentNumber: string;
  canPay: boolean;
  onPay: (documentNumber: string) => void;
}

/** The Pay button. It shows In Cart if the invoice is already in the cart or cannot be paid (INV-11). */
function PayButton({ documentNumber, canPay, onPay }: PayButtonProps) {
  const tabIndex = useRowTabIndex();
  return (
    // Not `disabled`: that would drop the focus after a click and break arrow key navigation.
    <button
      type="button"
      className={classes.pay}
      data-row-control
      tabIndex={tabIndex}
      aria-disabled={!canPay}
      aria-label={canPay ? MESSAGES.payLabel(documentNumber) : MESSAGES.inCartLabel(documentNumber)}
      onClick={() => canPay && onPay(documentNumber)}
    >
      {canPay ? MESSAGES.pay : MESSAGES.inCart}
    </button>
  );
}

/** The status of an invoice (INV-06), with Partly paid and Void. */
export function InvoiceStatus({ invoice }: { invoice: InvoiceRow }) {
  const { paymentResult, voidedDate } = invoice;
  if (voidedDate !== null) return <StatusMark kind="ended">{invoiceStatusLabel(invoice)}</StatusMark>;
  if (paymentResult === null) return null;
  if (isPartlyPaid(invoice)) return <StatusMark kind="partly">{invoiceStatusLabel(invoice)}</StatusMark>;
  return <PaymentStatus result={paymentResult} />;
}
