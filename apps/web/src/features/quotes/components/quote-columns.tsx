import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { QuoteRow } from '@yardage/contract/quotes';
import { QUOTE_STATUS_NAMES } from '@yardage/domain/names.messages';
import { type QuoteStatusLabel, quoteStatusLabel } from '@yardage/domain/quotes';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { quoteExpiry } from '../quote-facts.ts';
import { QUOTE_FIELDS as FIELDS, QUOTES_MESSAGES as MESSAGES } from '../quotes.messages.ts';
import classes from './quote-columns.module.css';

type Column = TableColumn<QuoteRow>;
type TextField = Exclude<keyof typeof FIELDS, 'status' | 'terminationDate' | 'customerName' | 'priceAdjustment'>;

const text = (id: TextField, size: number, options: Partial<Column> = {}): Column => ({
  id,
  header: FIELDS[id],
  size,
  sortKey: id,
  value: (quote) => quote[id],
  ...options,
});
const day = (id: 'quoteDate' | 'startDate', options: Partial<Column> = {}): Column =>
  text(id, 115, { isDescFirst: true, value: (quote) => formatDay(quote[id]), ...options });

/** Columns of the quotes list. The least needed ones are hidden until selected in the column menu (QUO-03). */
export function quoteColumns(today: string): Column[] {
  const isHiddenAtFirst = true;
  return [
    text('quoteNumber', 90),
    text('quoteName', 180, { minSize: 140, canGrow: true, wrapBelowPx: 320, priority: 1, card: 'fact' }),
    {
      id: 'status',
      header: FIELDS.status,
      size: 95,
      priority: 2,
      card: 'status',
      value: ({ isActive }) => QUOTE_STATUS_NAMES[quoteStatusLabel(isActive)],
      cell: ({ isActive }) => <QuoteStatus isActive={isActive} />,
    },
    text('quoteAddress', 200, { minSize: 140, canGrow: true, wrapBelowPx: 300, priority: 4, card: 'fact' }),
    // The API calls every list's main date `ticketDateTime`. The list is sorted by it by default.
    day('quoteDate', { minSize: 100, priority: 5, sortKey: MAIN_DATE_SORT }),
    day('startDate', { isHiddenAtFirst }),
    {
      id: 'terminationDate',
      header: FIELDS.terminationDate,
      size: 154,
      minSize: 124,
      priority: 3,
      wrapBelowPx: 240,
      sortKey: 'terminationDate',
      isDescFirst: true,
      card: 'fact',
      value: (quote) => endText(quote, today),
      cell: (quote) => <QuoteEnd quote={quote} today={today} />,
      csv: [{ header: FIELDS.terminationDate, value: ({ terminationDate }) => formatDay(terminationDate) }],
    },
    text('salesPersonName', 140, { minSize: 120, priority: 6 }),
    text('plantCode', 70, { isHiddenAtFirst }),
    text('quoteType', 120, { isHiddenAtFirst }),
    text('specJob', 120, { isHiddenAtFirst }),
    { id: 'customerName', header: FIELDS.customerName, size: 200, isHiddenAtFirst, value: ({ customerName }) => customerName },
    {
      id: 'priceAdjustment',
      header: FIELDS.priceAdjustment,
      size: 130,
      align: 'end',
      isHiddenAtFirst,
      value: ({ priceAdjustment }) => priceAdjustment,
      cell: ({ priceAdjustment }) => formatCurrency(priceAdjustment),
    },
  ];
}

const KINDS: Record<QuoteStatusLabel, StatusKind> = { Active: 'active', Inactive: 'held', Pending: 'pending' };

/** A quote's status (QUO-04). */
export function QuoteStatus({ isActive }: { isActive: boolean | null }) {
  const label = quoteStatusLabel(isActive);
  return <StatusMark kind={KINDS[label]}>{QUOTE_STATUS_NAMES[label]}</StatusMark>;
}

type Ending = Pick<QuoteRow, 'terminationDate' | 'isActive'>;

/** Returns the last day of a quote as text, with a note if it is near or past. */
function endText(quote: Ending, today: string): string {
  const day = quote.terminationDate === null ? MESSAGES.noEnd : formatDay(quote.terminationDate);
  return [day, quoteExpiry(quote, today)?.text].filter(Boolean).join(' · ');
}

/** Shows whether a quote's end is near or past: a clock icon and text. */
export function ExpiryMark({ quote, today }: { quote: Ending; today: string }) {
  const expiry = quoteExpiry(quote, today);
  if (!expiry) return null;
  return (
    <span className={classes.mark} data-kind={expiry.kind}>
      <Icon name="clock" size={14} />
      {expiry.text}
    </span>
  );
}

/** The last day of a quote, with a mark if it is near or past. Cards on phones have no column headers, so they get a label. */
function QuoteEnd({ quote, today }: { quote: Ending; today: string }) {
  return (
    <span className={classes.end}>
      <span>
        {quote.terminationDate === null ? null : <span className={classes.head}>{FIELDS.terminationDate} </span>}
        {quote.terminationDate === null ? MESSAGES.noEnd : formatDay(quote.terminationDate)}
      </span>
      <ExpiryMark quote={quote} today={today} />
    </span>
  );
}
