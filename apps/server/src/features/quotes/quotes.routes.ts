import { getQuote, getQuotePdf, listQuotes, sendQuoteEmail } from '@yardage/contract/quotes';
import type { Area } from '#server/features/area';
import { quotesService } from './quotes.service.ts';

/** Routes of API-13 to API-16. */
export const quotesArea: Area = (bind, services) => {
  const quotes = quotesService(services);
  bind(listQuotes, ({ scope, query }) => quotes.list(scope, query));
  bind(getQuote, ({ scope, params }) => quotes.detail(scope, params.id));
  bind(getQuotePdf, ({ scope, params, signal }) => quotes.pdf(scope, params.id, signal));
  bind(sendQuoteEmail, ({ scope, params, body, requestId }) => quotes.sendEmail(scope, params.id, body, requestId));
};
