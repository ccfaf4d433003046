import { sendStatementEmail } from '@yardage/contract/statements';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';

/** Mails the statement (API-41). */
export function mailStatement(customer: CustomerKey, statementDate: string, body: MailBody) {
  return api.call(sendStatementEmail, { ...ofCustomer(customer, { statementDate }), body });
}
