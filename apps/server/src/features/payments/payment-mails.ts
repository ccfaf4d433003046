import { withCustomer } from '@yardage/domain/customer-link';
import { formatMoney } from '@yardage/domain/money';
import { runInLanguage } from '@yardage/messages/language';
import type { Transaction } from '#server/database/database';
import type { MailService } from '#server/features/mail/mail.service';
import { findPayerToMail, type PaidBy, type PaymentEvent } from './payment-mails.queries.ts';
import { PAYMENT_MAIL_MESSAGES as MESSAGES } from './payments.messages.ts';

/** Queues a mail to the payer about a payment, in the transaction that records the event. `backCents` is the amount that went back. */
export type MailPayer = (transaction: Transaction, paymentId: number, event: PaymentEvent, backCents?: number) => Promise<void>;

interface MailBrand {
  platformName: string;
  publicUrl: string;
}

interface Mail {
  subject: string;
  message: string;
}

const paragraphs = (...texts: readonly string[]): string => texts.join('\n\n');

/** The mails about a payment to the user who made it, in the current language. */
const PAYMENT_MAILS: Record<PaymentEvent, (payment: PaidBy, brand: MailBrand, backCents: number) => Mail> = {
  receipt: (
    { globalCustomerNumber, account, firstName, cartId, amountCents, discountCents, creditCents },
    { platformName, publicUrl },
  ) => ({
    subject: MESSAGES.receiptSubject(cartId),
    message: paragraphs(
      MESSAGES.hello(firstName),
      discountCents > 0
        ? MESSAGES.settledWithDiscount(cartId, formatMoney(amountCents), formatMoney(discountCents))
        : MESSAGES.settled(cartId, formatMoney(amountCents)),
      ...(creditCents > 0 ? [MESSAGES.creditsUsed(formatMoney(creditCents))] : []),
      MESSAGES.allPayments(`${publicUrl}${withCustomer('/paymentHistory', globalCustomerNumber)}`),
      MESSAGES.howToStop,
      MESSAGES.account(account),
      platformName,
    ),
  }),
  returned: (payment, brand) => ({
    subject: MESSAGES.returnedSubject(payment.cartId),
    message: backMessage(payment, brand, returnedText(payment)),
  }),
  refunded: (payment, brand, backCents) => ({
    subject: MESSAGES.refundedSubject(payment.cartId),
    message: backMessage(payment, brand, MESSAGES.refunded(formatMoney(backCents), payment.cartId)),
  }),
  disputed: (payment, brand, backCents) => ({
    subject: MESSAGES.disputedSubject(payment.cartId),
    message: backMessage(payment, brand, MESSAGES.disputed(formatMoney(backCents), payment.cartId)),
  }),
};

/** Credits of the cart stay applied if the payment was settled before. */
function returnedText({ cartId, amountCents, creditCents, wasSettled }: PaidBy): string {
  const amount = formatMoney(amountCents);
  return wasSettled && creditCents > 0
    ? MESSAGES.returnedWithCredits(cartId, amount, formatMoney(creditCents))
    : MESSAGES.returned(cartId, amount);
}

/** The text of a mail about money that went back. */
function backMessage({ firstName, globalCustomerNumber, account }: PaidBy, { platformName, publicUrl }: MailBrand, news: string): string {
  const invoices = MESSAGES.openInvoices(`${publicUrl}${withCustomer('/invoices', globalCustomerNumber)}`);
  return paragraphs(MESSAGES.hello(firstName), news, invoices, MESSAGES.howToStop, MESSAGES.account(account), platformName);
}

/** Returns what queues the mails about payments. The attached document is rendered when the mail is sent. */
export function paymentMails(mail: Pick<MailService, 'queueDocument'>, brandOf: () => MailBrand): MailPayer {
  return async (transaction, paymentId, event, backCents = 0) => {
    const payer = await findPayerToMail(transaction, paymentId, event);
    if (!payer) return;
    await mail.queueDocument(transaction, {
      customerId: payer.customerId,
      requestedBy: payer.userId,
      documentKind: 'payment',
      documentReference: { id: payer.cartId, withPrices: true },
      to: payer.email,
      language: payer.language,
      ...runInLanguage(payer.language, () => PAYMENT_MAILS[event](payer, brandOf(), backCents)),
    });
  };
}
