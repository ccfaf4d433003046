import { DISPUTE_OUTCOMES, DISPUTE_REASONS } from '@yardage/domain/disputes';
import { REJECT_REASONS } from '@yardage/domain/sign-offs';
import { z } from 'zod';
import { disputeDetail, disputeNote, disputeSummary } from './disputes.ts';
import { defineEndpoint } from './endpoint.ts';
import { DESK_DISPUTE_SORT_KEYS, DESK_DISPUTE_VIEWS } from './lists.ts';
import { pagedResult, pageParams } from './paging.ts';
import { idInPath, moment } from './scalars.ts';

const account = {
  customerName: z.string(),
  customerNumber: z.string(),
  globalCustomerNumber: z.string(),
  dataSourceName: z.string(),
  /** The time zone of the data source: its tickets are printed in it, and the customer sees the dispute in it. */
  timeZone: z.string(),
};

/** A row of the disputes at the desk. */
export const deskDisputeRow = disputeSummary.extend({ ...account, createdByName: z.string() });
export type DeskDisputeRow = z.infer<typeof deskDisputeRow>;

/** A dispute as the credit desk sees it: with the account, the invoice and what the comparison says about the line. */
export const deskDisputeDetail = disputeDetail.extend({
  ...account,
  createdByEmail: z.string().nullable(),
  /** Whether the person who opened it gets mail about it. Those without access to the account get none. */
  isCreatorMailed: z.boolean(),
  invoiceDate: z.iso.date(),
  dueDate: z.iso.date(),
  invoiceAmount: z.number(),
  openAmount: z.number(),
  /** The billed line as it is now; null for a whole invoice, or if the line is gone. */
  line: z
    .strictObject({
      quantity: z.number(),
      ticketQuantity: z.number(),
      unitPrice: z.number(),
      agreedPrice: z.number().nullable(),
      amount: z.number(),
      ticketedAt: moment,
      /** Why the load was rejected on the job; null if it was not. */
      rejectReason: z.enum(REJECT_REASONS).nullable(),
    })
    .nullable(),
});
export type DeskDisputeDetail = z.infer<typeof deskDisputeDetail>;

const desk = { access: { staff: ['disputes'] }, scope: 'user', requirement: 'APY-03' } as const;
const params = z.object({ id: idInPath });

export const listDeskDisputes = defineEndpoint({
  id: 'desk.disputes',
  summary: 'Disputes of all customers, by the day they were opened',
  method: 'GET',
  path: '/desk/disputes',
  ...desk,
  query: z.object({
    ...pageParams(DESK_DISPUTE_SORT_KEYS),
    view: z.enum(['', ...DESK_DISPUTE_VIEWS]).default(''),
    reason: z.enum(['', ...DISPUTE_REASONS]).default(''),
  }),
  answer: pagedResult(deskDisputeRow),
});

export const getDeskDispute = defineEndpoint({
  id: 'desk.dispute',
  summary: 'One dispute of any customer with its conversation',
  method: 'GET',
  path: '/desk/disputes/:id',
  ...desk,
  params,
  answer: deskDisputeDetail,
});

export const getDeskDisputeFile = defineEndpoint({
  id: 'desk.dispute-file',
  summary: 'One of its files, as an attachment',
  method: 'GET',
  path: '/desk/disputes/:id/files/:fileId',
  ...desk,
  params: params.extend({ fileId: idInPath }),
  answer: z.undefined(),
  answersFile: 'image/jpeg, image/png or application/pdf',
});

/**
 * 409 if the dispute has changed since the version: a colleague answered, or the customer withdrew or wrote. Also if it was declined, and other
 * disputes leave less of the invoice than its amount.
 */
export const answerDispute = defineEndpoint({
  id: 'desk.answer-dispute',
  summary: 'Answers a dispute with an outcome and a message, which is mailed to the customer',
  method: 'PUT',
  path: '/desk/disputes/:id',
  ...desk,
  params,
  body: z.strictObject({ outcome: z.enum(DISPUTE_OUTCOMES), message: disputeNote, version: z.int().min(0) }),
  answer: deskDisputeDetail,
});

/** For what was settled outside the portal: no credit will arrive. 409 if the dispute has changed since the version. */
export const closeDispute = defineEndpoint({
  id: 'desk.close-dispute',
  summary: 'Ends a dispute by hand with a message, which is mailed to the customer; nothing is held back any more',
  method: 'POST',
  path: '/desk/disputes/:id/close',
  ...desk,
  params,
  body: z.strictObject({ message: disputeNote, version: z.int().min(0) }),
  answer: deskDisputeDetail,
});
