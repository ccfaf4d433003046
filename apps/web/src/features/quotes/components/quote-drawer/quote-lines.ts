import type { QuoteDetail } from '@yardage/contract/quotes';
import { type Cents, centsOf, extend } from '@yardage/domain/money';

export type QuoteLine = QuoteDetail['quoteProducts'][number];

/** Returns the amount of a line, rounded to the cent as in the PDF. */
export function amountOf({ price, quantity }: QuoteLine): Cents {
  return extend(centsOf(price), quantity);
}

/** Returns the total of the quoted quantities before tax. */
export function totalOf(lines: readonly QuoteLine[]): Cents {
  return lines.reduce((sum, line) => sum + amountOf(line), 0);
}
