import { ORDER_TYPE, type OrderStatusId } from '@yardage/domain/orders';
import { buildOrder, type DraftOrder, isInvoiced, salesOf, setAside, stopAfter } from './build-order.ts';
import { addDays, atLocalTime, type Day, daysBetween, localDay, workload, yearOf } from './calendar.ts';
import { type Clock, workdays } from './clock.ts';
import { type Customer, isBig } from './customers.ts';
import { jobsOn } from './jobs.ts';
import { orderSize } from './load-quantities.ts';
import type { Random } from './random.ts';

const DAYS_AHEAD = 7;
/** Most that the plants can deliver to one customer on a full day, in dollars. */
const MAX_PER_DAY = 300_000;

/** Yields a customer's past orders day by day, until the yearly sales are reached. */
export function* pastOrders(customer: Customer, clock: Clock): Generator<DraftOrder> {
  const today = localDay(clock.now, customer.source.timeZone);
  const last = addDays(today, -1);
  for (let year = yearOf(clock.historyStart); year <= yearOf(last); year++) {
    const days = daysBetween(later(clock.historyStart, `${year}-01-01`), earlier(last, `${year}-12-31`));
    const target = salesTarget(customer, year, clock, days) * 100;
    const allWork = days.reduce((sum, day) => sum + workload(day), 0);
    let work = 0;
    for (const day of days) {
      work += workload(day);
      const random = customer.random.fork(day);
      while (workload(day) > 0 && (customer.spendByYear.get(year) ?? 0) < (target * work) / allWork) {
        const order = orderOn(customer, day, random, clock.now);
        turnOut(order, random);
        book(order, today);
        yield order;
      }
    }
  }
}

/** Yields the orders of today and the week ahead, at the usual times of day. */
export function* comingOrders(customer: Customer, clock: Clock): Generator<DraftOrder> {
  const today = localDay(clock.now, customer.source.timeZone);
  const yearly = workdays(`${yearOf(today)}-01-01`, `${yearOf(today)}-12-31`);
  let [planned, wanted] = [0, 0];
  for (const day of daysBetween(today, addDays(today, DAYS_AHEAD))) {
    wanted += (customer.plan.yearlySales * 100 * workload(day)) / yearly;
    const random = customer.random.fork(day);
    while (workload(day) > 0 && planned < wanted) {
      const order = orderOn(customer, day, random, clock.now);
      planned += order.plannedSales;
      if (order.loads.length === 0) order.statusId = waitingStatus(random, customer);
      yield order;
    }
  }
}

/** Returns the sales target of a year, or of its part so far, in dollars. */
function salesTarget(customer: Customer, year: number, clock: Clock, days: readonly Day[]): number {
  const { yearlySales, salesThisYear } = customer.plan;
  const workdaysSoFar = days.reduce((sum, day) => sum + workload(day), 0);
  const pace = (yearlySales * workdaysSoFar) / workdays(`${year}-01-01`, `${year}-12-31`);
  const isThisYear = year === yearOf(localDay(clock.now, customer.source.timeZone));
  return isThisYear && salesThisYear ? Math.max(pace, Math.min(salesThisYear, MAX_PER_DAY * workdaysSoFar)) : pace;
}

function orderOn(customer: Customer, day: Day, random: Random, now: number): DraftOrder {
  const own = random.fork(random.key());
  const job = own.pick(jobsOn(customer, day));
  const [fewest, most] = customer.plan.loads;
  const size = orderSize(own, own.pick(job.products), own.int(fewest, most), { isBigCustomer: isBig(customer) });
  const startsAt = atLocalTime(day, startMinutes(own, customer), customer.source.timeZone);
  return buildOrder(customer, { job, startsAt, size, random: own }, now);
}

/** Most pours start early; now and then a big customer pours at night. */
function startMinutes(random: Random, customer: Customer): number {
  const quarters = (from: number, to: number) => 15 * random.int(from * 4, to * 4);
  if (isBig(customer) && random.chance(0.02)) return quarters(19, 22);
  return random.chance(0.65) ? quarters(6, 9) : quarters(9, 14);
}

/** Cancels, deletes or stops a few of the completed past orders. */
function turnOut(order: DraftOrder, random: Random): void {
  const roll = random.next();
  if (order.statusId !== 5 || roll > 0.06) return;
  if (roll < 0.03) setAside(order, 9);
  else if (roll < 0.04) setAside(order, 0);
  else if (order.loads.length > 3) stopAfter(order, Math.ceil(order.loads.length / 2));
}

/** Adds the invoiced sales to the customer's spend. */
export function book(order: DraftOrder, today: Day): void {
  if (!isInvoiced(order, today)) return;
  const sales = order.loads.reduce((sum, load) => sum + salesOf(load), 0);
  const { spendByYear } = order.customer;
  spendByYear.set(yearOf(order.documentDay), (spendByYear.get(yearOf(order.documentDay)) ?? 0) + sales);
}

function waitingStatus(random: Random, customer: Customer): OrderStatusId {
  const roll = random.next();
  if (customer.source.orderType === ORDER_TYPE.block && roll < 0.15) return 8;
  if (roll < 0.06) return 3;
  if (roll < 0.1) return 4;
  if (roll < 0.13) return 9;
  return roll < 0.15 && customer.source.orderType !== ORDER_TYPE.concrete ? 2 : 1;
}

const later = (a: Day, b: Day): Day => (a > b ? a : b);
const earlier = (a: Day, b: Day): Day => (a < b ? a : b);
