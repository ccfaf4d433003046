import { sendQuoteEmail } from '@yardage/contract/quotes';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';

/** Mails the quote (API-16). */
export function mailQuote({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, id: number, body: MailBody) {
  return api.call(sendQuoteEmail, { params: { globalCustomerNumber, id }, query: { customerNumber, datasourceId }, body });
}
