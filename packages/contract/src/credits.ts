import { z } from 'zod';
import { customerParams } from './customers.ts';
import { pdfAnswer } from './documents.ts';
import { defineEndpoint } from './endpoint.ts';
import { CREDIT_SORT_KEYS, CREDIT_STATES } from './lists.ts';
import { sendMailBody } from './mail.ts';
import { pageParams, summedResult } from './paging.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, day, messageAnswer, moment, quantity } from './scalars.ts';

/** A credit memo in the list of credits. */
export const creditRow = z.strictObject({
  creditNumber: z.string(),
  documentDate: z.iso.date(),
  reason: z.string(),
  /** The invoice that it corrects, if it corrects one. It can be used for any. */
  invoiceNumber: z.string().nullable(),
  job: z.string().nullable(),
  totalAmount: z.number(),
  appliedAmount: z.number(),
  /** Used by payments under way; a part of `openAmount`. */
  pendingAmount: z.number(),
  /** Promised to planned payments; a part of `openAmount`. */
  promisedAmount: z.number(),
  openAmount: z.number(),
  voidedDate: z.iso.date().nullable(),
});
export type CreditRow = z.infer<typeof creditRow>;

/** Sums over all matching credits that are not void. */
export const creditSums = z.strictObject({
  totalAmount: z.number(),
  appliedAmount: z.number(),
  pendingAmount: z.number(),
  openAmount: z.number(),
});
export type CreditSums = z.infer<typeof creditSums>;

/** A credit memo with its lines and what it was used for. */
export const creditDetail = creditRow.extend({
  orderNumber: z.string().nullable(),
  salesAmount: z.number(),
  taxAmount: z.number(),
  voidReason: z.string().nullable(),
  /** When the supplier last corrected it. */
  revisedAt: moment.nullable(),
  lines: z.array(
    z.strictObject({
      ticketNumber: z.string().nullable(),
      productNumber: z.string().nullable(),
      description: z.string(),
      quantity,
      unitPrice: z.number(),
      amount: z.number(),
    }),
  ),
  /** What it was used for, oldest first. */
  applications: z.array(
    z.strictObject({
      appliedDate: z.iso.date(),
      invoiceNumber: z.string(),
      /** The payment in whose cart it was used; null if the supplier applied it. */
      cartId: z.string().nullable(),
      amount: z.number(),
      /** 1 applied, 2 pending, 0 taken back. */
      paymentResult: z.literal([0, 1, 2]),
    }),
  ),
});
export type CreditDetail = z.infer<typeof creditDetail>;

const creditParams = customerParams.extend({ documentNumber: z.string().trim().min(1).max(40) });
const query = z.object({ ...customerQuery });

export const listCredits = defineEndpoint({
  id: 'credits.list',
  requirement: 'APY-01',
  summary: 'Credit memos of a customer, by their date',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/credits',
  access: { anyOf: [PERMISSIONS.INVOICES_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object({
    ...customerQuery,
    ...pageParams(CREDIT_SORT_KEYS),
    fromDate: day.optional(),
    toDate: day.optional(),
    state: z.enum(['', ...CREDIT_STATES]).optional(),
  }),
  answer: summedResult(creditRow, creditSums),
});

export const getCredit = defineEndpoint({
  id: 'credits.detail',
  requirement: 'APY-01',
  summary: 'One credit memo with its lines and what it was used for',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/credits/:documentNumber',
  access: { anyOf: [PERMISSIONS.INVOICES_VIEW] },
  scope: 'customer',
  params: creditParams,
  query,
  answer: creditDetail,
});

export const getCreditPdf = defineEndpoint({
  id: 'credits.pdf',
  requirement: 'APY-01',
  summary: 'The credit memo as PDF',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/credits/:documentNumber/view-pdf',
  access: { anyOf: [PERMISSIONS.INVOICES_VIEW_PDF] },
  scope: 'customer',
  params: creditParams,
  query,
  answer: pdfAnswer,
  answersPdf: true,
  weight: 5,
});

export const sendCreditEmail = defineEndpoint({
  id: 'credits.send-email',
  requirement: 'APY-01',
  summary: 'Mails the credit memo',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/credits/:documentNumber/send-email',
  access: { anyOf: [PERMISSIONS.INVOICES_VIEW_PDF] },
  scope: 'customer',
  params: creditParams,
  query,
  body: sendMailBody,
  answer: messageAnswer,
  weight: 20,
});
