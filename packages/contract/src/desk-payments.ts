import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { DESK_PAYMENT_SORT_KEYS, DESK_PAYMENT_STATES, PAYMENT_REVIEW_REASONS } from './lists.ts';
import { pagedResult, pageParams } from './paging.ts';
import { idInPath, moment } from './scalars.ts';

/** The longest note about a payment. */
export const MAX_REVIEW_NOTE_LENGTH = 1000;

/** A payment that a person has to look at, and why. */
export const paymentReviewRow = z.strictObject({
  id: z.int(),
  reason: z.enum(PAYMENT_REVIEW_REASONS),
  /** Counted up by each change. */
  version: z.int(),
  /** The status at the processor, where it differs from our books, or how much of which amount went back. */
  detail: z.string(),
  createdAt: moment,
  note: z.string().nullable(),
  doneAt: moment.nullable(),
  /** Null if it ended by itself. */
  doneBy: z.string().nullable(),
  cartId: z.string(),
  /** The processor's id. */
  processorId: z.string().nullable(),
  method: z.string(),
  amount: z.number(),
  paymentResult: z.int().min(0).max(2),
  statusMessage: z.string(),
  startedAt: moment,
  payerEmail: z.string().nullable(),
  globalCustomerNumber: z.string(),
  customerName: z.string(),
  /** The time zone of the customer's data source, in which the customer sees these times. */
  timeZone: z.string(),
});
export type PaymentReviewRow = z.infer<typeof paymentReviewRow>;

const desk = { access: { staff: ['payments'] }, scope: 'user', requirement: 'STF-07' } as const;
const params = z.object({ id: idInPath });

export const listPaymentReviews = defineEndpoint({
  id: 'desk.payment-reviews',
  summary: 'Payments that need a person: unresolved, disagreed with the processor, returned, refunded or disputed',
  method: 'GET',
  path: '/desk/payments',
  ...desk,
  query: z.object({
    ...pageParams(DESK_PAYMENT_SORT_KEYS),
    state: z.enum(['', ...DESK_PAYMENT_STATES]).default(''),
    reason: z.enum(['', ...PAYMENT_REVIEW_REASONS]).default(''),
  }),
  answer: pagedResult(paymentReviewRow),
});

export const getPaymentReview = defineEndpoint({
  id: 'desk.payment-review',
  summary: 'One payment that needs a person, or needed one',
  method: 'GET',
  path: '/desk/payments/:id',
  ...desk,
  params,
  answer: paymentReviewRow,
});

export const askProcessor = defineEndpoint({
  id: 'desk.ask-processor',
  summary: 'Asks the processor again how the payment stands, and records what it says',
  method: 'POST',
  path: '/desk/payments/:id/ask',
  ...desk,
  params,
  answer: paymentReviewRow,
  weight: 10,
  // Asking twice does no harm. With a key, a retry would return the first answer instead of asking the processor again.
  ignoresIdempotencyKey: true,
});

/** 409 if it has changed since the version: a colleague wrote, or the processor reported something new. */
export const updatePaymentReview = defineEndpoint({
  id: 'desk.update-payment-review',
  summary: 'Writes a note about such a payment, and marks it as done or open again',
  method: 'PUT',
  path: '/desk/payments/:id',
  ...desk,
  params,
  body: z.strictObject({
    /** Left out if the note stays as it is. */
    note: z
      .string()
      .trim()
      .max(MAX_REVIEW_NOTE_LENGTH, { error: () => CONTRACT_MESSAGES.noteLimit(MAX_REVIEW_NOTE_LENGTH) })
      .optional(),
    isDone: z.boolean(),
    /** What the caller has seen. Pages of the version before send none, so that it can be made required with the next one. */
    version: z.int().min(0).optional(),
  }),
  answer: paymentReviewRow,
});
