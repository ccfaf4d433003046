import type { QuoteRow } from '@yardage/contract/quotes';
import { QUOTES_MESSAGES as MESSAGES } from './quotes.messages.ts';

/** A quote shows its expiry from this many days before its end. */
const EXPIRING_DAYS = 30;
/** The expiry is marked urgent from this many days before the end: a customer who needs the prices longer has to call now. */
const URGENT_DAYS = 7;
const DAY_MS = 86_400_000;

export interface QuoteExpiry {
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
