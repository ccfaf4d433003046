import type { QuoteDetail } from '@yardage/contract/quotes';
import { formatDay } from '@yardage/domain/dates';
import { centsOf, extend, formatDollars, formatMoney } from '@yardage/domain/money';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import { quoteStatusLabel } from '@yardage/domain/quotes';
import type { DocumentDefinition, Section, TableSection } from '#server/documents/document-definition';

/** The quote document: products, prices, validity and terms. */
export function quoteDocument(quote: QuoteDetail): DocumentDefinition {
  return {
    title: 'Quote',
    number: quote.quoteNumber,
    status: quoteStatusLabel(quote.isActive),
    facts: [
      { label: 'Customer', value: quote.customerName, span: 2 },
      { label: 'Quote', value: quote.quoteName, span: 2 },
      { label: 'Date', value: formatDay(quote.quoteDate) },
      { label: 'Type', value: quote.quoteType },
      { label: 'Job address', value: quote.quoteAddress, span: 2 },
      { label: 'Valid from', value: formatDay(quote.startDate) },
      { label: 'Valid until', value: quote.terminationDate ? formatDay(quote.terminationDate) : 'further notice' },
      { label: 'Specification', value: quote.specJob },
      { label: 'Plant', value: quote.plantCode },
      { label: 'Sales person', value: quote.salesPersonName, span: 2 },
    ],
    sections: [products(quote), ...terms(quote), { kind: 'signature', labels: ['Accepted by', 'Date'] }],
  };
}

function products(quote: QuoteDetail): TableSection {
  const amounts = quote.quoteProducts.map((line) => extend(centsOf(line.price), line.quantity));
  return {
    kind: 'table',
    heading: 'Products and prices',
    columns: [
      { header: 'Product' },
      { header: 'Description', canWrap: true },
      { header: 'Quantity', align: 'right' },
      { header: 'Unit' },
      { header: 'Price', align: 'right' },
      { header: 'Amount', align: 'right' },
    ],
    rows: quote.quoteProducts.map((line, index) => [
      line.productNumber,
      line.description,
      formatQuantityOnPaper(line.quantity),
      line.unitOfMeasure,
      formatDollars(line.price),
      formatMoney(amounts[index] ?? 0),
    ]),
    footer: ['Total before tax', '', '', '', '', formatMoney(amounts.reduce((sum, amount) => sum + amount, 0))],
    emptyText: 'This quote lists no products.',
  };
}

function terms({ terms: text, priceAdjustment }: QuoteDetail): Section[] {
  const adjustment = priceAdjustment
    ? `From one year after the first day of validity, ${formatDollars(priceAdjustment)} is added to each unit price.`
    : '';
  const all = [text ?? '', adjustment].filter(Boolean).join('\n');
  return all ? [{ kind: 'text', heading: 'Terms', text: all }] : [];
}
