import { sendOrderEmail } from '@yardage/contract/orders';
import { api } from '#web/lib/api.ts';
import type { DatasetKey } from '#web/lib/customer/customer-store.ts';
import { ofDataset } from '#web/lib/query/of-customer.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';

/** Mails the order confirmation (API-07). */
export function mailOrder(customer: DatasetKey, orderId: number, body: MailBody) {
  return api.call(sendOrderEmail, { ...ofDataset(customer, { orderId }), body });
}
