import type { QuoteDetail } from '@yardage/contract/quotes';
import { formatDay } from '@yardage/domain/dates';
import { centsOf, formatDollars, formatMoney, lineAmount } from '@yardage/domain/money';
import { QUOTE_STATUS_NAMES } from '@yardage/domain/names.messages';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import { quoteStatusLabel } from '@yardage/domain/quotes';
import type { DocumentDefinition, Section, TableSection } from '#server/documents/document-definition';
import { LABELS, QUOTE_DOCUMENT as TEXTS } from '#server/documents/documents.messages';
import type { QuoteForDocument } from './quotes.queries.ts';

/** The quote document: products, prices, validity and terms. Only a quote that can still be accepted has lines to accept it on. */
export function quoteDocument(quote: QuoteForDocument): DocumentDefinition {
  const hasEnded = quote.isActive === false || quote.isExpired;
  return {
    title: LABELS.quote,
    number: quote.quoteNumber,
    status: quote.isExpired && quote.isActive !== false ? TEXTS.expired : QUOTE_STATUS_NAMES[quoteStatusLabel(quote.isActive)],
    facts: [
      { label: LABELS.customer, value: quote.customerName, span: 2 },
      { label: LABELS.quote, value: quote.quoteName, span: 2 },
      { label: LABELS.date, value: formatDay(quote.quoteDate) },
      { label: TEXTS.type, value: quote.quoteType },
      { label: TEXTS.jobAddress, value: quote.quoteAddress, span: 2 },
      { label: TEXTS.validFrom, value: formatDay(quote.startDate) },
      { label: TEXTS.validUntil, value: quote.terminationDate ? formatDay(quote.terminationDate) : TEXTS.furtherNotice },
      { label: TEXTS.specification, value: quote.specJob },
      { label: LABELS.plant, value: quote.plantCode },
      { label: TEXTS.salesPerson, value: quote.salesPersonName, span: 2 },
    ],
    sections: [
      products(quote),
      ...terms(quote),
      ...(hasEnded ? [] : [{ kind: 'signature', labels: [TEXTS.acceptedBy, LABELS.date] } as const]),
    ],
  };
}

function products(quote: QuoteDetail): TableSection {
  const amounts = quote.quoteProducts.map((line) => lineAmount(centsOf(line.price), line.quantity));
  return {
    kind: 'table',
    heading: TEXTS.products,
    columns: [
      { header: LABELS.product },
      { header: LABELS.description, canWrap: true },
      { header: LABELS.quantity, align: 'right' },
      { header: LABELS.unit },
      { header: LABELS.price, align: 'right' },
      { header: LABELS.amount, align: 'right' },
    ],
    rows: quote.quoteProducts.map((line, index) => [
      line.productNumber,
      line.description,
      formatQuantityOnPaper(line.quantity),
      line.unitOfMeasure,
      formatDollars(line.price),
      formatMoney(amounts[index] ?? 0),
    ]),
    footer: [TEXTS.totalBeforeTax, '', '', '', '', formatMoney(amounts.reduce((sum, amount) => sum + amount, 0))],
    emptyText: TEXTS.noProducts,
  };
}

function terms({ terms: text, priceAdjustment }: QuoteDetail): Section[] {
  const adjustment = priceAdjustment ? TEXTS.adjustment(formatDollars(priceAdjustment)) : '';
  const all = [text ?? '', adjustment].filter(Boolean).join('\n');
  return all ? [{ kind: 'text', heading: TEXTS.terms, text: all }] : [];
}
