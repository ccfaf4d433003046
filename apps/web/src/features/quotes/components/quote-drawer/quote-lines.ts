import type { QuoteDetail } from '@yardage/contract/quotes';
import { type Cents, centsOf, extend } from '@yardage/domain/money';

export type QuoteLine = QuoteDetail['quoteProducts'][number];

/** What a line comes to, to the cent, as on the quote's document. */
export function amountOf({ price, quantity }: QuoteLine): Cents {
  return extend(centsOf(price), quantity);
}

/** What the quantities quoted come to before tax. */
export function totalOf(lines: readonly QuoteLine[]): Cents {
  return lines.reduce((sum, line) => sum + amountOf(line), 0);
}
