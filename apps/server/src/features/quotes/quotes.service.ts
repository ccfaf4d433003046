import type { Answer, Input } from '@yardage/contract/endpoint';
import { type getQuote, type listQuotes, sendQuoteEmail } from '@yardage/contract/quotes';
import type { AreaServices } from '#server/features/area';
import { MAIL_SUBJECTS } from '#server/features/mail/mail.messages';
import { recordDocuments } from '#server/features/mail/record-documents';
import { JsonText } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { quoteDocument } from './quotes.document.ts';
import * as queries from './quotes.queries.ts';

const IS_ACTIVE: Readonly<Record<string, boolean>> = { Active: true, Inactive: false };

/** The operations on quotes. */
export function quotesService(services: AreaServices) {
  const { database } = services;
  return {
    async list(scope: Scope, query: Input<typeof listQuotes>['query']): Promise<JsonText<Answer<typeof listQuotes>>> {
      const { startDate, endDate, status, ...page } = query;
      const filter = { from: startDate, to: endDate, isActive: IS_ACTIVE[status ?? ''] };
      return new JsonText(await queries.listQuotes(database, scope, page, filter));
    },

    async detail(scope: Scope, quoteId: number): Promise<JsonText<Answer<typeof getQuote>>> {
      return new JsonText(orNotFound(await queries.findQuote(database, scope, quoteId)));
    },

    ...recordDocuments<number, queries.QuoteForDocument>(services, {
      endpoint: sendQuoteEmail,
      name: 'Quote',
      find: (actor, quoteId) => queries.findQuoteForDocument(database, actor, quoteId),
      number: ({ quoteNumber }) => quoteNumber,
      subject: ({ quoteNumber, quoteName }) => MAIL_SUBJECTS.quote(quoteNumber, quoteName),
      document: quoteDocument,
    }),
  };
}
