import type { askProcessor, listPaymentReviews, updatePaymentReview } from '@yardage/contract/desk-payments';
import type { Answer, Input } from '@yardage/contract/endpoint';
import { ProcessorUnreachableError } from '#server/adapters/payments/port';
import type { AreaServices } from '#server/features/area';
import { type AuditAuthor, recordAudit } from '#server/features/audit/audit.queries';
import * as queries from '#server/features/payments/payment-reviews.queries';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import { DESK_PAYMENTS_MESSAGES } from './desk-payments.messages.ts';

/** Payments that need a person. */
export function deskPaymentsService({ database, paymentFlow }: Pick<AreaServices, 'database' | 'paymentFlow'>) {
  const find = async (id: number): Promise<JsonText<Answer<typeof askProcessor>>> =>
    new JsonText(orNotFound(await queries.findReview(database, id)));

  return {
    find,

    async list(query: Input<typeof listPaymentReviews>['query']): Promise<JsonText<Answer<typeof listPaymentReviews>>> {
      const { state, reason, ...page } = query;
      return new JsonText(await queries.listReviews(database, page, { state, reason }));
    },

    async ask(id: number, author: AuditAuthor): Promise<JsonText<Answer<typeof askProcessor>>> {
      const { paymentId, cartId } = await database.transaction('system', async (transaction) => {
        const review = orNotFound(await queries.lockReview(transaction, id));
        const entry = { ...author, customerId: review.customerId, action: 'desk.ask-processor', subject: review.cartId } as const;
        await recordAudit(transaction, { ...entry, detail: { reviewId: id } });
        return review;
      });
      const isAnswered = await paymentFlow.ask(paymentId).catch((error) => {
        if (error instanceof ProcessorUnreachableError)
          throw new ApiError('service-unavailable', { detail: DESK_PAYMENTS_MESSAGES.unreachable });
        throw error;
      });
      if (!isAnswered) throw new ApiError('conflict', { detail: DESK_PAYMENTS_MESSAGES.neverSent(cartId) });
      await database.transaction('system', queries.refreshReviews);
      return find(id);
    },

    async update(
      id: number,
      { note, isDone, version }: Input<typeof updatePaymentReview>['body'],
      author: AuditAuthor,
    ): Promise<JsonText<Answer<typeof updatePaymentReview>>> {
      await database.transaction('system', async (transaction) => {
        const { customerId, cartId, reason, ...stored } = orNotFound(await queries.lockReview(transaction, id));
        if (version !== undefined && stored.version !== version) throw new ApiError('conflict', { detail: DESK_PAYMENTS_MESSAGES.changed });
        const change = { note: note === undefined ? stored.note : note || null, isDone };
        await queries.updateReview(transaction, id, { ...change, userId: author.userId });
        const entry = { ...author, customerId, action: 'desk.update-payment-review', subject: cartId } as const;
        await recordAudit(transaction, { ...entry, detail: { reviewId: id, reason, ...change } });
      });
      return find(id);
    },
  };
}
