import { getQuote, getQuotePdf, listQuotes, sendQuoteEmail } from '@yardage/contract/quotes';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams, ofCustomer } from '#web/lib/query/endpoint-query.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';
import { QUOTES_MESSAGES } from './quotes.messages.ts';

/** Loads the quote as a PDF (API-15, QUO-07). */
export function quotePdfQuery(customer: CustomerKey, id: number) {
  return endpointQuery(getQuotePdf, ofCustomer(customer, { id }), { failureText: QUOTES_MESSAGES.pdfFailed });
}

/** Loads one quote with its products (API-14, QUO-06). */
export function quoteQuery(customer: CustomerKey, id: number) {
  return endpointQuery(getQuote, ofCustomer(customer, { id }), { failureText: QUOTES_MESSAGES.detailFailed });
}

/** Query parameters of the quotes list. Without dates it covers all days. */
export type QuoteListParams = ListParams<typeof listQuotes>;

/** Loads one page of quotes (API-13, ERR-13). */
export function quotesQuery(customer: CustomerKey, request: QuoteListParams) {
  return endpointQuery(listQuotes, ofCustomer(customer, {}, request), { failureText: QUOTES_MESSAGES.listFailed });
}

/** Mails the quote (API-16). */
export function mailQuote(customer: CustomerKey, id: number, body: MailBody, attempt: Attempt) {
  return api.call(sendQuoteEmail, { ...ofCustomer(customer, { id }), body }, { attempt });
}
