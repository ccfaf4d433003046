import type { CreditRow, CreditSums } from '@yardage/contract/credits';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import { CREDIT_STATE_NAMES } from '@yardage/domain/names.messages';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { CREDIT_FIELDS as FIELDS, CREDIT_HEADERS as HEADERS, CREDITS_MESSAGES as MESSAGES } from '../credits.messages.ts';

type Column = TableColumn<CreditRow>;
type State = keyof typeof CREDIT_STATE_NAMES;
type Standing = Pick<CreditRow, 'voidedDate' | 'openAmount'>;

function stateOf({ voidedDate, openAmount }: Standing): State {
  if (voidedDate !== null) return 'void';
  return openAmount > 0 ? 'open' : 'used';
}

const KINDS: Record<State, StatusKind> = { open: 'active', used: 'done', void: 'closed' };

/** Whether something of a credit is left, as a word with a mark. */
export function CreditStatus({ credit }: { credit: Standing }) {
  const state = stateOf(credit);
  return <StatusMark kind={KINDS[state]}>{CREDIT_STATE_NAMES[state]}</StatusMark>;
}

const money = (id: 'totalAmount' | 'appliedAmount' | 'openAmount', options: Partial<Column> = {}): Column => ({
  id,
  header: HEADERS[id],
  size: 120,
  minSize: 100,
  align: 'end',
  isDescFirst: true,
  sortKey: id,
  value: (credit) => credit[id],
  cell: (credit) => formatAmount(credit[id]),
  ...options,
});

/** Columns of the list of credits (APY-01). */
export function creditColumns(): Column[] {
  return [
    { id: 'creditNumber', header: FIELDS.creditNumber, size: 120, sortKey: 'creditNumber', value: ({ creditNumber }) => creditNumber },
    {
      id: 'documentDate',
      header: FIELDS.documentDate,
      size: 110,
      minSize: 100,
      priority: 2,
      // The API calls every list's main date `ticketDateTime`. The list is sorted by it by default.
      sortKey: MAIN_DATE_SORT,
      isDescFirst: true,
      card: 'fact',
      value: ({ documentDate }) => formatDay(documentDate),
    },
    {
      id: 'state',
      header: FIELDS.state,
      size: 100,
      priority: 1,
      card: 'status',
      value: (credit) => CREDIT_STATE_NAMES[stateOf(credit)],
      cell: (credit) => <CreditStatus credit={credit} />,
    },
    {
      id: 'reason',
      header: FIELDS.reason,
      size: 180,
      minSize: 120,
      canGrow: true,
      wrapBelowPx: 260,
      priority: 4,
      sortKey: 'reason',
      card: 'fact',
      value: ({ reason }) => reason,
    },
    { id: 'invoiceNumber', header: FIELDS.invoiceNumber, size: 120, priority: 5, value: ({ invoiceNumber }) => invoiceNumber },
    { id: 'job', header: FIELDS.job, size: 160, minSize: 120, canGrow: true, wrapBelowPx: 260, priority: 6, value: ({ job }) => job },
    money('totalAmount', { priority: 3 }),
    money('appliedAmount', { priority: 7 }),
    {
      id: 'pendingAmount',
      header: HEADERS.pendingAmount,
      size: 120,
      align: 'end',
      isHiddenAtFirst: true,
      value: ({ pendingAmount }) => pendingAmount,
      cell: ({ pendingAmount }) => formatAmount(pendingAmount),
    },
    {
      id: 'promisedAmount',
      header: HEADERS.promisedAmount,
      size: 120,
      align: 'end',
      priority: 8,
      card: 'fact',
      cardCell: ({ promisedAmount }) => (promisedAmount > 0 ? MESSAGES.promised(formatCurrency(promisedAmount)) : ''),
      value: ({ promisedAmount }) => promisedAmount,
      cell: ({ promisedAmount }) => (promisedAmount > 0 ? formatAmount(promisedAmount) : ''),
    },
    money('openAmount', { card: 'aside', cardCell: ({ openAmount }) => <strong>{formatCurrency(openAmount)}</strong> }),
    { id: 'voidedDate', header: FIELDS.voidedDate, size: 110, isHiddenAtFirst: true, value: ({ voidedDate }) => formatDay(voidedDate) },
  ];
}

/** Returns the totals of all credits found. */
export function creditSumLines({ totalAmount, appliedAmount, pendingAmount, openAmount }: CreditSums) {
  return [
    { label: FIELDS.totalAmount, amount: totalAmount },
    { label: FIELDS.appliedAmount, amount: appliedAmount },
    ...(pendingAmount > 0 ? [{ label: FIELDS.pendingAmount, amount: pendingAmount }] : []),
    { label: FIELDS.openAmount, amount: openAmount },
  ];
}
