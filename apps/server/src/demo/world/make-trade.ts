import { cartInvoices, invoices, paymentInvoices, payments, statements } from '#server/database/tables/billing';
import { orders, quoteProducts, quotes, ticketProducts, tickets } from '#server/database/tables/sales';
import type { DraftOrder } from './build-order.ts';
import { addDays, addMonths, type Day, localDay, MINUTE_MS, monthEnd } from './calendar.ts';
import type { Clock } from './clock.ts';
import type { Customer } from './customers.ts';
import { deliveryRows } from './delivery-rows.ts';
import { assignTrucks } from './fleet.ts';
import type { InvoiceRow } from './invoicing.ts';
import { createJobs } from './jobs.ts';
import { comingOrders, pastOrders } from './orders.ts';
import { ordersAroundNow } from './orders-around-now.ts';
import { type PaymentRows, payInvoices } from './payments.ts';
import { createQuotes } from './quotes.ts';
import type { Truck } from './trucks.ts';
import type { Making } from './world-writer.ts';

export interface TradeOptions {
  /** Names for a customer's first jobs. */
  jobNames: (customer: Customer) => readonly string[];
  /** The user who pays for a customer through the portal. */
  payerOf: (customer: Customer) => number | null;
  /** Tickets after which the orders made so far are written, so that a large world does not fill the memory. */
  ticketsAtOnce?: number;
}

const DAYS_OF_JOBS_AHEAD = 120;

/** Everything that customers ordered, got, were invoiced and paid. */
export async function makeTrade(
  making: Making,
  trucks: readonly Truck[],
  customers: readonly Customer[],
  clock: Clock,
  options: TradeOptions,
): Promise<void> {
  const invoicesOf = new Map<number, InvoiceRow[]>();
  let [drafts, ticketCount]: [DraftOrder[], number] = [[], 0];
  const flush = async () => {
    await writeDeliveries(making, drafts, trucks, invoicesOf, clock);
    [drafts, ticketCount] = [[], 0];
  };
  for (const customer of customers.filter(({ plan }) => plan.yearlySales > 0)) {
    await quoteJobs(making, customer, clock, options);
    for (const order of ordersOf(customer, clock)) {
      drafts.push(order);
      ticketCount += order.loads.length;
      if (ticketCount >= (options.ticketsAtOnce ?? Number.POSITIVE_INFINITY)) await flush();
    }
  }
  await flush();
  making.onProgress('Payments and statements', 0.9);
  await settle(making, customers, invoicesOf, clock, options);
}

function* ordersOf(customer: Customer, clock: Clock): Generator<DraftOrder> {
  yield* pastOrders(customer, clock);
  yield* comingOrders(customer, clock);
  yield* ordersAroundNow(customer, clock);
}

async function quoteJobs({ writer, numbers }: Making, customer: Customer, clock: Clock, options: TradeOptions): Promise<void> {
  const today = localDay(clock.now, customer.source.timeZone);
  customer.jobs = createJobs(customer, options.jobNames(customer), clock.historyStart, addDays(today, DAYS_OF_JOBS_AHEAD));
  const rows = createQuotes(customer, numbers, today);
  await writer.insert(quotes, rows.quotes);
  await writer.insert(quoteProducts, rows.quoteProducts);
}

async function writeDeliveries(
  making: Making,
  drafts: readonly DraftOrder[],
  trucks: readonly Truck[],
  invoicesOf: Map<number, InvoiceRow[]>,
  clock: Clock,
) {
  assignTrucks(drafts, trucks);
  const rows = deliveryRows(drafts, making.numbers, clock.now);
  for (const invoice of rows.invoices) {
    const known = invoicesOf.get(invoice.customerId);
    if (known) known.push(invoice);
    else invoicesOf.set(invoice.customerId, [invoice]);
  }
  making.onProgress('Orders and invoices', 0.15);
  await making.writer.insert(orders, rows.orders);
  await making.writer.insert(invoices, rows.invoices);
  making.onProgress('Tickets', 0.25);
  await making.writer.insert(tickets, rows.tickets);
  making.onProgress('Products of the tickets', 0.6);
  await making.writer.insert(ticketProducts, rows.ticketProducts);
}

/** Payments, statements and the open cart of all customers. */
async function settle(
  { writer, numbers }: Making,
  customers: readonly Customer[],
  invoicesOf: ReadonlyMap<number, InvoiceRow[]>,
  clock: Clock,
  options: TradeOptions,
): Promise<void> {
  const paid: PaymentRows[] = [];
  for (const customer of customers) {
    const payer = { userId: options.payerOf(customer), email: customer.company.email, phone: customer.company.phone };
    paid.push(payInvoices(customer, invoicesOf.get(customer.id) ?? [], payer, numbers, clock));
  }
  await writer.insert(
    payments,
    paid.flatMap((rows) => rows.payments),
  );
  await writer.insert(
    paymentInvoices,
    paid.flatMap((rows) => rows.paymentInvoices),
  );
  await writer.insert(
    statements,
    customers.flatMap((customer) => statementRows(customer, invoicesOf.get(customer.id)?.[0], clock)),
  );
  await writer.insert(
    cartInvoices,
    customers.flatMap((customer, index) => (customer.plan.isShowcase ? cartRows(customer, paid[index]?.unpaid ?? [], options, clock) : [])),
  );
}

/** Statements are made at the end of each month, from the first invoice's on. */
function statementRows(customer: Customer, firstInvoice: InvoiceRow | undefined, clock: Clock): (typeof statements.$inferInsert)[] {
  if (!firstInvoice) return [];
  const yesterday = addDays(localDay(clock.now, customer.source.timeZone), -1);
  return monthEnds(firstInvoice.documentDate, yesterday).map((statementDate) => ({ customerId: customer.id, statementDate }));
}

function monthEnds(from: Day, to: Day): Day[] {
  const ends: Day[] = [];
  for (let end = monthEnd(from); end <= to; end = monthEnd(addMonths(end, 1))) ends.push(end);
  return ends;
}

/** Three invoices that somebody put into the cart and has not paid yet. */
function cartRows(
  customer: Customer,
  unpaid: readonly InvoiceRow[],
  options: TradeOptions,
  clock: Clock,
): (typeof cartInvoices.$inferInsert)[] {
  const added = { customerId: customer.id, addedBy: options.payerOf(customer), addedAt: new Date(clock.now - 40 * MINUTE_MS) };
  return unpaid.slice(-3).map(({ id }) => ({ ...added, invoiceId: id }));
}
