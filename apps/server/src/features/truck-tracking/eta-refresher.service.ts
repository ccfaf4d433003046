import { setTimeout as pause } from 'node:timers/promises';
import { estimateArrival } from '@yardage/domain/eta';
import type { Coordinate } from '@yardage/domain/geo';
import type { Logger } from 'pino';
import type { RoutingPort } from '#server/adapters/routing/port';
import type { Database } from '#server/database/database';
import { Turns } from '#server/http/turns';
import { claimDueTrucks, type DueTruck, type FoundArrival, storeArrivals } from './etas.queries.ts';

/** A customer's due trucks are searched at most this often, however many users watch the board. */
const LOOK_EVERY_MS = 5_000;
/** How long a page waits for ETAs that are being computed before it is shown without them. */
const PATIENCE_MS = 1_500;
const ROUTES_AT_ONCE = 8;
/** ETAs are stored in parts, so that a large board fills up gradually if the router is slow. */
const STORED_AT_ONCE = 1000;
/** Fewer digits make shorter responses; the fifth is about a meter. */
const DIGITS = 5;

/** Keeps the ETAs of the boards that somebody watches up to date. Other boards cause no calls to the router. */
export class EtaRefresher {
  readonly #database: Database;
  readonly #routing: RoutingPort;
  readonly #log: Logger;
  readonly #turns = new Turns(ROUTES_AT_ONCE);
  readonly #looks = new Map<number, { at: number; done: Promise<void> }>();

  constructor(database: Database, routing: RoutingPort, log: Logger) {
    this.#database = database;
    this.#routing = routing;
    this.#log = log;
  }

  /** Computes the due ETAs of a customer, unless that was just done. Never throws; callers may await it or not. */
  refresh(customerId: number): Promise<void> {
    const now = Date.now();
    const last = this.#looks.get(customerId);
    if (last && now - last.at < LOOK_EVERY_MS) return last.done;
    for (const [id, look] of this.#looks) if (now - look.at >= LOOK_EVERY_MS) this.#looks.delete(id);
    const done = this.#compute(customerId).catch((error) => this.#log.error({ err: error }, 'expected arrivals could not be computed'));
    this.#looks.set(customerId, { at: now, done });
    return done;
  }

  /** Like `refresh`, but waits only for a short time. ETAs that take longer appear on a later request. */
  async refreshSoon(customerId: number): Promise<void> {
    const patience = new AbortController();
    await Promise.race([this.refresh(customerId), pause(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {})]);
    patience.abort();
  }

  /** Waits for all computations in progress. */
  async settle(): Promise<void> {
    await Promise.all([...this.#looks.values()].map(({ done }) => done));
  }

  async #compute(customerId: number): Promise<void> {
    const due = await claimDueTrucks(this.#database, customerId);
    for (let from = 0; from < due.length; from += STORED_AT_ONCE) {
      const part = due.slice(from, from + STORED_AT_ONCE);
      const found = await Promise.all(part.map((truck) => this.#turns.run(() => this.#arrivalOf(truck))));
      const known = found.filter((each) => each !== undefined);
      if (known.length > 0) await storeArrivals(this.#database, known);
    }
  }

  /** If the router fails for one truck, the others are not affected and its last ETA stays (TRK-19). */
  async #arrivalOf(truck: DueTruck): Promise<FoundArrival | undefined> {
    try {
      const [from, to, origin] = [placeOf(truck.from), placeOf(truck.job), placeOf(truck.plant)];
      const route = await this.#routing.route({ from, to, origin });
      const arrival = estimateArrival({ ...truck, now: Date.now(), ticketStatusId: truck.statusId, route });
      if (!arrival) return undefined;
      const round = (degrees: number) => Number(degrees.toFixed(DIGITS));
      const points = route.points.map(({ latitude, longitude }): [number, number] => [round(latitude), round(longitude)]);
      const [distanceMeters, durationSeconds] = [Math.round(route.distanceMeters), Math.round(route.durationSeconds)];
      return { truckId: truck.truckId, ticketId: truck.ticketId, arrival, route: { points, distanceMeters, durationSeconds } };
    } catch (error) {
      this.#log.warn({ err: error, truckId: truck.truckId }, 'the arrival of a truck could not be computed');
      return undefined;
    }
  }
}

const placeOf = ([latitude, longitude]: [number, number]): Coordinate => ({ latitude, longitude });
