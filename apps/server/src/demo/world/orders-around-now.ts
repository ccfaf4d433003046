import { MINUTE_MS } from '@yardage/domain/durations';
import type { OrderStatusId } from '@yardage/domain/orders';
import { PUMP_NOTE, PUMP_WAIT_MINUTES } from '../trips/trip.ts';
import { buildOrder, type DraftOrder, setAside, stopAfter } from './build-order.ts';
import { addDays, atLocalTime, daysBetween, localDay, workload } from './calendar.ts';
import type { Clock } from './clock.ts';
import { type Customer, isBig } from './customers.ts';
import type { Job } from './job.ts';
import { jobsOn } from './jobs.ts';
import { orderSize } from './load-quantities.ts';
import { book } from './orders.ts';
import type { Pace } from './passages.ts';

/** The orders being delivered right now, whatever the time of day; at night they are night pours. */
export function* ordersAroundNow(customer: Customer, clock: Clock): Generator<DraftOrder> {
  for (const minutes of customer.plan.startsAroundNow) {
    const random = customer.random.fork(`now ${minutes}`);
    const job = random.pick(jobsOn(customer, localDay(clock.now, customer.source.timeZone)));
    const product = random.pick(job.products);
    const intervalMinutes = { 1: 10, 2: 15, 3: 40 }[customer.source.orderType];
    const loadCount = Math.max(5, Math.ceil((90 - minutes) / intervalMinutes));
    const size = { ...orderSize(random, product, loadCount, { isBigCustomer: isBig(customer) }), intervalMinutes };
    yield delivering(buildOrder(customer, { job, startsAt: onTheFive(clock.now + minutes * MINUTE_MS), size, random }, clock.now));
  }
  if (!customer.plan.isShowcase) return;
  yield everyStage(customer, clock);
  yield shortOfConcrete(customer, clock);
  yield stoppedToday(customer, clock);
  yield* everyStatus(customer, clock);
}

/** Durations in minutes with which, at an interval of nine, there is always a load in each of the six stages. */
const EVERY_STAGE: Omit<Pace, 'delay'> = { beforeLoading: 4, loading: 10, travel: 30, waiting: 6, unloading: 14, washing: 6 };
const EVERY_STAGE_INTERVAL = 9;
const EVERY_STAGE_START = -75;

function everyStage(customer: Customer, clock: Clock): DraftOrder {
  const random = customer.random.fork('every stage');
  const job = longestNamed(jobsOn(customer, localDay(clock.now, customer.source.timeZone)));
  const size = { ...orderSize(random, random.pick(job.products), 24, { isBigCustomer: true }), intervalMinutes: EVERY_STAGE_INTERVAL };
  const exactStart = clock.now + EVERY_STAGE_START * MINUTE_MS;
  const startsAt = onTheFive(exactStart);
  const pace = { ...EVERY_STAGE, delay: (exactStart - startsAt) / MINUTE_MS };
  return delivering(buildOrder(customer, { job, startsAt, size, random, pace }, clock.now));
}

const SHORT_QUANTITY = 6.5;
const SHORT_LOADS = 6;
const SHORT_START = -95;
const PUMP_WAITED_MINUTES = 34;

/** An order for the pour board: every planned load has its ticket, some yards are missing, and one truck waits for the pump. */
function shortOfConcrete(customer: Customer, clock: Clock): DraftOrder {
  const random = customer.random.fork('short');
  const job = random.pick(jobsOn(customer, localDay(clock.now, customer.source.timeZone)));
  const size = { ...orderSize(random, random.pick(job.products), SHORT_LOADS, { isBigCustomer: true }), intervalMinutes: 15 };
  const order = buildOrder(customer, { job, startsAt: onTheFive(clock.now + SHORT_START * MINUTE_MS), size, random }, clock.now);
  order.size = { ...size, quantityOrdered: size.quantityOrdered + SHORT_QUANTITY };
  const held = order.loads.at(-2);
  if (held) {
    const { passage } = held;
    const moved = clock.now - PUMP_WAITED_MINUTES * MINUTE_MS - passage.arrived;
    const earlier = { ticketed: passage.ticketed + moved, loading: passage.loading + moved, leavePlant: passage.leavePlant + moved };
    const unloading = passage.arrived + moved + PUMP_WAIT_MINUTES * MINUTE_MS;
    const lasted = passage.finished - passage.unloading;
    held.passage = {
      ...passage,
      ...earlier,
      arrived: passage.arrived + moved,
      unloading,
      finished: unloading + lasted,
      leaveJob: unloading + lasted + (passage.leaveJob - passage.finished),
      backAtPlant: unloading + lasted + (passage.backAtPlant - passage.finished),
    };
    held.statusId = 4;
    held.notes = PUMP_NOTE;
  }
  return delivering(order);
}

/** An order that rain stopped half-way. */
function stoppedToday(customer: Customer, clock: Clock): DraftOrder {
  const random = customer.random.fork('stopped');
  const today = localDay(clock.now, customer.source.timeZone);
  const job = random.pick(jobsOn(customer, today));
  const size = { ...orderSize(random, random.pick(job.products), 10, { isBigCustomer: true }), intervalMinutes: 10 };
  const order = buildOrder(customer, { job, startsAt: onTheFive(clock.now - 240 * MINUTE_MS), size, random }, clock.now);
  stopAfter(order, 5);
  book(order, today);
  return order;
}

/** Statuses of orders that are waiting or were given up. */
const WAITING_STATUSES: OrderStatusId[] = [1, 3, 2, 4, 8, 9, 0];

function* everyStatus(customer: Customer, clock: Clock): Generator<DraftOrder> {
  const today = localDay(clock.now, customer.source.timeZone);
  const days = daysBetween(addDays(today, 1), addDays(today, 6)).filter((day) => workload(day) > 0);
  for (const [index, statusId] of WAITING_STATUSES.entries()) {
    const random = customer.random.fork(`status ${statusId}`);
    const day = days[index % days.length] ?? addDays(today, 1);
    const job = random.pick(jobsOn(customer, day));
    const startsAt = atLocalTime(day, random.int(28, 44) * 15, customer.source.timeZone);
    const order = buildOrder(
      customer,
      { job, startsAt, size: orderSize(random, random.pick(job.products), random.int(4, 12), { isBigCustomer: true }), random },
      clock.now,
    );
    setAside(order, statusId);
    yield order;
  }
}

/** An order stays under way while loads are to come, even if all its tickets so far are finished. */
function delivering(order: DraftOrder): DraftOrder {
  order.statusId = 6;
  return order;
}

function onTheFive(moment: number): number {
  return Math.floor(moment / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
}

function longestNamed(jobs: readonly Job[]): Job {
  return jobs.reduce((longest, job) => (job.name.length > longest.name.length ? job : longest));
}
