import { setTimeout as pause } from 'node:timers/promises';
import { estimateArrival } from '@yardage/domain/eta';
import type { Coordinate } from '@yardage/domain/geo';
import { estimateRestOfRoute, type Route } from '@yardage/domain/road-estimate';
import type { Logger } from 'pino';
import type { RoutingPort } from '#server/adapters/routing/port';
import type { Database } from '#server/database/database';
import { Semaphore } from '#server/http/semaphore';
import { claimDueTrucks, type DueTruck, type FoundArrival, storeArrivals } from './etas.queries.ts';
import type { KeptRoute } from './truck-tracking.queries.ts';

/** A customer's due trucks are searched at most this often, however many users watch the board. */
const LOOK_EVERY_MS = 5_000;
/** How long a page waits for ETAs that are being computed before it is shown without them. */
const REFRESH_WAIT_MS = 1_500;
const ROUTES_AT_ONCE = 8;
/** ETAs are stored as often as this, so that a board fills up gradually if the router is slow. Less than a page's patience. */
const STORE_EVERY_MS = 1_000;
/** Fewer digits make shorter responses; the fifth is about a meter. */
const DIGITS = 5;

/** Keeps the ETAs of the boards that somebody watches up to date. Other boards cause no calls to the router. */
export class EtaRefresher {
  readonly #database: Database;
  readonly #routing: RoutingPort;
  readonly #log: Logger;
  readonly #slots = new Semaphore(ROUTES_AT_ONCE);
  /** The last search of each customer, and when it began, by `performance.now`, which a step of the clock does not change. */
  readonly #looks = new Map<number, { at: number; done: Promise<void> }>();

  constructor(database: Database, routing: RoutingPort, log: Logger) {
    this.#database = database;
    this.#routing = routing;
    this.#log = log;
  }

  /** Computes the due ETAs of a customer, unless that was just done. Never throws; callers may await it or not. */
  refresh(customerId: number): Promise<void> {
    const now = performance.now();
    const last = this.#looks.get(customerId);
    if (last && now - last.at < LOOK_EVERY_MS) return last.done;
    for (const [id, look] of this.#looks) if (now - look.at >= LOOK_EVERY_MS) this.#looks.delete(id);
    const done = this.#compute(customerId).catch((error) => this.#log.error({ err: error }, 'expected arrivals could not be computed'));
    this.#looks.set(customerId, { at: now, done });
    return done;
  }

  /** Like `refresh`, but waits only for a short time. ETAs that take longer appear on a later request. */
  async refreshSoon(customerId: number): Promise<void> {
    await orAfter(this.refresh(customerId), REFRESH_WAIT_MS);
  }

  /** Waits for all computations in progress. */
  async drain(): Promise<void> {
    await Promise.all([...this.#looks.values()].map(({ done }) => done));
  }

  async #compute(customerId: number): Promise<void> {
    const due = await claimDueTrucks(this.#database, customerId);
    const found: FoundArrival[] = [];
    let isComplete = false;
    const complete = Promise.all(
      due.map((truck) =>
        this.#slots.run(async () => {
          const arrival = await this.#arrivalOf(truck);
          if (arrival) found.push(arrival);
        }),
      ),
    ).then(() => {
      isComplete = true;
    });
    while (!isComplete) {
      await orAfter(complete, STORE_EVERY_MS);
      if (found.length > 0) await storeArrivals(this.#database, found.splice(0));
    }
  }

  /**
   * If the router fails for one truck, the others are not affected and its last ETA stays (TRK-19). A truck that it never answered for gets
   * an estimate.
   */
  async #arrivalOf(truck: DueTruck): Promise<FoundArrival | undefined> {
    const [from, to, origin] = [placeOf(truck.from), placeOf(truck.job), placeOf(truck.plant)];
    try {
      return foundArrival(truck, await this.#routing.route({ from, to, origin }));
    } catch (error) {
      this.#log.warn({ err: error, truckId: truck.truckId }, 'the arrival of a truck could not be computed');
      return truck.isKnown ? undefined : foundArrival(truck, estimateRestOfRoute(from, to, origin), { isEstimate: true });
    }
  }
}

/** Waits for some work, but not longer than for a time. */
async function orAfter(work: Promise<void>, limitMs: number): Promise<void> {
  const patience = new AbortController();
  await Promise.race([work, pause(limitMs, undefined, { signal: patience.signal }).catch(() => {})]);
  patience.abort();
}

function foundArrival(truck: DueTruck, route: Route, mark: Pick<KeptRoute, 'isEstimate'> = {}): FoundArrival | undefined {
  const arrival = estimateArrival({ ...truck, now: Date.now(), ticketStatusId: truck.statusId, route });
  if (!arrival) return undefined;
  const round = (degrees: number) => Number(degrees.toFixed(DIGITS));
  const points = route.points.map(({ latitude, longitude }): [number, number] => [round(latitude), round(longitude)]);
  const [distanceMeters, durationSeconds] = [Math.round(route.distanceMeters), Math.round(route.durationSeconds)];
  return { truckId: truck.truckId, ticketId: truck.ticketId, arrival, route: { points, distanceMeters, durationSeconds, ...mark } };
}

const placeOf = ([latitude, longitude]: [number, number]): Coordinate => ({ latitude, longitude });
