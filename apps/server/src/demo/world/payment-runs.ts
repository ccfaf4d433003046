import { isRecentlyBilled } from './billing-errors.ts';
import { addDays, addMonths, type Day, localDay } from './calendar.ts';
import type { Clock } from './clock.ts';
import type { Customer } from './customers.ts';
import type { InvoiceRow } from './invoicing.ts';
import type { Random } from './random.ts';

/** Invoices paid together. */
export interface PaymentRun {
  day: Day;
  /** Time of day, in minutes after midnight. */
  minutes: number;
  method: 'CreditCard' | 'eCheck' | 'Check';
  result: 'paid' | 'pending' | 'failed';
  comments: string | null;
  invoices: InvoiceRow[];
}

/**
 * Returns the payments that follow from a customer's habit, including future ones. Some first attempts fail. The showcase checks an invoice
 * for some days before it pays, so that the wrong ones are open.
 */
export function paymentRuns(customer: Customer, invoices: readonly InvoiceRow[], today: Day): PaymentRun[] {
  const random = customer.random.fork('payments');
  const runs = new Map<string, PaymentRun>();
  for (const [index, invoice] of invoices.entries()) {
    if (isHeldBack(index, invoice, today) || (customer.plan.isShowcase && isRecentlyBilled(invoice.documentDate, today))) continue;
    const isMonthly = customer.plan.habit === 'by-the-tenth' || customer.plan.habit === 'next-month-end';
    const key = isMonthly ? invoice.documentDate.slice(0, 7) : invoice.documentNumber;
    const run = runs.get(key) ?? createRun(random, customer, invoice.documentDate);
    run.invoices.push(invoice);
    runs.set(key, run);
  }
  return [...runs.values()]
    .flatMap((run) =>
      run.method !== 'Check' && random.chance(0.08) ? [{ ...run, minutes: run.minutes - 20, result: 'failed' as const }, run] : [run],
    )
    .sort((a, b) => a.day.localeCompare(b.day));
}

function createRun(random: Random, customer: Customer, documentDate: Day): PaymentRun {
  const nextMonth = addMonths(`${documentDate.slice(0, 8)}01`, 1);
  const run = { minutes: random.int(9 * 60, 16 * 60), result: 'paid' as const, invoices: [] };
  const online = random.chance(0.8) ? ('eCheck' as const) : ('CreditCard' as const);
  switch (customer.plan.habit) {
    case 'by-the-tenth':
      return { ...run, day: addDays(nextMonth, random.int(7, 9)), method: random.chance(0.85) ? online : 'Check', comments: null };
    case 'at-once':
      return { ...run, day: addDays(documentDate, random.int(2, 6)), method: 'CreditCard', comments: null };
    case 'next-month-end':
      return { ...run, day: addDays(nextMonth, random.int(24, 27)), method: 'Check', comments: `Check ${random.digits(5)}` };
    case 'late':
      return { ...run, day: addDays(documentDate, random.int(40, 70)), method: 'Check', comments: `Check ${random.digits(5)}` };
  }
}

/** Disputed invoices stay open for a while: one in seven of the recent ones, fewer of the older, none after 140 days. */
function isHeldBack(index: number, { documentDate }: InvoiceRow, today: Day): boolean {
  if (documentDate < addDays(today, -140)) return false;
  return index % (documentDate > addDays(today, -75) ? 7 : 15) === 3;
}

/** Recent payments: one that the bank has not confirmed yet, and one that failed and was not retried. */
export function runsOfTheLastDays(customer: Customer, unpaid: readonly InvoiceRow[], { now }: Clock): PaymentRun[] {
  const fewest = 6;
  if (unpaid.length < fewest) return [];
  const today = localDay(now, customer.source.timeZone);
  const run = { minutes: 10 * 60 + 25, comments: null };
  const before = (day: Day) => unpaid.filter((invoice) => invoice.documentDate < day);
  const [failedOn, pendingSince] = [addDays(today, -3), addDays(today, -1)];
  return [
    { ...run, day: failedOn, method: 'CreditCard', result: 'failed', invoices: before(failedOn).slice(-1) },
    { ...run, day: pendingSince, method: 'eCheck', result: 'pending', invoices: before(pendingSince).slice(0, 2) },
  ];
}
