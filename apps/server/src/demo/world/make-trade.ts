import { invoices } from '#server/database/tables/billing';
import { orders, quoteProducts, quotes, ticketProducts, tickets } from '#server/database/tables/sales';
import { truckPositions } from '#server/database/tables/tracking';
import { withBillingErrors } from './billing-errors.ts';
import type { DraftOrder } from './build-order.ts';
import { addDays, localDay } from './calendar.ts';
import type { Clock } from './clock.ts';
import type { Customer } from './customers.ts';
import { deliveryRows } from './delivery-rows.ts';
import { assignTrucks } from './fleet.ts';
import type { InvoiceRow } from './invoicing.ts';
import { createJobs } from './jobs.ts';
import { makeBilling } from './make-billing.ts';
import { comingOrders, pastOrders } from './orders.ts';
import { ordersAroundNow } from './orders-around-now.ts';
import { createQuotes } from './quotes.ts';
import type { Truck } from './trucks.ts';
import { insertInParts, type Making } from './world-writer.ts';

interface TradeOptions {
  /** Names for a customer's first jobs. */
  jobNames: (customer: Customer) => readonly string[];
  /** The user who pays for a customer through the portal. */
  payerOf: (customer: Customer) => number | null;
  /** Writes orders after this many tickets, to limit memory use in a large world. */
  ticketsAtOnce?: number;
  /** Whether to write truck positions. Only safe if all loads are written at once, because a truck may have only one. */
  hasFixes?: boolean;
}

const DAYS_OF_JOBS_AHEAD = 120;

/** Writes everything that customers ordered, received, were invoiced for and paid. */
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
    await writeDeliveries(making, drafts, trucks, invoicesOf, clock, options.hasFixes ?? false);
    [drafts, ticketCount] = [[], 0];
  };
  for (const customer of customers.filter(({ plan }) => plan.yearlySales > 0)) {
    await quoteJobs(making, customer, clock, options);
    for (const order of withBillingErrors(customer, ordersOf(customer, clock), clock)) {
      drafts.push(order);
      ticketCount += order.loads.length;
      if (ticketCount >= (options.ticketsAtOnce ?? Number.POSITIVE_INFINITY)) await flush();
    }
  }
  await flush();
  making.onProgress('Payments and statements', 0.9);
  const accounts = customers.map((customer) => ({
    customer,
    invoices: invoicesOf.get(customer.id) ?? [],
    payerId: options.payerOf(customer),
  }));
  await makeBilling(making, accounts, clock);
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
  hasFixes: boolean,
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
  await insertInParts(making, tickets, rows.tickets, 'Tickets', [0.25, 0.6]);
  await insertInParts(making, ticketProducts, rows.ticketProducts, 'Products of the tickets', [0.6, 0.88]);
  if (hasFixes) await making.writer.insert(truckPositions, rows.truckPositions);
}
