import { sendTicketEmail } from '@yardage/contract/tickets';
import { api } from '#web/lib/api.ts';
import type { DatasetKey } from '#web/lib/customer/customer-store.ts';
import { ofDataset } from '#web/lib/query/of-customer.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';

/** Mails the delivery ticket (API-11). */
export function mailTicket(customer: DatasetKey, ticketId: number, body: MailBody) {
  return api.call(sendTicketEmail, { ...ofDataset(customer, { ticketId }), body });
}
