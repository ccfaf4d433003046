import type { QuoteDetail } from '@yardage/contract/quotes';
import { formatMoney } from '@yardage/domain/money';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { QUOTE_FIELDS, QUOTES_MESSAGES as WORDS } from '../../quotes.messages.ts';
import { ExpiryMark } from '../quote-end.tsx';
import classes from './quote-drawer.module.css';
import { totalOf } from './quote-lines.ts';

/** What a person asks first: how long the prices hold, what it comes to, whom to call. */
export function QuoteFacts({ quote, today }: { quote: QuoteDetail; today: string }) {
  const { startDate, terminationDate } = quote;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{WORDS.valid}</dt>
        <dd>
          {terminationDate === null
            ? WORDS.validFromOn(formatDay(startDate))
            : WORDS.validBetween(formatDay(startDate), formatDay(terminationDate))}
          <ExpiryMark quote={quote} today={today} />
        </dd>
      </div>
      <div>
        <dt>{WORDS.totalBeforeTax}</dt>
        <dd>{formatMoney(totalOf(quote.quoteProducts))}</dd>
      </div>
      <div>
        <dt>{QUOTE_FIELDS.salesPersonName}</dt>
        <dd>{quote.salesPersonName}</dd>
      </div>
    </dl>
  );
}
