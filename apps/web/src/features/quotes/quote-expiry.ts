import type { QuoteRow } from '@yardage/contract/quotes';
import { QUOTES_MESSAGES as WORDS } from './quotes.messages.ts';

/** From so many days before its end on a quote says when it ends. */
const EXPIRING_DAYS = 30;
/** From so many days on it is urgent: whoever needs the prices longer has to call now. */
const URGENT_DAYS = 7;
const DAY_MS = 86_400_000;

export interface QuoteExpiry {
  kind: 'soon' | 'urgent' | 'over';
  text: string;
}

/** Both are calendar days, `yyyy-MM-dd`, and counted as such: no time zone and no changing of the clocks moves them. */
const daysBetween = (from: string, to: string): number => (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS;

/** What to say beside a quote's last day; nothing while it is far away, or of an inactive quote that has not come to it. */
export function quoteExpiry(
  { terminationDate, isActive }: Pick<QuoteRow, 'terminationDate' | 'isActive'>,
  today: string,
): QuoteExpiry | null {
  if (terminationDate === null) return null;
  const days = daysBetween(today, terminationDate);
  if (days < 0) return { kind: 'over', text: WORDS.expired };
  if (days > EXPIRING_DAYS || isActive === false) return null;
  const text = days === 0 ? WORDS.expiresToday : days === 1 ? WORDS.expiresInOneDay : WORDS.expiresIn(days);
  return { kind: days > URGENT_DAYS ? 'soon' : 'urgent', text };
}
