import { z } from 'zod';
import { customerParams } from './customers.ts';
import { pdfAnswer } from './documents.ts';
import { defineEndpoint } from './endpoint.ts';
import { QUOTE_SORT_KEYS, QUOTE_TABS } from './lists.ts';
import { sendMailBody } from './mail.ts';
import { pagedResult, pageParams } from './paging.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, day, idInPath, messageAnswer, oneOf, quantity } from './scalars.ts';

/** A row of the quotes list (QUO-03). */
export const quoteRow = z.strictObject({
  id: z.int(),
  quoteNumber: z.string(),
  customerName: z.string(),
  quoteAddress: z.string(),
  startDate: z.iso.date(),
  terminationDate: z.iso.date().nullable(),
  isActive: z.boolean().nullable(),
  priceAdjustment: z.number().nullable(),
  salesPersonName: z.string(),
  plantCode: z.string(),
  quoteDate: z.iso.date(),
  specJob: z.string().nullable(),
  quoteName: z.string(),
  quoteType: z.string(),
});
export type QuoteRow = z.infer<typeof quoteRow>;

/** A quote with its products. */
export const quoteDetail = quoteRow.extend({
  terms: z.string().nullable(),
  quoteProducts: z.array(
    z.strictObject({ productNumber: z.string(), description: z.string(), quantity, unitOfMeasure: z.string(), price: z.number() }),
  ),
});
export type QuoteDetail = z.infer<typeof quoteDetail>;

const quoteParams = customerParams.extend({ id: idInPath });
const quoteQuery = z.object({ ...customerQuery });

export const listQuotes = defineEndpoint({
  id: 'quotes.list',
  requirement: 'API-13',
  summary: 'Quotes of a customer, by the day they were made',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/quotes',
  access: { anyOf: [PERMISSIONS.QUOTES_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object({
    ...customerQuery,
    ...pageParams(QUOTE_SORT_KEYS),
    startDate: day.optional(),
    endDate: day.optional(),
    status: oneOf(['', ...Object.values(QUOTE_TABS)]).optional(),
  }),
  answer: pagedResult(quoteRow),
});

export const getQuote = defineEndpoint({
  id: 'quotes.detail',
  requirement: 'API-14',
  summary: 'One quote with its products and prices',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/quotes/:id',
  access: { anyOf: [PERMISSIONS.QUOTES_VIEW] },
  scope: 'customer',
  params: quoteParams,
  query: quoteQuery,
  answer: quoteDetail,
});

export const getQuotePdf = defineEndpoint({
  id: 'quotes.pdf',
  requirement: 'API-15',
  summary: 'The quote as PDF',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/quotes/:id/viewpdf',
  access: { anyOf: [PERMISSIONS.QUOTES_VIEW_PDF] },
  scope: 'customer',
  params: quoteParams,
  query: quoteQuery,
  answer: pdfAnswer,
  answersPdf: true,
  weight: 5,
});

export const sendQuoteEmail = defineEndpoint({
  id: 'quotes.send-email',
  requirement: 'API-16',
  summary: 'Mails the quote',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/quotes/:id/send-email',
  access: { anyOf: [PERMISSIONS.QUOTES_VIEW_PDF] },
  scope: 'customer',
  params: quoteParams,
  query: quoteQuery,
  body: sendMailBody,
  answer: messageAnswer,
  weight: 20,
});
