import type { QuoteDetail, QuoteRow } from '@yardage/contract/quotes';
import { DAY_MS } from '@yardage/domain/durations';
import { type Cents, centsOf, lineAmount } from '@yardage/domain/money';
import { adjustmentStart } from '@yardage/domain/quotes';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import type { InfoRow } from '#web/patterns/info-card.tsx';
import { QUOTE_FIELDS as FIELDS, QUOTES_MESSAGES as MESSAGES } from './quotes.messages.ts';

/** Returns the rows of the information card: the quote's fields that the drawer does not show elsewhere (QUO-03). */
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

/** Returns the quote's terms and, if there is one, the price adjustment with its start date. */
export function quoteTerms({ terms, priceAdjustment, startDate }: QuoteDetail): string[] {
  const adjustedFrom = formatDay(adjustmentStart(startDate));
  return [...(terms ? [terms] : []), ...(priceAdjustment ? [MESSAGES.adjustment(formatCurrency(priceAdjustment), adjustedFrom)] : [])];
}

export type QuoteLine = QuoteDetail['quoteProducts'][number];

/** Returns the amount of a line, rounded to the cent as in the PDF. */
export function amountOf({ price, quantity }: QuoteLine): Cents {
  return lineAmount(centsOf(price), quantity);
}

/** Returns the total of the quoted quantities before tax. */
export function totalOf(lines: readonly QuoteLine[]): Cents {
  return lines.reduce((sum, line) => sum + amountOf(line), 0);
}

/** A quote shows its expiry from this many days before its end. */
const EXPIRING_DAYS = 30;
/** The expiry is marked urgent from this many days before the end: a customer who needs the prices longer has to call now. */
const URGENT_DAYS = 7;

interface QuoteExpiry {
  kind: 'soon' | 'urgent' | 'over';
  text: string;
}

/** Both are calendar days (`yyyy-MM-dd`), counted in UTC so that time zones and daylight saving time do not matter. */
const daysBetween = (from: string, to: string): number => (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS;

/**
 * Returns the note beside a quote's last day, or null if the day is more than 30 days away or the quote is inactive and not yet expired.
 */
export function quoteExpiry(
  { terminationDate, isActive }: Pick<QuoteRow, 'terminationDate' | 'isActive'>,
  today: string,
): QuoteExpiry | null {
  if (terminationDate === null) return null;
  const days = daysBetween(today, terminationDate);
  if (days < 0) return { kind: 'over', text: MESSAGES.expired };
  if (days > EXPIRING_DAYS || isActive === false) return null;
  const text = days === 0 ? MESSAGES.expiresToday : days === 1 ? MESSAGES.expiresInOneDay : MESSAGES.expiresIn(days);
  return { kind: days > URGENT_DAYS ? 'soon' : 'urgent', text };
}
