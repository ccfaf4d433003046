import type { Transaction } from '#server/database/database';
import type { MailService } from '#server/features/mail/mail.service';
import { findPayerToTell, type PaymentEvent } from './payment-mails.queries.ts';
import { PAYMENT_MAILS } from './payments.messages.ts';

/** Queues a mail to the payer about a payment, in the transaction that records the event. */
export type TellPayer = (transaction: Transaction, paymentId: number, event: PaymentEvent) => Promise<void>;

/** The mails about payments. The attached document is rendered when the mail is sent. */
export function paymentMails(mail: Pick<MailService, 'enclose'>, brand: { platformName: string; publicUrl: string }): TellPayer {
  return async (transaction, paymentId, event) => {
    const payer = await findPayerToTell(transaction, paymentId, event);
    if (!payer) return;
    await mail.enclose(transaction, {
      customerId: payer.customerId,
      requestedBy: payer.userId,
      documentKind: 'payment',
      documentReference: { id: payer.cartId, withPrices: true },
      to: payer.email,
      subject: PAYMENT_MAILS[event].subject(payer.cartId),
      message: PAYMENT_MAILS[event].text(payer, brand),
    });
  };
}
