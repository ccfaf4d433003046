import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, day } from './scalars.ts';

/** An open invoice with what paying it on the plan's day costs. */
const plannedInvoice = z.strictObject({
  invoiceNumber: z.string(),
  job: z.string().nullable(),
  documentDate: z.iso.date(),
  dueDate: z.iso.date(),
  invoiceAmount: z.number(),
  /** Zero if it has expired on the plan's day. */
  discountAmount: z.number(),
  amountWithDiscount: z.number(),
  discountExpiryDate: z.iso.date().nullable(),
});
export type PlannedInvoiceRow = z.infer<typeof plannedInvoice>;

export const discountPlan = z.strictObject({
  today: z.iso.date(),
  day: z.iso.date(),
  /** Null if there is enough for everything. */
  cashAmount: z.number().nullable(),
  /** The invoices to pay for their discount, the one that expires first on top. */
  discounted: z.array(plannedInvoice),
  /** Further invoices that the rest of the cash pays, the oldest due first. */
  oldest: z.array(plannedInvoice),
  /** Invoices with a discount on that day that the cash does not reach, or that one cart does not hold. */
  leftOut: z.array(plannedInvoice),
  discountAmount: z.number(),
  /** No choice of invoices keeps more discount than this, apart from those that one cart does not hold. Usually the plan keeps it. */
  mostDiscountAmount: z.number(),
  /** What all invoices of the plan cost. */
  totalAmount: z.number(),
  /** What is left of the cash. */
  restAmount: z.number().nullable(),
  /** The discounts of all invoices on that day, and the cash that keeps them all. */
  allDiscountAmount: z.number(),
  cashForAllAmount: z.number(),
  /** Today and each later day on which the same cash keeps less. */
  waiting: z.array(z.strictObject({ day: z.iso.date(), discountAmount: z.number(), lostAmount: z.number() })),
});
export type DiscountPlanAnswer = z.infer<typeof discountPlan>;

/** In dollars. */
export const MAX_PLAN_CASH = 1_000_000_000;
const cash = z.coerce
  .number({ error: () => CONTRACT_MESSAGES.number })
  .min(0, { error: () => CONTRACT_MESSAGES.negativeAmount })
  .max(MAX_PLAN_CASH);

/** The caller needs both permissions: the plan shows amounts, and it is made to be paid. */
export const getDiscountPlan = defineEndpoint({
  id: 'discount-plan.get',
  requirement: 'APY-09',
  summary: 'Which open invoices to pay on a day to keep the most discount for an amount of cash, and what waiting costs',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/discount-plan',
  access: { anyOf: [PERMISSIONS.INVOICES_PAY_INVOICES] },
  scope: 'customer',
  params: customerParams,
  query: z.object({
    ...customerQuery,
    cash: cash.optional().describe('Left out: there is enough for everything.'),
    day: day.optional().describe('The day of the payment, today or later; today if left out.'),
    fill: z.enum(['true', 'false']).optional().describe('Whether the rest of the cash pays the oldest invoices.'),
  }),
  answer: discountPlan,
  weight: 5,
});
