import type { Transaction } from '#server/database/database';
import type { MailService } from '#server/features/mail/mail.service';
import { findPayerToTell, type PaymentEvent } from './payment-mails.queries.ts';
import { PAYMENT_MAILS } from './payments.messages.ts';

/** Mails the payer what became of a payment, if the transaction that records it commits. */
export type TellPayer = (transaction: Transaction, paymentId: number, event: PaymentEvent) => Promise<void>;

/** The mails about payments, with the payment's document as it stands when the mail goes out. */
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
