import type { Answer, Input } from '@yardage/contract/endpoint';
import type { getQuote, listQuotes, QuoteDetail, sendQuoteEmail } from '@yardage/contract/quotes';
import { z } from 'zod';
import type { Member } from '#server/database/database';
import { renderDocument } from '#server/documents/render-document';
import type { AreaServices } from '#server/features/area';
import { JsonText, PdfFile } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { quoteDocument } from './quotes.document.ts';
import * as queries from './quotes.queries.ts';

const MAIL_KIND = 'quote';
const mailReference = z.strictObject({ quoteId: z.int() });
const IS_ACTIVE: Readonly<Record<string, boolean>> = { Active: true, Inactive: false };

/** What can be done with quotes. */
export function quotesService({ database, branding, mail }: AreaServices) {
  const find = async (actor: Member, quoteId: number) => orNotFound(await queries.findQuote(database, actor, quoteId));
  const makePdf = async (actor: Member, quoteId: number): Promise<PdfFile> => {
    const quote = JSON.parse(await find(actor, quoteId)) as QuoteDetail;
    return new PdfFile(`Quote_${quote.quoteNumber}.pdf`, await renderDocument(branding, quoteDocument(quote)));
  };

  mail.attach(MAIL_KIND, mailReference, async (actor, reference) => [await makePdf(actor, reference.quoteId)]);

  return {
    async list(scope: Scope, query: Input<typeof listQuotes>['query']): Promise<JsonText<Answer<typeof listQuotes>>> {
      const { startDate, endDate, status, ...page } = query;
      const filter = { from: startDate, to: endDate, isActive: IS_ACTIVE[status ?? ''] };
      return new JsonText(await queries.listQuotes(database, scope, page, filter));
    },

    async detail(scope: Scope, quoteId: number): Promise<JsonText<Answer<typeof getQuote>>> {
      return new JsonText(await find(scope, quoteId));
    },

    pdf: makePdf,

    async sendEmail(scope: Scope, quoteId: number, body: Input<typeof sendQuoteEmail>['body'], requestId: string) {
      const quote = JSON.parse(await find(scope, quoteId)) as QuoteDetail;
      await mail.request(scope, {
        kind: MAIL_KIND,
        reference: { quoteId },
        subject: `Quote ${quote.quoteNumber}: ${quote.quoteName}`,
        body,
        action: 'quotes.send-email',
        requestId,
      });
      return { message: `Quote successfully emailed on ${body.email}` };
    },
  };
}
