import { sendOrderEmail } from '@yardage/contract/orders';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';

/** Mails the order confirmation (API-07). */
export function mailOrder(customer: CustomerKey, orderId: number, body: MailBody) {
  return api.call(sendOrderEmail, { ...ofCustomer(customer, { orderId }), body });
}
