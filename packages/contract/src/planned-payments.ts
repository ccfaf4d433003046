import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { MAX_CART_CREDITS, MAX_CART_INVOICES } from './carts.ts';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PLANNED_VIEWS, type PlannedView } from './lists.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, day, dollars, idInPath, moment, paidAmount } from './scalars.ts';

const PLANNED_KINDS = ['approval', 'scheduled', 'autopay'] as const;
export const PLANNED_STATES = ['waiting', 'planned', 'running', 'paid', 'returned', 'failed', 'stopped', 'declined', 'expired'] as const;
export type PlannedState = (typeof PLANNED_STATES)[number];
/** Why a planned payment ended without a payment. */
export const PLANNED_END_REASONS = [
  'by-hand',
  'method-removed',
  'method-expired',
  'method-unusable',
  'maker-left',
  'rule-stopped',
  'paid-meanwhile',
  'disputed',
  'amount-changed',
  'credit-changed',
  'not-approved',
  'no-approver',
  'declined',
  'payment-failed',
  'over-cap',
] as const;
export type PlannedEndReason = (typeof PLANNED_END_REASONS)[number];

const methodSummary = z.strictObject({ id: z.int(), name: z.string(), brand: z.string(), lastFour: z.string() });

/** A payment that is made later, or was to be. */
export const plannedPayment = z.strictObject({
  id: z.int(),
  kind: z.enum(PLANNED_KINDS),
  state: z.enum(PLANNED_STATES),
  runOn: z.iso.date(),
  method: methodSummary,
  /** The most that will be charged; what was paid meanwhile is left out. 0 if credits cover everything. */
  amount: z.number(),
  discount: z.number(),
  /** What is to be paid of each, by money and credits. */
  invoices: z.array(z.strictObject({ invoiceNumber: z.string(), amount: z.number(), discount: z.number() })),
  /** What credits cover. Nobody else can use it while the payment is to come. */
  creditAmount: z.number(),
  credits: z.array(z.strictObject({ creditNumber: z.string(), amount: z.number() })),
  requestedBy: z.string(),
  requestedAt: moment,
  /** Whether the caller asked for it: they cannot approve it. */
  isOwn: z.boolean(),
  /** Until when it can be approved; null if it needs no approval. */
  expiresAt: moment.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
  endReason: z.enum(PLANNED_END_REASONS).nullable(),
  note: z.string().nullable(),
  endedAt: moment.nullable(),
  /** The payment that it made, with what was charged, whatever went back later, and what the processor said. */
  payment: z.strictObject({ cartId: z.string(), amount: z.number(), creditAmount: z.number(), statusMessage: z.string() }).nullable(),
});
export type PlannedPayment = z.infer<typeof plannedPayment>;

const customer = { scope: 'customer', params: customerParams, query: z.object({ ...customerQuery }) } as const;
const onePayment = { ...customer, params: customerParams.extend({ id: idInPath }) } as const;
export const listPlannedPayments = defineEndpoint({
  id: 'payments.planned',
  requirement: 'APY-06',
  summary: 'The first five hundred payments to come in the order of their days, or the last hundred that are over',
  method: 'GET',
  path: '/payments/:globalCustomerNumber/planned',
  access: { anyOf: [PERMISSIONS.PAYMENTS_SCHEDULE, PERMISSIONS.PAYMENTS_APPROVE, PERMISSIONS.INVOICES_PAY_INVOICES] },
  ...customer,
  query: z.object({ ...customerQuery, view: z.enum(PLANNED_VIEWS).optional() }),
  answer: z.array(plannedPayment),
});

export const countPlannedPayments = defineEndpoint({
  id: 'payments.planned-counts',
  requirement: 'APY-06',
  summary: 'How many payments are to come, and how many are over, of which only some are listed',
  method: 'GET',
  path: '/payments/:globalCustomerNumber/planned/counts',
  access: listPlannedPayments.access,
  ...customer,
  answer: z.strictObject({ open: z.int(), past: z.int() } satisfies Record<PlannedView, unknown>),
});

/** What the person saw when they agreed. A difference is refused with 409. */
const agreed = {
  methodId: z.int().positive(),
  invoiceNumbers: z
    .array(z.string().trim().min(1).max(40))
    .min(1, { error: () => CONTRACT_MESSAGES.oneInvoice })
    .max(MAX_CART_INVOICES),
  /** Invoices of which only a part is to be paid, before its discount. */
  parts: z
    .array(z.strictObject({ invoiceNumber: z.string().trim().min(1).max(40), amount: paidAmount }))
    .max(MAX_CART_INVOICES)
    .optional(),
  /** Of all invoices, before credits. */
  totalAmountWithDiscount: paidAmount,
  /** Open credits to use, oldest invoices first. What is charged is the total with discount less these. */
  credits: z
    .array(z.strictObject({ creditNumber: z.string().trim().min(1).max(40), amount: paidAmount }))
    .max(MAX_CART_CREDITS)
    .optional(),
};

export const schedulePayment = defineEndpoint({
  id: 'payments.schedule',
  requirement: 'APY-06',
  summary: 'Pays invoices on a day, with a saved method and credits; above the approval limit it waits for a second person first',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/planned',
  access: { anyOf: [PERMISSIONS.PAYMENTS_SCHEDULE] },
  ...customer,
  body: z.strictObject({ ...agreed, runOn: day }),
  answer: plannedPayment,
});

export const requestPaymentApproval = defineEndpoint({
  id: 'payments.request-approval',
  requirement: 'APY-07',
  summary: 'Asks a second person to approve a payment with a saved method and credits; it is made as soon as they do',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/approvals',
  access: { anyOf: [PERMISSIONS.INVOICES_PAY_INVOICES] },
  ...customer,
  body: z.strictObject(agreed),
  answer: plannedPayment,
});

export const stopPlannedPayment = defineEndpoint({
  id: 'payments.stop-planned',
  requirement: 'APY-06',
  summary: 'Stops a payment that has not begun',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/planned/:id/stop',
  access: { anyOf: [PERMISSIONS.PAYMENTS_SCHEDULE, PERMISSIONS.INVOICES_PAY_INVOICES] },
  ...onePayment,
  answer: plannedPayment,
});

export const approvePayment = defineEndpoint({
  id: 'payments.approve',
  requirement: 'APY-07',
  summary: 'Approves a payment that somebody else asked for',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/planned/:id/approve',
  access: { anyOf: [PERMISSIONS.PAYMENTS_APPROVE] },
  ...onePayment,
  answer: plannedPayment,
  weight: 10,
});

export const declinePayment = defineEndpoint({
  id: 'payments.decline',
  requirement: 'APY-07',
  summary: 'Declines a payment that somebody else asked for, with a reason',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/planned/:id/decline',
  access: { anyOf: [PERMISSIONS.PAYMENTS_APPROVE] },
  ...onePayment,
  body: z.strictObject({
    reason: z
      .string()
      .trim()
      .min(1, { error: () => CONTRACT_MESSAGES.declineReason })
      .max(500, { error: () => CONTRACT_MESSAGES.bodyLimit(500) }),
  }),
  answer: plannedPayment,
});

/** No amount: payments need no approval. */
export const approvalLimit = z.strictObject({
  amount: z.number().nullable(),
  /** What the caller has paid within a day without a second person. It counts against the amount. */
  usedAmount: z.number(),
  setBy: z.string().nullable(),
  setAt: moment.nullable(),
});
export type ApprovalLimit = z.infer<typeof approvalLimit>;

export const getApprovalLimit = defineEndpoint({
  id: 'payments.approval-limit',
  requirement: 'APY-07',
  summary: 'The amount above which a payment needs a second person',
  method: 'GET',
  path: '/payments/:globalCustomerNumber/approval-limit',
  access: { anyOf: [PERMISSIONS.INVOICES_PAY_INVOICES, PERMISSIONS.PAYMENTS_SCHEDULE, PERMISSIONS.PAYMENTS_APPROVE] },
  ...customer,
  answer: approvalLimit,
});

export const setApprovalLimit = defineEndpoint({
  id: 'payments.set-approval-limit',
  requirement: 'APY-07',
  summary: 'Changes or removes the limit; everybody who may approve gets a mail',
  method: 'PUT',
  path: '/payments/:globalCustomerNumber/approval-limit',
  access: { anyOf: [PERMISSIONS.PAYMENTS_APPROVE] },
  ...customer,
  body: z.strictObject({
    amount: dollars.nullable(),
  }),
  answer: approvalLimit,
});

export const AUTOPAY_TIMINGS = ['due-date', 'days-before', 'discount-day'] as const;
export type AutopayTiming = (typeof AUTOPAY_TIMINGS)[number];

/** A rule that pays what is due. */
export const autopayRule = z.strictObject({
  id: z.int(),
  timing: z.enum(AUTOPAY_TIMINGS),
  daysBefore: z.int(),
  method: methodSummary,
  paymentCap: z.number(),
  monthCap: z.number(),
  /** Whether open credits are used before the method is charged. */
  usesCredits: z.boolean(),
  /** What such a rule can use of the account's credits today; 0 for other rules. */
  usableCreditAmount: z.number(),
  createdBy: z.string(),
  createdAt: moment,
  /** The days to come on which invoices that are open now will be paid, before the caps and credits. */
  upcoming: z.array(z.strictObject({ runOn: z.iso.date(), invoices: z.int(), amount: z.number() })),
});
export type AutopayRule = z.infer<typeof autopayRule>;

export const listAutopayRules = defineEndpoint({
  id: 'payments.autopay-rules',
  requirement: 'APY-06',
  summary: 'The rules of autopay in force, with what they will pay in the next sixty days',
  method: 'GET',
  path: '/payments/:globalCustomerNumber/autopay',
  access: { anyOf: [PERMISSIONS.PAYMENTS_SCHEDULE] },
  ...customer,
  answer: z.array(autopayRule),
});

export const addAutopayRule = defineEndpoint({
  id: 'payments.add-autopay',
  requirement: 'APY-06',
  summary: 'Pays invoices by themselves from tomorrow on; each payment is announced a day before',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/autopay',
  access: { anyOf: [PERMISSIONS.PAYMENTS_SCHEDULE] },
  ...customer,
  body: z.strictObject({
    methodId: z.int().positive(),
    timing: z.enum(AUTOPAY_TIMINGS),
    daysBefore: z
      .int({ error: () => CONTRACT_MESSAGES.wholeNumber })
      .min(0)
      .max(60),
    paymentCap: paidAmount,
    monthCap: paidAmount,
    usesCredits: z.boolean().optional(),
  }),
  answer: z.array(autopayRule),
});

export const stopAutopayRule = defineEndpoint({
  id: 'payments.stop-autopay',
  requirement: 'APY-06',
  summary: 'Stops a rule and the payments that it has planned',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/autopay/:id/stop',
  access: { anyOf: [PERMISSIONS.PAYMENTS_SCHEDULE] },
  ...onePayment,
  answer: z.array(autopayRule),
});
