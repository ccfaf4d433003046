import { MINUTE_MS } from '@yardage/domain/durations';
import type { Database } from '#server/database/database';
import { PUMP_NOTE, travelMinutesBetween } from '../trips/trip.ts';
import { findFreeTruck, type OpenOrder, orderForTheIdle, printTicket, readOpenOrders, readTicketNumbers } from './dispatch.queries.ts';

/** A load is ticketed this long before it is due, plus the travel time. */
export const MINUTES_BEFORE_THE_WAY = 15;
const MAX_DRIVE_MINUTES = 42;
/** If a load is later than this, the demo was not running; the load counts as delivered by a hired hauler, without a truck. */
const LATE_MS = 30 * MINUTE_MS;
const MAX_TICKETS_PER_ROUND = 200;
/** Order for customers with hardly a truck under way, so that there is something to see at night and on Sundays. */
const IDLE_LOADS = 8;
const IDLE_STARTS_IN_MINUTES = 30;
/** One truck in this many has to wait for the pump, so that the pour board has something to show. */
const PUMP_WAIT_EVERY = 40;

/** Acts as the supplier's dispatch: prints the day's tickets when they are due and adds orders for idle customers. */
export class Dispatcher {
  readonly #database: Database;
  #ticketNumbers: Map<number, number> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Adds orders for idle customers, and prints the tickets that are due. */
  async round(now: number): Promise<void> {
    const startsAt = Math.ceil((now + IDLE_STARTS_IN_MINUTES * MINUTE_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
    await orderForTheIdle(this.#database, now, startsAt, IDLE_LOADS);
    const soon = now + (MINUTES_BEFORE_THE_WAY + MAX_DRIVE_MINUTES) * MINUTE_MS;
    let left = MAX_TICKETS_PER_ROUND;
    for (const order of await readOpenOrders(this.#database, soon)) left -= await this.#printDue(order, now, left);
  }

  /** Prints an order's due tickets and returns their number. */
  async #printDue(order: OpenOrder, now: number, most: number): Promise<number> {
    const travel = order.job ? travelMinutesBetween(order.plant, order.job) : MAX_DRIVE_MINUTES / 2;
    let [printed, quantityLeft] = [0, order.quantityOrdered - order.quantityTicketed];
    for (let index = order.ticketed; index < order.loadCount && printed < most && quantityLeft > 0; index += 1) {
      const dueAt = order.startsAt + index * (order.intervalMinutes ?? 0) * MINUTE_MS;
      const ticketedAt = dueAt - (travel + MINUTES_BEFORE_THE_WAY) * MINUTE_MS;
      if (ticketedAt > now) break;
      const quantity = loadQuantity(order, index, quantityLeft);
      await this.#print(order, { index, dueAt, ticketedAt, quantity }, now);
      quantityLeft -= quantity;
      printed += 1;
    }
    return printed;
  }

  async #print(order: OpenOrder, load: { index: number; dueAt: number; ticketedAt: number; quantity: number }, now: number): Promise<void> {
    const isLate = load.ticketedAt < now - LATE_MS;
    const number = await this.#nextNumber(order);
    await this.#database.transaction('system', async ({ client }) => {
      const truck = isLate || order.isPickedUp ? undefined : await findFreeTruck(client, order, now);
      const { dueAt, quantity } = load;
      const notes = (order.orderId * 7 + load.index) % PUMP_WAIT_EVERY === 0 ? PUMP_NOTE : null;
      const ticketedAt = isLate ? load.ticketedAt : now;
      await printTicket(client, { order, ticketNumber: number, ticketedAt, dueAt, loadNumber: load.index + 1, quantity, truck, notes });
    });
  }

  async #nextNumber({ plantId, plantNumber }: OpenOrder): Promise<string> {
    this.#ticketNumbers ??= await readTicketNumbers(this.#database);
    const next = (this.#ticketNumbers.get(plantId) ?? Number(`${plantNumber}100000`)) + 1;
    this.#ticketNumbers.set(plantId, next);
    return String(next);
  }
}

/** Loads have the usual size; the last one takes the rest. */
function loadQuantity({ quantityOrdered, loadCount }: OpenOrder, index: number, left: number): number {
  const usual = Math.ceil((quantityOrdered / loadCount) * 2) / 2;
  return Number((index === loadCount - 1 ? left : Math.min(usual, left)).toFixed(2));
}
