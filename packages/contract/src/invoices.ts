import { z } from 'zod';
import { customerParams } from './customers.ts';
import { pdfAnswer } from './documents.ts';
import { defineEndpoint } from './endpoint.ts';
import { INVOICE_DUE_FILTERS, INVOICE_REVIEW_FILTERS, INVOICE_SORT_KEYS, PAYMENT_RESULT_FILTERS } from './lists.ts';
import { repeatedFields, sendMailBody } from './mail.ts';
import { pageParams, summedResult } from './paging.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, day, idInPath, messageAnswer, moment, oneOf, quantity } from './scalars.ts';

/** 0 unpaid, 1 paid, 2 pending; null for a voided invoice, and for a caller who may neither see the status nor pay. */
const paymentResult = z.union([z.literal(0), z.literal(1), z.literal(2)]).nullable();

/** A row of the invoices list (INV-07). Amounts are as of today, so an expired discount is zero. */
export const invoiceRow = z.strictObject({
  documentNumber: z.string(),
  documentDate: z.iso.date(),
  customerNumber: z.string(),
  jobAddress1: z.string().nullable(),
  jobAddress2: z.string().nullable(),
  batchNumber: z.string(),
  invoiceAmount: z.number(),
  discountAmount: z.number(),
  currentAmount: z.number(),
  amountWithDiscount: z.number(),
  discountExpiryDate: z.iso.date().nullable(),
  paymentResult,
  orderId: z.int().nullable(),
  orderNumber: z.string().nullable(),
  poNumber: z.string().nullable(),
  job: z.string().nullable(),
  dueDate: z.iso.date(),
  /** Days since the due date of an open invoice; null for any other. */
  daysOverdue: z.int().nullable(),
  /** Paid, credited and taken as discount. Together with `currentAmount` they add up to `invoiceAmount`, unless the invoice is void. */
  paidAmount: z.number(),
  creditedAmount: z.number(),
  discountTakenAmount: z.number(),
  /** Set if the invoice is void: it stays in the history, and nothing of it is owed. */
  voidedDate: z.iso.date().nullable(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

/** Sums over all matching invoices that are not void. */
export const invoiceSums = z.strictObject({
  invoiceAmount: z.number(),
  discountAmount: z.number(),
  currentAmount: z.number(),
  amountWithDiscount: z.number(),
  /** The part of `currentAmount` that pending payments cover. Null for a caller who may neither see the status nor pay. */
  pendingAmount: z.number().nullable(),
  /**
   * The account's open credits and payments on account, whatever the list shows: the open amount of all invoices less this is the balance.
   * Null like `pendingAmount`.
   */
  unappliedAmount: z.number().nullable(),
});
export type InvoiceSums = z.infer<typeof invoiceSums>;

/** An invoice with the products delivered on each ticket and each product's total (INV-08). */
export const invoiceDetail = invoiceRow.extend({
  invoiceProducts: z.array(
    z.strictObject({
      invoiceDocumentNumber: z.string(),
      productNumber: z.string(),
      ticketId: z.int(),
      ticketNumber: z.string(),
      /** Its place on the ticket. */
      lineNumber: z.int(),
      description: z.string(),
      quantity,
      unitOfMeasure: z.string(),
      unitPrice: z.number(),
      amount: z.number(),
    }),
  ),
  productRecaps: z.array(
    z.strictObject({ productNumber: z.string(), description: z.string(), quantity, unitOfMeasure: z.string(), amount: z.number() }),
  ),
  /** Quantity of material over all loads, in the order's unit. */
  totalQuantity: quantity,
  unitOfMeasure: z.string().nullable(),
  salesAmount: z.number(),
  taxAmount: z.number(),
  voidReason: z.string().nullable(),
  /** When the supplier last corrected the invoice. */
  revisedAt: moment.nullable(),
  /** What was applied to it, oldest first; null for a caller without `invoices.view-history`. */
  applications: z
    .array(
      z.strictObject({
        appliedDate: z.iso.date(),
        /** `CreditCard`, `eCheck`, `Check`, `Lockbox`, `ACH`, or `Credit` for a credit memo. */
        method: z.string(),
        /** The cart, check or credit number. */
        reference: z.string(),
        amount: z.number(),
        discountAmount: z.number(),
        /** 1 applied, 2 pending, 0 failed, returned or taken back. */
        paymentResult: z.literal([0, 1, 2]),
      }),
    )
    .nullable(),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

const documentNumber = z.string().trim().min(1).max(40);
const invoiceParams = customerParams.extend({ documentNumber });

export const listInvoices = defineEndpoint({
  id: 'invoices.list',
  requirement: 'API-24',
  summary: 'Invoices of a customer, by their date',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/invoices',
  access: { anyOf: [PERMISSIONS.INVOICES_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object({
    ...customerQuery,
    ...pageParams(INVOICE_SORT_KEYS),
    fromDate: day.optional(),
    toDate: day.optional(),
    paymentResult: oneOf(PAYMENT_RESULT_FILTERS).optional(),
    due: oneOf(INVOICE_DUE_FILTERS).optional(),
    review: oneOf(INVOICE_REVIEW_FILTERS).optional(),
  }),
  answer: summedResult(invoiceRow, invoiceSums),
});

export const getInvoice = defineEndpoint({
  id: 'invoices.detail',
  requirement: 'API-25',
  summary: 'One invoice with its deliveries and amounts',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/invoices/:documentNumber',
  access: { anyOf: [PERMISSIONS.INVOICES_VIEW] },
  scope: 'customer',
  params: invoiceParams,
  query: z.object({ ...customerQuery, orderId: idInPath.optional() }),
  answer: invoiceDetail,
});

/** One invoice's PDF; statements also open it (API-28). */
export const getInvoicePdf = defineEndpoint({
  id: 'invoices.pdf',
  requirement: 'API-26',
  summary: 'The invoice as PDF',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/invoices/:documentNumber/view-pdf',
  access: { anyOf: [PERMISSIONS.INVOICES_VIEW_PDF] },
  scope: 'customer',
  params: invoiceParams,
  query: z.object({ ...customerQuery, ticketId: idInPath.optional(), orderId: idInPath.optional() }),
  answer: pdfAnswer,
  answersPdf: true,
  weight: 5,
});

export const sendInvoiceEmail = defineEndpoint({
  id: 'invoices.send-email',
  requirement: 'API-27',
  summary: 'Mails the invoice',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/invoices/:documentNumber/send-email',
  access: { anyOf: [PERMISSIONS.INVOICES_VIEW_PDF] },
  scope: 'customer',
  params: invoiceParams,
  query: z.object({ ...customerQuery }),
  body: sendMailBody.extend({ ...repeatedFields, orderId: z.int().positive().nullish(), ticketId: z.int().positive().nullish() }),
  answer: messageAnswer,
  weight: 20,
});
