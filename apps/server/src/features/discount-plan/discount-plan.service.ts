import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_CART_INVOICES } from '@yardage/contract/carts';
import type { DiscountPlanAnswer, getDiscountPlan, PlannedInvoiceRow } from '@yardage/contract/discount-plan';
import type { Input } from '@yardage/contract/endpoint';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { dayAt } from '@yardage/domain/dates';
import { discountOn, fillWithOldest, limitPlan, planDiscounts, type WaitingStep, waitingSteps } from '@yardage/domain/discount-planner';
import { type Cents, centsOf } from '@yardage/domain/money';
import type { AreaServices } from '#server/features/area';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { DISCOUNT_PLAN_MESSAGES } from './discount-plan.messages.ts';
import { findOpenInvoices, type OpenInvoice } from './discount-plan.queries.ts';

const dollars = (cents: Cents): number => cents / 100;

/** Plans payments by their discounts (APY-09). */
export function discountPlanService({ database, partDiscount }: AreaServices) {
  return {
    async plan(scope: Scope, query: Input<typeof getDiscountPlan>['query'], signal?: AbortSignal): Promise<DiscountPlanAnswer> {
      if (!scope.permissions.has(PERMISSIONS.INVOICES_VIEW)) throw new ApiError('permission-missing');
      const today = dayAt(new Date(), scope.timeZone);
      const day = query.day ?? today;
      if (day < today) throw new ApiError('validation-failed', { fieldErrors: { day: [DISCOUNT_PLAN_MESSAGES.past] } });
      const cash = query.cash === undefined ? null : centsOf(query.cash);
      const invoices = await findOpenInvoices(database, scope, partDiscount, today);
      const steps = await stepsOf(invoices, cash, today, signal);
      return answerOf(invoices, steps, { today, day, cash, isFilled: query.fill === 'true' });
    },
  };
}

interface Question {
  today: string;
  day: string;
  cash: Cents | null;
  isFilled: boolean;
}

/**
 * Returns what is lost by waiting. Lets other requests run between the days, and stops once the signal is aborted, because nobody needs the
 * result then.
 */
async function stepsOf(
  invoices: readonly OpenInvoice[],
  cash: Cents | null,
  today: string,
  signal: AbortSignal | undefined,
): Promise<readonly WaitingStep[]> {
  let steps: readonly WaitingStep[] = [];
  for (const found of waitingSteps(invoices, cash, today)) {
    steps = found;
    if (signal?.aborted) break;
    await nextTurn();
  }
  return steps;
}

function answerOf(
  invoices: readonly OpenInvoice[],
  steps: readonly WaitingStep[],
  { today, day, cash, isFilled }: Question,
): DiscountPlanAnswer {
  const plan = limitPlan(planDiscounts(invoices, cash, day), day, MAX_CART_INVOICES);
  const chosen = new Set(plan.invoices);
  const others = invoices.filter((invoice) => !chosen.has(invoice));
  const rest = cash === null ? null : cash - plan.cost;
  const oldest = isFilled ? fillWithOldest(others, rest, day, MAX_CART_INVOICES - chosen.size) : [];
  const filled = new Set(oldest);
  const total = plan.cost + sum(oldest, (invoice) => costOn(invoice, day));
  const withDiscount = invoices.filter((invoice) => discountOn(invoice, day) > 0);
  const row = (invoice: OpenInvoice) => rowOf(invoice, day);
  const atOnce = steps[0]?.discount ?? 0;
  return {
    today,
    day,
    cashAmount: cash === null ? null : dollars(cash),
    discounted: plan.invoices.toSorted(byExpiry).map(row),
    oldest: oldest.map(row),
    leftOut: withDiscount
      .filter((invoice) => !chosen.has(invoice) && !filled.has(invoice))
      .toSorted(byExpiry)
      .map(row),
    discountAmount: dollars(plan.discount + sum(oldest, (invoice) => discountOn(invoice, day))),
    mostDiscountAmount: dollars(plan.bound),
    totalAmount: dollars(total),
    restAmount: cash === null ? null : dollars(cash - total),
    allDiscountAmount: dollars(sum(withDiscount, (invoice) => discountOn(invoice, day))),
    cashForAllAmount: dollars(sum(withDiscount, (invoice) => costOn(invoice, day))),
    waiting: steps.map((step) => ({
      day: step.day,
      discountAmount: dollars(step.discount),
      lostAmount: dollars(atOnce - step.discount),
    })),
  };
}

const sum = <T>(values: readonly T[], of: (value: T) => Cents): Cents => values.reduce((total, value) => total + of(value), 0);
const costOn = (invoice: OpenInvoice, day: string): Cents => invoice.amount - discountOn(invoice, day);

function byExpiry(a: OpenInvoice, b: OpenInvoice): number {
  const [one, other] = [`${a.expiresOn} ${a.invoiceNumber}`, `${b.expiresOn} ${b.invoiceNumber}`];
  return one < other ? -1 : one > other ? 1 : 0;
}

function rowOf(invoice: OpenInvoice, day: string): PlannedInvoiceRow {
  return {
    invoiceNumber: invoice.invoiceNumber,
    job: invoice.job,
    documentDate: invoice.documentDate,
    dueDate: invoice.dueOn,
    invoiceAmount: dollars(invoice.amount),
    discountAmount: dollars(discountOn(invoice, day)),
    amountWithDiscount: dollars(costOn(invoice, day)),
    discountExpiryDate: invoice.expiresOn,
  };
}
