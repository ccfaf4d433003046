import type { QuoteDetail } from '@yardage/contract/quotes';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { addMonths } from '#web/patterns/date-range/days.ts';
import type { InfoRow } from '#web/patterns/info-card.tsx';
import { QUOTE_FIELDS as FIELDS, QUOTES_MESSAGES as WORDS } from '../../quotes.messages.ts';

/** Prices hold for a year from the first day; then the adjustment comes on top. */
const MONTHS_WITHOUT_ADJUSTMENT = 12;

/** The rows of the quote's information card: its fields without those the panel shows elsewhere (QUO-03). */
export function quoteRows(quote: QuoteDetail): InfoRow[] {
  return [
    { label: FIELDS.quoteAddress, value: quote.quoteAddress },
    { label: FIELDS.quoteDate, value: formatDay(quote.quoteDate) },
    { label: FIELDS.plantCode, value: quote.plantCode },
    { label: FIELDS.quoteType, value: quote.quoteType },
    { label: FIELDS.specJob, value: quote.specJob },
    { label: FIELDS.customerName, value: quote.customerName },
  ];
}

/** What the quote says beside its prices: its terms, and from when on which adjustment comes to the prices. */
export function quoteTerms({ terms, priceAdjustment, startDate }: QuoteDetail): string[] {
  const adjustedFrom = formatDay(addMonths(startDate, MONTHS_WITHOUT_ADJUSTMENT));
  return [...(terms ? [terms] : []), ...(priceAdjustment ? [WORDS.adjustment(formatCurrency(priceAdjustment), adjustedFrom)] : [])];
}
