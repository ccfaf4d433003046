import {
  getCartPayment,
  getReceiptPdf,
  initiatePayment,
  listCartHistory,
  listInvoiceHistory,
  resolvePaymentAttempt,
  sendReceiptEmail,
} from '@yardage/contract/payments';
import type { Area } from '#server/features/area';
import { paymentsService } from './payments.service.ts';

/** Routes of API-33 to API-37. */
export const paymentsArea: Area = (bind, services) => {
  const payments = paymentsService(services);
  bind(initiatePayment, ({ scope, body, requestId }) => payments.initiate(scope, body, requestId));
  bind(resolvePaymentAttempt, ({ scope, body }) => payments.resolveAttempt(scope, body.paymentReference));
  bind(listInvoiceHistory, ({ scope, query }) => payments.invoiceHistory(scope, query));
  bind(listCartHistory, ({ scope, query }) => payments.cartHistory(scope, query));
  bind(getCartPayment, ({ scope, params }) => payments.outcome(scope, params.cartId));
  bind(getReceiptPdf, ({ scope, params, signal }) => payments.pdf(scope, params.cartId, signal));
  bind(sendReceiptEmail, ({ scope, params, body, requestId }) => payments.sendEmail(scope, params.cartId, body, requestId));
};
