import { askProcessor, getPaymentReview, listPaymentReviews, updatePaymentReview } from '@yardage/contract/desk-payments';
import type { Area } from '#server/features/area';
import { deskPaymentsService } from './desk-payments.service.ts';

/** The desk's Payments page. */
export const deskPaymentsArea: Area = (bind, services) => {
  const payments = deskPaymentsService(services);
  bind(listPaymentReviews, ({ query }) => payments.list(query));
  bind(getPaymentReview, ({ params }) => payments.find(params.id));
  bind(askProcessor, ({ params, caller: { userId }, requestId }) => payments.ask(params.id, { userId, requestId }));
  bind(updatePaymentReview, ({ params, body, caller: { userId }, requestId }) => payments.update(params.id, body, { userId, requestId }));
};
