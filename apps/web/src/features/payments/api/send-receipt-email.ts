import { sendReceiptEmail } from '@yardage/contract/payments';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';

/** Mails the receipt of a payment (API-37). */
export function mailReceipt(customer: CustomerKey, cartId: string, body: MailBody) {
  return api.call(sendReceiptEmail, { ...ofCustomer(customer, { cartId }), body });
}
