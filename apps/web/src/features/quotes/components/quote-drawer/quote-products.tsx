import { formatMoney } from '@yardage/domain/money';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { Card } from '#web/patterns/card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { QUOTES_MESSAGES as MESSAGES } from '../../quotes.messages.ts';
import { amountOf, type QuoteLine, totalOf } from './quote-lines.ts';

const amountText = (line: QuoteLine): string => formatAmount(amountOf(line) / 100);

const columns = () => [
  { header: MESSAGES.product, value: ({ productNumber }: QuoteLine) => productNumber },
  { header: MESSAGES.description, value: ({ description }: QuoteLine) => description },
  { header: MESSAGES.quantity, isNumber: true, value: ({ quantity }: QuoteLine) => formatNumber(quantity) },
  { header: MESSAGES.unit, value: ({ unitOfMeasure }: QuoteLine) => unitOfMeasure },
  { header: MESSAGES.price, isNumber: true, value: ({ price }: QuoteLine) => formatAmount(price) },
  { header: MESSAGES.amount, isNumber: true, value: amountText },
];

/** A quote's products with quantity and price (QUO-03). */
export function QuoteProducts({ lines }: { lines: readonly QuoteLine[] }) {
  return (
    <Card title={MESSAGES.products}>
      <LineTable
        label={MESSAGES.products}
        columns={columns()}
        card={(line) => ({
          title: line.productNumber,
          result: formatMoney(amountOf(line)),
          details: [line.description, MESSAGES.times(formatQuantity(line.quantity, line.unitOfMeasure), formatCurrency(line.price))],
        })}
        lines={lines}
        emptyText={MESSAGES.noProducts}
        total={{ label: MESSAGES.totalBeforeTax, value: formatMoney(totalOf(lines)) }}
      />
    </Card>
  );
}
