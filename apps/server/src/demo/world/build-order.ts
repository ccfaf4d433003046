import { MINUTE_MS } from '@yardage/domain/durations';
import type { Cents } from '@yardage/domain/money';
import { ORDER_TYPE, type OrderStatusId } from '@yardage/domain/orders';
import type { TicketStatusId } from '@yardage/domain/tickets';
import { type Day, localDay } from './calendar.ts';
import type { Product } from './catalog.ts';
import type { Customer } from './customers.ts';
import type { Job, Quote } from './job.ts';
import { loadQuantities, type OrderSize } from './load-quantities.ts';
import { ordinaryPace, type Pace, type Passage, passageOf, statusAt } from './passages.ts';
import { type Line, priceLoad, quoteInForce } from './pricing.ts';
import type { Random } from './random.ts';
import type { Truck } from './trucks.ts';

/** A load with a ticket. */
export interface DraftLoad {
  loadNumber: number;
  statusId: TicketStatusId;
  quantity: number;
  passage: Passage;
  lines: Line[];
  /** Set if the ticket has a note of its own. */
  notes?: string;
  /** Null if the customer picks the load up or a hauler was hired. */
  truck: Truck | null;
}

/** An order in its current state. */
export interface DraftOrder {
  customer: Customer;
  job: Job;
  quote: Quote | null;
  product: Product;
  statusId: OrderStatusId;
  startsAt: number;
  createdAt: number;
  shipDate: Day;
  /** Day of the invoice: when the last load is finished. */
  documentDay: Day;
  size: OrderSize;
  isPickedUp: boolean;
  loads: DraftLoad[];
  /** Sales of the whole order, including loads not delivered yet. */
  plannedSales: Cents;
  /** Source for all values not set above. */
  random: Random;
}

/** Input for building an order. */
export interface OrderPlan {
  job: Job;
  startsAt: number;
  size: OrderSize;
  random: Random;
  /** Set if the loads follow a schedule of their own. */
  pace?: Pace;
}

/** Builds an order with the loads ticketed so far. */
export function buildOrder(customer: Customer, plan: OrderPlan, now: number): DraftOrder {
  const { job, startsAt, size, random } = plan;
  const { orderType, timeZone } = customer.source;
  const shipDate = localDay(startsAt, timeZone);
  const product = size.product;
  const interval = size.intervalMinutes ?? 0;
  const passages = loadQuantities(size, random).map((quantity, index) => ({
    quantity,
    passage: passageOf(startsAt + index * interval * MINUTE_MS, plan.pace ?? ordinaryPace(random, orderType, job.travelMinutes)),
  }));
  const documentDay = lastDay(passages, timeZone);
  const quote = quoteInForce(job, shipDate);
  const isPickedUp = orderType !== ORDER_TYPE.concrete && random.chance(0.08);
  const terms = { quote, product, shipDate, documentDay, hasFiber: random.chance(0.12), isPickedUp };
  const planned = passages.map(({ quantity, passage }, index) => ({
    loadNumber: index + 1,
    quantity,
    passage,
    statusId: statusAt(passage, now),
    lines: priceLoad(customer, terms, quantity),
    truck: null as Truck | null,
  }));
  const loads = planned.filter((load): load is DraftLoad => load.statusId > 0);
  const isDelivered = planned.every((load) => load.statusId === 6);
  return {
    customer,
    job,
    quote,
    product,
    statusId: isDelivered ? 5 : loads.length > 0 ? 6 : 1,
    startsAt,
    createdAt: Math.min(startsAt - random.int(20, 220) * 60 * MINUTE_MS, now - random.int(10, 500) * MINUTE_MS),
    shipDate,
    documentDay,
    size,
    isPickedUp,
    loads,
    plannedSales: planned.reduce((sum, load) => sum + salesOf(load), 0),
    random,
  };
}

/** Returns the day on which the last of the loads is finished. */
function lastDay(loads: readonly { passage: Passage }[], timeZone: string): Day {
  return localDay(Math.max(...loads.map(({ passage }) => passage.finished)), timeZone);
}

/** Stops an order after the given number of loads. */
export function stopAfter(order: DraftOrder, loadCount: number): void {
  order.statusId = 7;
  order.loads = order.loads.slice(0, loadCount);
  order.documentDay = lastDay(order.loads, order.customer.source.timeZone);
}

/** Cancels or postpones an order with nothing delivered. */
export function setAside(order: DraftOrder, statusId: OrderStatusId): void {
  order.statusId = statusId;
  order.loads = [];
}

/** An invoice is written the night after the last load. */
export function isInvoiced(order: DraftOrder, today: Day): boolean {
  return order.loads.length > 0 && (order.statusId === 5 || order.statusId === 7) && order.documentDay < today;
}

/** Returns the price of a load's products before tax. */
export function salesOf(load: { lines: Line[] }): Cents {
  return load.lines.reduce((sum, { amount }) => sum + amount, 0);
}
