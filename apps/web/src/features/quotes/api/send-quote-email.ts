import { sendQuoteEmail } from '@yardage/contract/quotes';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';

/** Mails the quote (API-16). */
export function mailQuote(customer: CustomerKey, id: number, body: MailBody) {
  return api.call(sendQuoteEmail, { ...ofCustomer(customer, { id }), body });
}
