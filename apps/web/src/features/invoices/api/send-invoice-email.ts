import { sendInvoiceEmail } from '@yardage/contract/invoices';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';
import type { InvoiceOrigin } from '../invoice-origin.ts';

/** Mails the invoice (API-27). */
export function mailInvoice(customer: CustomerKey, documentNumber: string, body: MailBody, { orderId, ticketId }: InvoiceOrigin) {
  return api.call(sendInvoiceEmail, {
    ...ofCustomer(customer, { documentNumber }),
    body: { ...body, orderId: orderId ?? null, ticketId: ticketId ?? null },
  });
}
