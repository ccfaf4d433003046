import { PERMISSIONS } from '@yardage/contract/permissions';
import type { QuoteDetail, QuoteRow } from '@yardage/contract/quotes';
import { formatDay } from '@yardage/domain/dates';
import { formatDollars, formatMoney } from '@yardage/domain/money';
import { formatQuantity } from '@yardage/domain/quantities';
import { quoteStatusLabel } from '@yardage/domain/quotes';
import type { Finding } from '#server/adapters/assistant/port';
import { quotesService } from '#server/features/quotes/quotes.service';
import { ASSISTANT_MESSAGES as MESSAGES, SUBJECTS } from '../assistant.messages.ts';
import { findPrices, type ProductPrice } from '../assistant.queries.ts';
import {
  cell,
  held,
  isNumber,
  linkCell,
  links,
  listAddress,
  narrowing,
  onlyText,
  pageFor,
  pageOf,
  recordOf,
  table,
  toList,
  toRecord,
} from '../finding.ts';
import { type MakeTools, ORDER_TYPE } from './tool.ts';

const { areas, headers, prices, quote: words } = MESSAGES;
const MOST_PRICES = 40;
const MOST_SENTENCES = 3;
const access = { anyOf: [PERMISSIONS.QUOTES_VIEW], subject: SUBJECTS.quotes } as const;
const STATUS_OF = { active: 'Active', inactive: 'Inactive' } as const;

/** Tools that list quotes, show one, and find prices. */
export const quoteTools: MakeTools<'list_quotes' | 'show_quote' | 'find_prices'> = (services) => {
  const quotes = quotesService(services);
  return {
    list_quotes: {
      ...access,
      async run(scope, { count, from, to, search, status }) {
        const tab = status ? STATUS_OF[status] : 'All';
        const query = { ...pageOf(count, search), startDate: from, endDate: to, status: tab } as const;
        const { items, totalCount } = held(await quotes.list(scope, query));
        const what = status ? words.kinds[status] : words.what;
        const asked = { from, to, search };
        if (items.length === 0) return onlyText(MESSAGES.none(`${what}s${narrowing(asked)}`));
        return {
          text: `${MESSAGES.showing(items.length, totalCount, what)}${narrowing(asked)}.`,
          blocks: [
            table(
              areas.quotes,
              [headers.quote, headers.name, headers.validUntil, headers.status],
              items.map((row) => [
                linkCell(recordFor(row)),
                cell(row.quoteName),
                cell(validUntil(row)),
                cell(quoteStatusLabel(row.isActive)),
              ]),
            ),
            links(toList(areas.quotes, listAddress(`/quotes?status=${tab}`, asked))),
          ],
          records: items.map(recordFor),
        };
      },
    },

    show_quote: {
      ...access,
      async run(scope, { number }) {
        const page = number ? pageFor(number) : pageOf(1);
        const { items } = held(await quotes.list(scope, page));
        const row = number
          ? items.find(({ quoteNumber }) => isNumber(quoteNumber, number) || isNumber(quoteNumber, `Q${number}`))
          : items[0];
        if (!row) return onlyText(number ? MESSAGES.notFound(words.what, number) : MESSAGES.none(`${words.what}s`));
        return describe(held(await quotes.detail(scope, row.id)));
      },
    },

    find_prices: {
      ...access,
      subject: SUBJECTS.prices,
      async run(scope, input) {
        const found = await findPrices(services.database, scope, { ...input, orderType: input.material && ORDER_TYPE[input.material] });
        return found.length > 0
          ? describePrices(found)
          : onlyText(prices.none(`${input.product ?? prices.nothingAsked}${narrowing(input)}`));
      },
    },
  };
};

function describePrices(found: readonly ProductPrice[]): Finding {
  const shown = found.slice(0, MOST_PRICES);
  const priceOf = ({ unitPriceCents, unitOfMeasure }: ProductPrice) => prices.per(formatMoney(unitPriceCents), unitOfMeasure);
  const products = [...Map.groupBy(shown, ({ product }) => product).values()];
  const records = shown.flatMap(({ quoteId, quoteNumber }) => (quoteId && quoteNumber ? [recordFor({ quoteNumber, id: quoteId })] : []));
  const sentences = products.map((lines) => {
    const onList = lines.find(({ quoteId }) => quoteId === null);
    const quotes = lines.filter(({ quoteId }) => quoteId !== null);
    const title = `${lines[0]?.product} ${lines[0]?.description}`;
    return prices.summary(title, quotes.length > 0 ? prices.quoted(quotes.length) : '', onList ? prices.onList(priceOf(onList)) : '');
  });
  return {
    text: [...(products.length > MOST_SENTENCES ? [prices.many(products.length)] : sentences), prices.looked].join(' '),
    blocks: [
      table(
        prices.label,
        [headers.product, prices.where, headers.job, `#${headers.price}`],
        shown.map((line) => [
          cell(line.product),
          line.quoteId && line.quoteNumber ? linkCell(recordFor({ quoteNumber: line.quoteNumber, id: line.quoteId })) : cell(prices.listed),
          cell(line.quoteName),
          cell(priceOf(line)),
        ]),
      ),
      links(toList(areas.quotes, '/quotes?status=Active')),
    ],
    records: [...new Map(records.map((record) => [record.href, record])).values()],
  };
}

const recordFor = ({ quoteNumber, id }: Pick<QuoteRow, 'quoteNumber' | 'id'>) => recordOf('quote', quoteNumber, id);
const validUntil = ({ terminationDate }: Pick<QuoteRow, 'terminationDate'>): string =>
  terminationDate ? formatDay(terminationDate) : words.open;

function describe(quote: QuoteDetail): Finding {
  const record = recordFor(quote);
  return {
    text: `${words.stands(quote.quoteNumber, quote.quoteName, quoteStatusLabel(quote.isActive))} ${words.until(validUntil(quote))}`,
    blocks: [
      table(
        words.label,
        [headers.product, `#${headers.quantity}`, `#${headers.price}`],
        quote.quoteProducts.map((line) => [
          cell(line.description),
          cell(formatQuantity(line.quantity, line.unitOfMeasure)),
          cell(formatDollars(line.price)),
        ]),
      ),
      links(toRecord(record)),
    ],
    records: [record],
  };
}
