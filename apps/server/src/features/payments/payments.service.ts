import type { Answer, Input } from '@yardage/contract/endpoint';
import {
  type getCartPayment,
  type initiatePayment,
  type listCartHistory,
  type listInvoiceHistory,
  type PaymentOutcome,
  type PaymentRequest,
  type resolvePaymentAttempt,
  sendReceiptEmail,
} from '@yardage/contract/payments';
import { PAYMENT_RESULTS, resultOfCode } from '@yardage/domain/payment-status';
import { SETTLES_LATER } from '@yardage/domain/saved-methods';
import type { Member } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { MAIL_SUBJECTS } from '#server/features/mail/mail.messages';
import { recordDocuments } from '#server/features/mail/record-documents';
import { JsonText } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { findAttempt, withdrawAttempt } from './payment-attempts.queries.ts';
import { paymentInitiation } from './payment-initiation.service.ts';
import { RECEIPT_CODES } from './payment-mails.queries.ts';
import { typedMeansOf } from './payment-request.ts';
import { receiptDocument } from './payments.document.ts';
import * as queries from './payments.queries.ts';

/** The operations on payments. */
export function paymentsService(services: AreaServices) {
  const { database } = services;
  const initiate = paymentInitiation(services);
  const findOutcome = async (actor: Member, cartId: string) => orNotFound(await queries.findOutcome(database, actor, cartId));

  return {
    async initiate(scope: Scope, request: PaymentRequest, requestId: string): Promise<Answer<typeof initiatePayment>> {
      const { cartId, isNew } = await initiate(scope, request, requestId);
      const data = JSON.parse(await findOutcome(scope, cartId)) as PaymentOutcome;
      const result = resultOfCode(data.status);
      const answer = { success: result !== PAYMENT_RESULTS.unpaid, data };
      if (!('isMethodSaved' in request) || !request.isMethodSaved) return answer;
      // Saved only after success: a card if it is paid, an e-check if it is pending, as it always is at first.
      const hasSucceeded = result === PAYMENT_RESULTS.paid || (SETTLES_LATER[request.paymentMethod] && result === PAYMENT_RESULTS.pending);
      if (!isNew || !hasSucceeded) return { ...answer, isMethodSaved: false };
      const email = request.metadata.customerEmail.trim();
      return { ...answer, isMethodSaved: await services.savedMethods.saveAfterPayment(scope, typedMeansOf(request), email, requestId) };
    },

    /**
     * Returns the outcome of an attempt whose response was lost. If it created no payment, it is withdrawn, so that this response stays
     * true.
     */
    async resolveAttempt(scope: Scope, reference: string): Promise<Answer<typeof resolvePaymentAttempt>> {
      const attempt = await database.transaction(scope, async (transaction) => {
        await withdrawAttempt(transaction, scope, reference);
        return findAttempt(transaction, scope, reference);
      });
      return { payment: attempt ? (JSON.parse(await findOutcome(scope, attempt.cartId)) as PaymentOutcome) : null };
    },

    async outcome(scope: Scope, cartId: string): Promise<JsonText<Answer<typeof getCartPayment>>> {
      return new JsonText(await findOutcome(scope, cartId));
    },

    async cartHistory(scope: Scope, query: Input<typeof listCartHistory>['query']): Promise<JsonText<Answer<typeof listCartHistory>>> {
      const { startDate, endDate, paymentResult, ...page } = query;
      const filter = {
        from: startDate,
        to: endDate,
        timeZone: scope.timeZone,
        paymentResult: paymentResult ? Number(paymentResult) : undefined,
      };
      return new JsonText(await queries.listCartHistory(database, scope, page, filter));
    },

    async invoiceHistory(
      scope: Scope,
      query: Input<typeof listInvoiceHistory>['query'],
    ): Promise<JsonText<Answer<typeof listInvoiceHistory>>> {
      const { invoiceDocumentNumber, ...page } = query;
      const filter = { timeZone: scope.timeZone, documentNumber: invoiceDocumentNumber };
      return new JsonText(await queries.listInvoiceHistory(database, scope, page, filter));
    },

    ...recordDocuments<string, queries.PaymentForDocument>(services, {
      endpoint: sendReceiptEmail,
      mailCodes: RECEIPT_CODES,
      name: 'Payment',
      find: (actor, cartId) => queries.findPaymentForDocument(database, actor, cartId),
      number: ({ cartId }) => cartId,
      subject: ({ cartId }) => MAIL_SUBJECTS.payment(cartId),
      document: receiptDocument,
    }),
  };
}
