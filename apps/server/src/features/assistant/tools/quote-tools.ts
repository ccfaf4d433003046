import { PERMISSIONS } from '@yardage/contract/permissions';
import type { QuoteDetail, QuoteRow } from '@yardage/contract/quotes';
import { dayAt, formatDay } from '@yardage/domain/dates';
import { centsOf, formatMoney } from '@yardage/domain/money';
import { QUOTE_STATUS_NAMES } from '@yardage/domain/names.messages';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { formatQuantity } from '@yardage/domain/quantities';
import { adjustmentStart, quoteStatusLabel } from '@yardage/domain/quotes';
import type { ToolResult } from '#server/adapters/assistant/port';
import { quotesService } from '#server/features/quotes/quotes.service';
import type { Scope } from '#server/http/scope';
import { COUNTED, ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import { findPrices, type ProductPrice } from '../assistant.queries.ts';
import {
  cell,
  countOfRows,
  isNumber,
  linkCell,
  links,
  listAddress,
  narrowing,
  noneOf,
  onlyText,
  pageFor,
  pageOf,
  parsed,
  recordOf,
  table,
  toList,
  toRecord,
} from '../tool-result.ts';
import { idOfNumber, type MakeTools } from './tool.ts';

const MAX_PRICES = 40;
const MAX_SENTENCES = 3;
const access = { anyOf: [PERMISSIONS.QUOTES_VIEW], subject: 'quotes' } as const;
const STATUS_OF = { active: 'Active', inactive: 'Inactive' } as const;

/** Tools that list quotes, show one, and find prices. */
export const quoteTools: MakeTools<'list_quotes' | 'show_quote' | 'find_prices'> = (services) => {
  const quotes = quotesService(services);

  async function findId(scope: Scope, number: string | undefined): Promise<number | undefined> {
    if (!number) return parsed(await quotes.list(scope, pageOf(1))).items[0]?.id;
    const search = async () => {
      const { items } = parsed(await quotes.list(scope, pageFor(number)));
      return items.find(({ quoteNumber }) => isNumber(quoteNumber, number) || isNumber(quoteNumber, `Q${number}`));
    };
    return idOfNumber(services.database, scope, { kind: 'quote', number, search });
  }

  return {
    list_quotes: {
      ...access,
      async run(scope, { count, from, to, search, status }) {
        const tab = status ? STATUS_OF[status] : 'All';
        const query = { ...pageOf(count, search), startDate: from, endDate: to, status: tab } as const;
        const { items, totalCount } = parsed(await quotes.list(scope, query));
        const counted = status ? COUNTED[`${status}Quote`] : COUNTED.quote;
        const asked = { from, to, search };
        if (items.length === 0) return noneOf(counted, narrowing(asked));
        return {
          text: `${countOfRows(items.length, totalCount, counted)}${narrowing(asked)}.`,
          blocks: [
            table(
              MESSAGES.areas.quotes,
              [MESSAGES.headers.quote, MESSAGES.headers.name, MESSAGES.headers.validUntil, MESSAGES.headers.status],
              items.map((row) => [
                linkCell(recordFor(row)),
                cell(row.quoteName),
                cell(validUntil(row)),
                cell(QUOTE_STATUS_NAMES[quoteStatusLabel(row.isActive)]),
              ]),
            ),
            links(toList(MESSAGES.areas.quotes, listAddress(`/quotes?status=${tab}`, asked))),
          ],
          records: items.map(recordFor),
        };
      },
    },

    show_quote: {
      ...access,
      async run(scope, { number }) {
        const id = await findId(scope, number);
        if (id === undefined) return number ? onlyText(MESSAGES.notFound('quote', number)) : noneOf(COUNTED.quote);
        return describe(parsed(await quotes.detail(scope, id)), dayAt(new Date(), scope.timeZone));
      },
    },

    find_prices: {
      ...access,
      subject: 'prices',
      async run(scope, input) {
        const today = dayAt(new Date(), scope.timeZone);
        const orderType = input.material && ORDER_TYPE[input.material];
        const found = await findPrices(services.database, scope, { ...input, orderType, today });
        return found.length > 0
          ? describePrices(found)
          : onlyText(MESSAGES.prices.none(`${input.product ?? MESSAGES.prices.nothingAsked}${narrowing(input)}`));
      },
    },
  };
};

function describePrices(found: readonly ProductPrice[]): ToolResult {
  const shown = found.slice(0, MAX_PRICES);
  const priceOf = ({ unitPriceCents, unitOfMeasure }: ProductPrice) => MESSAGES.prices.per(formatMoney(unitPriceCents), unitOfMeasure);
  const products = [...Map.groupBy(found, ({ product }) => product).values()];
  const records = shown.flatMap(({ quoteId, quoteNumber }) => (quoteId && quoteNumber ? [recordFor({ quoteNumber, id: quoteId })] : []));
  const sentences = products.map((lines) => {
    const onList = lines.find(({ quoteId }) => quoteId === null);
    // A quote may list a product several times.
    const quotes = new Set(lines.flatMap(({ quoteId }) => quoteId ?? []));
    const title = `${lines[0]?.product} ${lines[0]?.description}`;
    const where = [
      ...(quotes.size > 0 ? [MESSAGES.prices.quoted(quotes.size)] : []),
      ...(onList ? [MESSAGES.prices.onList(priceOf(onList))] : []),
    ];
    return `${title}: ${where.join('; ')}.`;
  });
  return {
    text: [
      ...(products.length > MAX_SENTENCES ? [MESSAGES.prices.many(products.length)] : sentences),
      ...(found.length > shown.length ? [MESSAGES.prices.first(shown.length)] : []),
      MESSAGES.prices.looked,
    ].join(' '),
    blocks: [
      table(
        MESSAGES.prices.label,
        [MESSAGES.headers.product, MESSAGES.prices.where, MESSAGES.headers.job, `#${MESSAGES.headers.price}`],
        shown.map((line) => [
          cell(line.product),
          line.quoteId && line.quoteNumber
            ? linkCell(recordFor({ quoteNumber: line.quoteNumber, id: line.quoteId }))
            : cell(MESSAGES.prices.listed),
          cell(line.quoteName),
          cell(priceOf(line)),
        ]),
      ),
      links(toList(MESSAGES.areas.quotes, '/quotes?status=Active')),
    ],
    records: [...new Map(records.map((record) => [record.href, record])).values()],
  };
}

const recordFor = ({ quoteNumber, id }: Pick<QuoteRow, 'quoteNumber' | 'id'>) => recordOf('quote', quoteNumber, id);
const validUntil = ({ terminationDate }: Pick<QuoteRow, 'terminationDate'>): string =>
  terminationDate ? formatDay(terminationDate) : MESSAGES.quote.open;

function describe(quote: QuoteDetail, today: string): ToolResult {
  const record = recordFor(quote);
  const isOver = quote.terminationDate !== null && quote.terminationDate < today;
  const adjustedFrom = adjustmentStart(quote.startDate);
  const isAdjusted = quote.priceAdjustment !== null && adjustedFrom <= today;
  const added = isAdjusted ? centsOf(quote.priceAdjustment ?? 0) : 0;
  const sentences = [
    MESSAGES.quote.stands(quote.quoteNumber, quote.quoteName, QUOTE_STATUS_NAMES[quoteStatusLabel(quote.isActive)].toLowerCase()),
    isOver ? MESSAGES.quote.over(validUntil(quote)) : MESSAGES.quote.until(validUntil(quote)),
    ...(added !== 0 ? [MESSAGES.quote.adjusted(formatMoney(added), formatDay(adjustedFrom))] : []),
  ];
  return {
    text: sentences.join(' '),
    blocks: [
      table(
        MESSAGES.quote.label,
        [MESSAGES.headers.product, `#${MESSAGES.headers.quantity}`, `#${MESSAGES.headers.price}`],
        quote.quoteProducts.map((line) => [
          cell(line.description),
          cell(formatQuantity(line.quantity, line.unitOfMeasure)),
          cell(formatMoney(centsOf(line.price) + added)),
        ]),
      ),
      links(toRecord(record)),
    ],
    records: [record],
  };
}
