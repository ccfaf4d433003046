import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { CartHistoryRow, CartHistorySums } from '@yardage/contract/payments';
import { paymentResultLabel, paymentSourceLabel, paymentStatusText } from '@yardage/domain/payment-status';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { PaymentStatus } from '#web/patterns/payment-status.tsx';
import { methodName } from '../payment-facts.ts';
import { PAYMENT_FIELDS as FIELDS, PAYMENT_HEADERS as HEADERS, PAYMENTS_MESSAGES as MESSAGES } from '../payments.messages.ts';

type Column = TableColumn<CartHistoryRow>;
type TextField = 'paymentId' | 'paymentMethod' | 'paymentSourceName' | 'statusMessage' | 'comments' | 'statusCode';
type MoneyField =
  | 'totalAmount'
  | 'totalDiscountAmount'
  | 'totalAmountWithDiscount'
  | 'balanceAmount'
  | 'totalCartAmount'
  | 'onAccountAmount'
  | 'creditAmount'
  | 'returnedAmount';

const text = (id: TextField, size: number, options: Partial<Column> = {}): Column => ({
  id,
  header: FIELDS[id],
  size,
  value: (payment) => payment[id],
  ...options,
});
const money = (id: MoneyField, size: number, options: Partial<Column> = {}): Column => ({
  id,
  header: HEADERS[id],
  size,
  align: 'end',
  isDescFirst: true,
  value: (payment) => payment[id],
  cell: (payment) => formatAmount(payment[id]),
  ...options,
});

/** Columns of the payment history. The least needed ones are hidden until selected in the column menu (HIS-03). */
export function paymentColumns(dateTime: (moment: string) => string): Column[] {
  const isHiddenAtFirst = true;
  return [
    { id: 'cartId', header: FIELDS.cartId, size: 126, sortKey: 'cartId', value: ({ cartId }) => cartId },
    {
      id: 'paymentDateTime',
      header: FIELDS.paymentDateTime,
      size: 163,
      minSize: 100,
      wrapBelowPx: 155,
      priority: 2,
      sortKey: MAIN_DATE_SORT,
      isDescFirst: true,
      card: 'fact',
      value: ({ paymentDateTime }) => dateTime(paymentDateTime),
      csv: [
        { header: FIELDS.paymentDateTime, value: ({ paymentDateTime }) => dateTime(paymentDateTime) },
        { header: HEADERS.day, value: ({ paymentDate }) => formatDay(paymentDate) },
      ],
    },
    {
      id: 'paymentResult',
      header: FIELDS.paymentResult,
      size: 100,
      priority: 1,
      sortKey: 'paymentResult',
      card: 'status',
      value: ({ paymentResult }) => paymentResultLabel(paymentResult),
      cell: ({ paymentResult }) => <PaymentStatus result={paymentResult} isAttempt />,
    },
    text('paymentMethod', 152, {
      value: ({ paymentMethod }) => methodName(paymentMethod),
      header: HEADERS.method,
      priority: 5,
      sortKey: 'paymentMethod',
      card: 'fact',
    }),
    money('totalAmount', 120, { minSize: 106, priority: 3, sortKey: 'totalAmount' }),
    money('totalDiscountAmount', 124, {
      minSize: 106,
      priority: 4,
      sortKey: 'totalDiscountAmount',
      value: ({ totalDiscountAmount }) => -totalDiscountAmount,
      cell: ({ totalDiscountAmount }) => formatAmount(-totalDiscountAmount),
    }),
    money('totalAmountWithDiscount', 150, {
      minSize: 110,
      sortKey: 'totalAmountWithDiscount',
      card: 'aside',
      cardCell: ({ totalAmountWithDiscount }) => <strong>{formatCurrency(totalAmountWithDiscount)}</strong>,
    }),
    text('statusMessage', 120, {
      value: ({ statusMessage }) => paymentStatusText(statusMessage),
      priority: 6,
      sortKey: 'statusMessage',
      canGrow: true,
      wrapBelowPx: 200,
    }),
    text('paymentId', 150, { sortKey: 'paymentId', isHiddenAtFirst }),
    text('paymentSourceName', 140, {
      value: ({ paymentSourceName }) => paymentSourceLabel(paymentSourceName),
      sortKey: 'paymentSourceName',
      isHiddenAtFirst,
    }),
    text('comments', 160, { isHiddenAtFirst }),
    text('statusCode', 110, { isHiddenAtFirst, align: 'end' }),
    money('balanceAmount', 130, { isHiddenAtFirst }),
    money('totalCartAmount', 150, { isHiddenAtFirst }),
    money('onAccountAmount', 130, { isHiddenAtFirst }),
    money('creditAmount', 130, { isHiddenAtFirst }),
    money('returnedAmount', 130, { isHiddenAtFirst }),
  ];
}

/** Returns the totals of all payments found. If not all of them are paid, it also lists the paid and pending amounts. */
export function paymentSumLines(sums: CartHistorySums) {
  const { totalAmount, totalDiscountAmount, totalAmountWithDiscount, paidAmount, pendingAmount, onAccountAmount } = sums;
  const isMixed = paidAmount !== totalAmountWithDiscount;
  return [
    { label: MESSAGES.sumAmount, amount: totalAmount },
    { label: MESSAGES.sumDiscount, amount: -totalDiscountAmount },
    { label: MESSAGES.sumWithDiscount, amount: totalAmountWithDiscount },
    ...(isMixed ? [{ label: MESSAGES.sumPaid, amount: paidAmount }] : []),
    ...(onAccountAmount > 0 ? [{ label: MESSAGES.sumOnAccount, amount: onAccountAmount }] : []),
    ...(isMixed && pendingAmount > 0 ? [{ label: MESSAGES.sumPending, amount: pendingAmount }] : []),
  ];
}
