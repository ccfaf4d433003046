import { randomUUID } from 'node:crypto';
import type { RequestDetail, RequestOptions } from '@yardage/contract/order-requests';
import { dayAt } from '@yardage/domain/dates';
import { DAY_MS } from '@yardage/domain/durations';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { firstDayFor, quantityFault } from '@yardage/domain/request-rules';
import { PLACEMENTS, UNLOADINGS_OF } from '@yardage/domain/request-states';
import type { Database } from '#server/database/database';
import type { CallAs } from '../clerk/clerk.ts';
import { type Asker, findAskers } from './requests.queries.ts';

/** How many requests wait at the desk at least. */
const MIN_WAITING = 4;
const NOTES = ['Please call ten minutes ahead.', 'Gate on the north side.', null, 'Ask for the foreman at the trailer.'];
const HOLD_YARDS = 5;

/** Act as the customers' foremen: keep requests waiting at the desk. They ask through the API, so dispatch sees each one as it comes. */
export class Foremen {
  readonly #database: Database;
  readonly #call: CallAs;

  constructor(database: Database, call: CallAs) {
    this.#database = database;
    this.#call = call;
  }

  /** Sends the requests that are missing, each by another user. */
  async round(now: Date): Promise<void> {
    const { askers, waiting, made } = await findAskers(this.#database);
    const missing = Math.min(MIN_WAITING - waiting, askers.length);
    for (let place = 0; place < missing; place += 1) {
      const asker = askers[(made + place) % askers.length];
      if (asker) await this.#ask(asker, made + place, now);
    }
  }

  async #ask({ email, globalCustomerNumber }: Asker, place: number, now: Date): Promise<void> {
    const path = `/customers/${globalCustomerNumber}/order-requests`;
    const body = wantedOf(await this.#call<RequestOptions>(email, 'GET', `${path}/options`), place, now);
    if (body) await this.#call<RequestDetail>(email, 'POST', path, body);
  }
}

/** Returns a request for more of what a job got last, or undefined if no rule of the plant allows it. */
function wantedOf({ jobs, mixes, materials, timeZone, contactName, contactPhone }: RequestOptions, place: number, now: Date) {
  const job = jobs[place % Math.max(1, jobs.length)];
  const material = materials.find(({ orderType }) => orderType === job?.orderType);
  if (!job || !material || !mixes.some(({ productId }) => productId === job.productId)) return undefined;
  const { orderType, usualStart: startTime, rules } = material;
  const day = firstDayFor(startTime, rules, { now, timeZone }, dayAt(new Date(now.getTime() + DAY_MS * (1 + (place % 2))), timeZone));
  if (!day || quantityFault(job.quantity, rules, { orderType, isPickedUp: false })) return undefined;
  return {
    requestKey: randomUUID(),
    jobOrderId: job.orderId,
    productId: job.productId,
    quoteId: job.quoteId,
    quantity: job.quantity,
    day,
    startTime,
    intervalMinutes: job.intervalMinutes,
    ...(orderType === ORDER_TYPE.concrete
      ? { placement: PLACEMENTS[place % PLACEMENTS.length], holdQuantity: place % 2 === 0 ? HOLD_YARDS : null }
      : { unloading: UNLOADINGS_OF[orderType][0] }),
    poNumber: job.poNumber,
    contactName,
    contactPhone,
    notes: NOTES[place % NOTES.length],
  };
}
