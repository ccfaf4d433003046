import type { QuoteRow } from '@yardage/contract/quotes';
import { QUOTE_STATUS_NAMES } from '@yardage/domain/names.messages';
import { quoteStatusLabel } from '@yardage/domain/quotes';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { QUOTE_FIELDS as FIELDS } from '../quotes.messages.ts';
import { endText, QuoteEnd } from './quote-end.tsx';
import { QuoteStatus } from './quote-status.tsx';

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
    text('quoteName', 180, { leastSize: 140, canGrow: true, wrapBelowPx: 320, priority: 1, card: 'fact' }),
    {
      id: 'status',
      header: FIELDS.status,
      size: 95,
      priority: 2,
      card: 'status',
      value: ({ isActive }) => QUOTE_STATUS_NAMES[quoteStatusLabel(isActive)],
      cell: ({ isActive }) => <QuoteStatus isActive={isActive} />,
    },
    text('quoteAddress', 200, { leastSize: 140, canGrow: true, wrapBelowPx: 300, priority: 4, card: 'fact' }),
    // The API calls every list's main date `ticketDateTime`. The list is sorted by it by default.
    day('quoteDate', { leastSize: 100, priority: 5, sortKey: 'ticketDateTime' }),
    day('startDate', { isHiddenAtFirst }),
    {
      id: 'terminationDate',
      header: FIELDS.terminationDate,
      size: 154,
      leastSize: 124,
      priority: 3,
      wrapBelowPx: 240,
      sortKey: 'terminationDate',
      isDescFirst: true,
      card: 'fact',
      value: (quote) => endText(quote, today),
      cell: (quote) => <QuoteEnd quote={quote} today={today} />,
      csv: [{ header: FIELDS.terminationDate, value: ({ terminationDate }) => formatDay(terminationDate) }],
    },
    text('salesPersonName', 140, { leastSize: 120, priority: 6 }),
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
