import { formatMoney } from '@yardage/domain/money';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { Card } from '#web/patterns/card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { QUOTES_MESSAGES as WORDS } from '../../quotes.messages.ts';
import { amountOf, type QuoteLine, totalOf } from './quote-lines.ts';

const amountText = (line: QuoteLine): string => formatAmount(amountOf(line) / 100);

const COLUMNS = [
  { header: WORDS.product, value: ({ productNumber }: QuoteLine) => productNumber },
  { header: WORDS.description, value: ({ description }: QuoteLine) => description },
  { header: WORDS.quantity, isNumber: true, value: ({ quantity }: QuoteLine) => formatNumber(quantity) },
  { header: WORDS.unit, value: ({ unitOfMeasure }: QuoteLine) => unitOfMeasure },
  { header: WORDS.price, isNumber: true, value: ({ price }: QuoteLine) => formatAmount(price) },
  { header: WORDS.amount, isNumber: true, value: amountText },
];

/** A quote's products with quantity and price (QUO-03). */
export function QuoteProducts({ lines }: { lines: readonly QuoteLine[] }) {
  return (
    <Card title={WORDS.products}>
      <LineTable
        label={WORDS.products}
        columns={COLUMNS}
        card={(line) => ({
          title: line.productNumber,
          result: formatMoney(amountOf(line)),
          details: [line.description, WORDS.times(formatQuantity(line.quantity, line.unitOfMeasure), formatCurrency(line.price))],
        })}
        lines={lines}
        emptyText={WORDS.noProducts}
        total={{ label: WORDS.totalBeforeTax, value: formatMoney(totalOf(lines)) }}
      />
    </Card>
  );
}
