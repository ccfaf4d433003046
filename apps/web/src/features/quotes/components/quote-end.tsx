import type { QuoteRow } from '@yardage/contract/quotes';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { quoteExpiry } from '../quote-expiry.ts';
import { QUOTES_MESSAGES as MESSAGES, QUOTE_FIELDS } from '../quotes.messages.ts';
import classes from './quote-end.module.css';

type Ending = Pick<QuoteRow, 'terminationDate' | 'isActive'>;

/** Returns the last day of a quote as text, with a note if it is near or past. */
export function endText(quote: Ending, today: string): string {
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
export function QuoteEnd({ quote, today }: { quote: Ending; today: string }) {
  return (
    <span className={classes.end}>
      <span>
        {quote.terminationDate === null ? null : <span className={classes.head}>{QUOTE_FIELDS.terminationDate} </span>}
        {quote.terminationDate === null ? MESSAGES.noEnd : formatDay(quote.terminationDate)}
      </span>
      <ExpiryMark quote={quote} today={today} />
    </span>
  );
}
