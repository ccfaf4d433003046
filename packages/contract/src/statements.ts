import { z } from 'zod';
import { customerParams } from './customers.ts';
import { pdfAnswer } from './documents.ts';
import { defineEndpoint } from './endpoint.ts';
import { STATEMENT_SORT_KEYS } from './lists.ts';
import { sendMailBody } from './mail.ts';
import { pagedResult, pageParams } from './paging.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, day, messageAnswer } from './scalars.ts';

/** A row of the statements list (STM-04). */
export const statementRow = z.strictObject({
  statementDate: z.iso.date(),
  globalCustomerNumber: z.string(),
  customerNumber: z.string(),
  customerName: z.string(),
  address: z.string(),
});
export type StatementRow = z.infer<typeof statementRow>;

/**
 * A statement line: an invoice (`IN`) or a credit (`CM`) with its open amount, a correction or void (`AJ`), a payment (`PY`), the discount
 * taken with it (`DS`), or what is left of a payment on account (`OA`). What reduces the balance is negative.
 */
export const statementLine = z.strictObject({
  documentNumber: z.string(),
  documentCode: z.enum(['IN', 'CM', 'AJ', 'PY', 'DS', 'OA']),
  description: z.string(),
  documentDate: z.iso.date(),
  amount: z.number(),
  balance: z.number(),
});
export type StatementLine = z.infer<typeof statementLine>;

/** A statement as of its date (STM-08); the four aged amounts add up to the balance due. */
export const statementDetail = z.strictObject({
  statementDate: z.iso.date(),
  /** Date of the previous statement; null for the first one. */
  previousStatementDate: z.iso.date().nullable(),
  globalCustomerNumber: z.string(),
  customerNumber: z.string(),
  clientDisplayName: z.string(),
  clientFirstName: z.string().nullable(),
  clientLastName: z.string().nullable(),
  clientAddressLn1: z.string(),
  clientAddressCity: z.string(),
  clientAddressState: z.string(),
  clientAddressZip: z.string(),
  /**
   * Balance due on the previous statement. Adding `charges` and `adjustments` and subtracting `amountPaid` and `discountsTaken` gives
   * `balanceDue`.
   */
  previousBalance: z.number(),
  /** Invoices since the previous statement. */
  charges: z.number(),
  /** Credits, corrections and voids since the previous statement; negative if they reduce the balance. */
  adjustments: z.number(),
  balanceDue: z.number(),
  currentAmount: z.number(),
  last30DaysAmount: z.number(),
  last90DaysAmount: z.number(),
  over90DaysAmount: z.number(),
  /** Payments that were pending at the end of the day. */
  depositReceived: z.number(),
  /** Payments settled since the previous statement, less returned ones. */
  amountPaid: z.number(),
  /** Discounts taken with those payments. */
  discountsTaken: z.number(),
  details: z.array(statementLine),
});
export type StatementDetail = z.infer<typeof statementDetail>;

const statementParams = customerParams.extend({ statementDate: day });
const statementQuery = z.object({ ...customerQuery });

export const listStatements = defineEndpoint({
  id: 'statements.list',
  requirement: 'API-38',
  summary: 'Statements of a customer, by their day',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/statements',
  access: { anyOf: [PERMISSIONS.STATEMENTS_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object({ ...customerQuery, ...pageParams(STATEMENT_SORT_KEYS), startDate: day.optional(), endDate: day.optional() }),
  answer: pagedResult(statementRow),
});

export const getStatement = defineEndpoint({
  id: 'statements.detail',
  requirement: 'API-39',
  summary: 'One statement with its lines, from the ledger as of its day',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/statements/:statementDate',
  access: { anyOf: [PERMISSIONS.STATEMENTS_VIEW] },
  scope: 'customer',
  params: statementParams,
  query: statementQuery,
  answer: statementDetail,
});

export const getStatementPdf = defineEndpoint({
  id: 'statements.pdf',
  requirement: 'API-40',
  summary: 'The statement as PDF',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/statements/:statementDate/viewpdf',
  access: { anyOf: [PERMISSIONS.STATEMENTS_VIEW_PDF] },
  scope: 'customer',
  params: statementParams,
  query: statementQuery,
  answer: pdfAnswer,
  answersPdf: true,
  weight: 5,
});

export const sendStatementEmail = defineEndpoint({
  id: 'statements.send-email',
  requirement: 'API-41',
  summary: 'Mails the statement',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/statements/:statementDate/send-email',
  access: { anyOf: [PERMISSIONS.STATEMENTS_VIEW_PDF] },
  scope: 'customer',
  params: statementParams,
  query: statementQuery,
  body: sendMailBody,
  answer: messageAnswer,
  weight: 20,
});
