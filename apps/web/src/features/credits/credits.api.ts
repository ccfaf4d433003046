import { getCredit, getCreditPdf, listCredits, sendCreditEmail } from '@yardage/contract/credits';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams, ofCustomer } from '#web/lib/query/endpoint-query.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';
import { CREDITS_MESSAGES } from './credits.messages.ts';

/** Query parameters of the list of credits. Without dates it covers all days. */
export type CreditListParams = ListParams<typeof listCredits>;

/** Loads one page of credit memos (APY-01). */
export function creditsQuery(customer: CustomerKey, request: CreditListParams) {
  return endpointQuery(listCredits, ofCustomer(customer, {}, request), { failureText: CREDITS_MESSAGES.listFailed });
}

/** Loads one credit memo with its lines and what it was used for. */
export function creditQuery(customer: CustomerKey, documentNumber: string) {
  return endpointQuery(getCredit, ofCustomer(customer, { documentNumber }), { failureText: CREDITS_MESSAGES.detailFailed });
}

/** Loads the credit memo as a PDF. */
export function creditPdfQuery(customer: CustomerKey, documentNumber: string) {
  return endpointQuery(getCreditPdf, ofCustomer(customer, { documentNumber }), { failureText: CREDITS_MESSAGES.pdfFailed });
}

/** Mails the credit memo. */
export function mailCredit(customer: CustomerKey, documentNumber: string, body: MailBody, attempt: Attempt) {
  return api.call(sendCreditEmail, { ...ofCustomer(customer, { documentNumber }), body }, { attempt });
}
