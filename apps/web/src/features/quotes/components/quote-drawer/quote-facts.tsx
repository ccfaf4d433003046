import type { QuoteDetail } from '@yardage/contract/quotes';
import { formatMoney } from '@yardage/domain/money';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { FactStrip } from '#web/patterns/info-card.tsx';
import { QUOTES_MESSAGES as MESSAGES, QUOTE_FIELDS } from '../../quotes.messages.ts';
import { ExpiryMark } from '../quote-end.tsx';
import { totalOf } from './quote-lines.ts';

/** The most important facts: how long the prices are valid, the total, and whom to call. */
export function QuoteFacts({ quote, today }: { quote: QuoteDetail; today: string }) {
  const { startDate, terminationDate } = quote;
  const valid = (
    <>
      {terminationDate === null
        ? MESSAGES.validFromOn(formatDay(startDate))
        : MESSAGES.validBetween(formatDay(startDate), formatDay(terminationDate))}
      <ExpiryMark quote={quote} today={today} />
    </>
  );
  return (
    <FactStrip
      facts={[
        { label: MESSAGES.valid, value: valid, isWide: true },
        { label: MESSAGES.totalBeforeTax, value: formatMoney(totalOf(quote.quoteProducts)) },
        { label: QUOTE_FIELDS.salesPersonName, value: quote.salesPersonName },
      ]}
    />
  );
}
