import type { Answer, Input } from '@yardage/contract/endpoint';
import type {
  CartHistoryRow,
  getCartPayment,
  initiatePayment,
  listCartHistory,
  listInvoiceHistory,
  PaymentOutcome,
  PaymentRequest,
  sendReceiptEmail,
} from '@yardage/contract/payments';
import { PAYMENT_RESULTS, resultOfCode } from '@yardage/domain/payment-status';
import { z } from 'zod';
import type { Member } from '#server/database/database';
import { renderDocument } from '#server/documents/render-document';
import type { AreaServices } from '#server/features/area';
import { JsonText, PdfFile } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { paymentInitiation } from './payment-initiation.service.ts';
import { receiptDocument } from './payments.document.ts';
import * as queries from './payments.queries.ts';

const MAIL_KIND = 'payment-receipt';
const mailReference = z.strictObject({ cartId: z.string() });

/** What can be done with payments. */
export function paymentsService(services: AreaServices) {
  const { database, branding, mail } = services;
  const initiate = paymentInitiation(services);
  const findOutcome = async (actor: Member, cartId: string) => orNotFound(await queries.findOutcome(database, actor, cartId));
  const makePdf = async (actor: Member, cartId: string): Promise<PdfFile> => {
    const payment = orNotFound(await queries.findPaymentForDocument(database, actor, cartId));
    return new PdfFile(`Payment_${payment.cartId}.pdf`, await renderDocument(branding, receiptDocument(payment)));
  };

  mail.attach(MAIL_KIND, mailReference, async (actor, reference) => [await makePdf(actor, reference.cartId)]);

  return {
    async initiate(scope: Scope, request: PaymentRequest, requestId: string): Promise<Answer<typeof initiatePayment>> {
      const cartId = await initiate(scope, request, requestId);
      const data = JSON.parse(await findOutcome(scope, cartId)) as PaymentOutcome;
      return { success: resultOfCode(data.status) !== PAYMENT_RESULTS.unpaid, data };
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

    pdf: makePdf,

    async sendEmail(scope: Scope, cartId: string, body: Input<typeof sendReceiptEmail>['body'], requestId: string) {
      const { cartData } = JSON.parse(await findOutcome(scope, cartId)) as { cartData: Pick<CartHistoryRow, 'cartId'> };
      await mail.request(scope, {
        kind: MAIL_KIND,
        reference: { cartId: cartData.cartId },
        subject: `Payment ${cartData.cartId}`,
        body,
        action: 'payments.send-email',
        requestId,
      });
      return { message: `Payment receipt successfully emailed on ${body.email}` };
    },
  };
}
