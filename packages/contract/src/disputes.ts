import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import {
  DISPUTE_OUTCOMES,
  DISPUTE_REASONS,
  DISPUTE_STATES,
  disputeFileTooLarge,
  MAX_DISPUTE_FILE_BYTES,
  MAX_DISPUTE_FILES,
  MAX_DISPUTE_NOTE_LENGTH,
  tooManyDisputeFiles,
} from '@yardage/domain/disputes';
import { DISPUTE_MESSAGES as MESSAGES } from '@yardage/domain/disputes.messages';
import { FINDING_KINDS } from '@yardage/domain/invoice-match';
import { REJECT_REASONS } from '@yardage/domain/sign-offs';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, emptyAsMissing, hasDecimals, idInPath, moment, quantity, wholeNumber } from './scalars.ts';

/** A dispute with its standing, without its conversation. */
export const disputeSummary = z.strictObject({
  id: z.int(),
  documentNumber: z.string(),
  /** The disputed line; null for a whole invoice. */
  ticketId: z.int().nullable(),
  lineNumber: z.int().nullable(),
  ticketNumber: z.string().nullable(),
  productNumber: z.string().nullable(),
  description: z.string().nullable(),
  unitOfMeasure: z.string().nullable(),
  reason: z.enum(DISPUTE_REASONS),
  quantity: quantity.nullable(),
  /** Tax included. */
  amount: z.number(),
  state: z.enum(DISPUTE_STATES),
  outcome: z.enum(DISPUTE_OUTCOMES).nullable(),
  /** Counts the changes. A change names the version that it was made on. */
  version: z.int(),
  createdDate: moment,
  modifiedDate: moment,
  /** The credit that closed it. */
  creditNumber: z.string().nullable(),
  /** Whether it was closed by a credit that covers it. */
  isSettled: z.boolean(),
});
export type DisputeSummary = z.infer<typeof disputeSummary>;

const disputeFile = z.strictObject({ id: z.int(), fileName: z.string(), contentType: z.string() });

/** A dispute with its conversation, oldest first. */
export const disputeDetail = disputeSummary.extend({
  createdByName: z.string(),
  entries: z.array(
    z.strictObject({
      id: z.int(),
      kind: z.enum(['opened', 'message', 'answered', 'withdrawn', 'closed']),
      outcome: z.enum(DISPUTE_OUTCOMES).nullable(),
      authorName: z.string(),
      isStaff: z.boolean(),
      message: z.string(),
      createdDate: moment,
      files: z.array(disputeFile),
    }),
  ),
});
export type DisputeDetail = z.infer<typeof disputeDetail>;

/** A line of an invoice as it can be disputed. */
const billedLine = z.strictObject({
  ticketId: z.int(),
  lineNumber: z.int(),
  ticketNumber: z.string(),
  productNumber: z.string(),
  description: z.string(),
  quantity,
  unitOfMeasure: z.string(),
  unitPrice: z.number(),
  /** Before tax. */
  amount: z.number(),
  /** The line's share of its ticket's tax. */
  taxAmount: z.number(),
});
export type ReviewedLine = z.infer<typeof billedLine>;

/** A difference between a billed line and its ticket, quote or price list (APY-08). */
const finding = z.strictObject({
  kind: z.enum(FINDING_KINDS),
  ticketId: z.int().nullable(),
  lineNumber: z.int().nullable(),
  /** A quantity, a unit price or an amount, by kind. */
  billed: z.number(),
  agreed: z.number(),
  /** What is billed too much, before tax; negative if it is too little. */
  difference: z.number(),
  /** The earlier invoice of something billed twice; null if both lines are on this one. */
  otherInvoice: z.string().nullable(),
  /** Where the agreed price comes from; null for other kinds. */
  source: z.enum(['quote', 'price-list']).nullable(),
  quoteNumber: z.string().nullable(),
  /** Why a rejected load was rejected on the job; null for other kinds. */
  rejectReason: z.enum(REJECT_REASONS).nullable(),
});
export type ReviewFinding = z.infer<typeof finding>;

/** An invoice compared with tickets and prices, and what is disputed of it. */
export const invoiceReview = z.strictObject({
  documentNumber: z.string(),
  salesAmount: z.number(),
  taxAmount: z.number(),
  lines: z.array(billedLine),
  findings: z.array(finding),
  disputes: z.array(disputeSummary),
  /** Held back by disputes that are neither declined, withdrawn nor closed. */
  disputedAmount: z.number(),
  /** What is open and not disputed. */
  undisputedAmount: z.number(),
});
export type InvoiceReview = z.infer<typeof invoiceReview>;

const read = { access: { anyOf: [PERMISSIONS.INVOICES_VIEW] }, scope: 'customer' } as const;
const write = { access: { anyOf: [PERMISSIONS.INVOICES_DISPUTE] }, scope: 'customer' } as const;
const query = z.object({ ...customerQuery });
const documentNumber = z.string().trim().min(1).max(40);
const DISPUTES = '/customers/:globalCustomerNumber/disputes';
const disputeParams = customerParams.extend({ id: idInPath });

export const getInvoiceReview = defineEndpoint({
  id: 'disputes.review',
  requirement: 'APY-08',
  summary: 'One invoice compared with its tickets and the agreed prices, with its disputes',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/invoices/:documentNumber/review',
  ...read,
  params: customerParams.extend({ documentNumber }),
  query,
  answer: invoiceReview,
});

/** An invoice that needs attention or is disputed. */
const reviewMark = z.strictObject({
  documentNumber: z.string(),
  needsAttention: z.boolean(),
  /** Whether it bills a load that was rejected on the job, and nobody has disputed that. */
  billsRejectedLoad: z.boolean(),
  isDisputed: z.boolean(),
  /** Held back by disputes that are neither declined, withdrawn nor closed. */
  disputedAmount: z.number(),
  /** What adding the invoice to the cart puts there, less its discount: without what is disputed, unless that is all of it. */
  cartAmount: z.number(),
});
export type ReviewMark = z.infer<typeof reviewMark>;

/** The most invoices that an overview marks. */
export const MAX_REVIEW_MARKS = 1000;

export const getReviewOverview = defineEndpoint({
  id: 'disputes.overview',
  requirement: 'APY-08',
  summary: 'Open invoices that differ from ticket or price and nobody disputed yet, and invoices with a dispute that is not over',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/invoice-review',
  ...read,
  params: customerParams,
  query,
  answer: z.strictObject({
    attentionCount: z.int(),
    disputedCount: z.int(),
    /** The newest of them. */
    marks: z.array(reviewMark),
  }),
});

export const getDispute = defineEndpoint({
  id: 'disputes.detail',
  requirement: 'APY-03',
  summary: 'One dispute with its conversation',
  method: 'GET',
  path: `${DISPUTES}/:id`,
  ...read,
  params: disputeParams,
  query,
  answer: disputeDetail,
});

export const getDisputeFile = defineEndpoint({
  id: 'disputes.file',
  requirement: 'APY-03',
  summary: 'One file of a dispute, as an attachment',
  method: 'GET',
  path: `${DISPUTES}/:id/files/:fileId`,
  ...read,
  params: disputeParams.extend({ fileId: idInPath }),
  query,
  answer: z.undefined(),
  answersFile: 'image/jpeg, image/png or application/pdf',
});

const positive = (most: number) =>
  z.coerce
    .number({ error: () => CONTRACT_MESSAGES.number })
    .min(0.01, { error: () => CONTRACT_MESSAGES.positiveNumber })
    .max(most)
    .refine(hasDecimals(2), { error: () => CONTRACT_MESSAGES.twoDecimals });
const id = wholeNumber(1, Number.MAX_SAFE_INTEGER);

export const disputeNote = z
  .string({ error: () => MESSAGES.noteRequired })
  .trim()
  .min(1, { error: () => MESSAGES.noteRequired })
  .max(MAX_DISPUTE_NOTE_LENGTH, { error: () => MESSAGES.noteTooLong(MAX_DISPUTE_NOTE_LENGTH) });

const disputeFiles = {
  field: 'files',
  maxCount: MAX_DISPUTE_FILES,
  maxBytes: MAX_DISPUTE_FILE_BYTES,
  messages: { tooMany: tooManyDisputeFiles, tooLarge: disputeFileTooLarge },
};

/** Without ticket and line it disputes the whole invoice. Without an amount, a quantity is valued at the line's price, tax included. */
export const openDispute = defineEndpoint({
  id: 'disputes.open',
  requirement: 'APY-03',
  summary: 'Disputes a line of an invoice or the whole invoice, with up to six files',
  method: 'POST',
  path: DISPUTES,
  ...write,
  params: customerParams,
  query,
  takesFiles: disputeFiles,
  body: z.strictObject({
    documentNumber,
    ticketId: emptyAsMissing(id.optional()),
    lineNumber: emptyAsMissing(id.max(32_767).optional()),
    reason: z.enum(DISPUTE_REASONS, { error: () => MESSAGES.reasonRequired }),
    quantity: emptyAsMissing(positive(1_000_000_000).optional()),
    amount: emptyAsMissing(positive(1_000_000_000).optional()),
    note: disputeNote,
  }),
  answer: disputeDetail,
  weight: 10,
});

/** 409 if it would reopen a dispute although other disputes, or a correction, leave less of the invoice than its amount. */
export const replyToDispute = defineEndpoint({
  id: 'disputes.reply',
  requirement: 'APY-03',
  summary: 'Adds a message and files of the customer; it reopens a dispute that was declined or lacks information',
  method: 'POST',
  path: `${DISPUTES}/:id/messages`,
  ...write,
  params: disputeParams,
  query,
  takesFiles: disputeFiles,
  body: z.strictObject({ message: disputeNote }),
  answer: disputeDetail,
  weight: 10,
});

/** 409 if the dispute has changed since the version, for instance because the supplier answered meanwhile. */
export const withdrawDispute = defineEndpoint({
  id: 'disputes.withdraw',
  requirement: 'APY-03',
  summary: 'Withdraws a dispute that is not decided for good',
  method: 'POST',
  path: `${DISPUTES}/:id/withdraw`,
  ...write,
  params: disputeParams,
  query,
  body: z.strictObject({ version: z.int().min(0) }),
  answer: disputeDetail,
});
