import { MAX_BATCH_SIZE, type PositionFix, postPositions, postTicketEvents, type TicketEvent } from '@yardage/contract/telemetry';
import type { Database } from '#server/database/database';
import { planTrip, type Trip } from '../trips/trip.ts';
import { type OpenLoad, readOpenLoads } from './simulator.queries.ts';

/** A standing truck sends a fix at this interval. */
const STANDING_FIX_EVERY_MS = 60_000;

/** Posts a body to an API path with the service key, as a machine does. */
export type Post = (path: string, body: object) => Promise<void>;

/** Simulates what trucks and the dispatch system would send. It changes the portal only through API calls. */
export class Simulator {
  readonly #database: Database;
  readonly #post: Post;
  readonly #lastFixAt = new Map<number, number>();

  constructor(database: Database, post: Post) {
    this.#database = database;
    this.#post = post;
  }

  /** Posts what has happened to the loads under way, and where their trucks are. */
  async round(now: number): Promise<void> {
    const loads = (await readOpenLoads(this.#database)).map((load) => ({ load, trip: planTrip(load) }));
    const events = loads.flatMap(({ load, trip }) => eventsUntil(load, trip, now));
    await this.#postAll(postTicketEvents.path, 'events', events);
    const fixes = loads.filter(({ trip }) => trip.passage.leaveJob > now).flatMap(({ load, trip }) => this.#fixOf(load, trip, now));
    await this.#postAll(postPositions.path, 'positions', fixes);
  }

  #fixOf({ truckId }: OpenLoad, trip: Trip, now: number): PositionFix[] {
    if (truckId === null) return [];
    const { latitude, longitude, headingDegrees, speedMph } = trip.fixAt(now);
    const isDriving = now >= trip.passage.leavePlant && now < trip.passage.arrived;
    if (!isDriving && now - (this.#lastFixAt.get(truckId) ?? 0) < STANDING_FIX_EVERY_MS) return [];
    this.#lastFixAt.set(truckId, now);
    const round = (value: number, digits: number) => Number(value.toFixed(digits));
    return [
      {
        truckId,
        latitude: round(latitude, 6),
        longitude: round(longitude, 6),
        heading: round(headingDegrees, 0) % 360,
        speed: { value: round(speedMph, 1), unit: 'mph' },
        power: true,
        recordedAt: new Date(now).toISOString(),
      },
    ];
  }

  async #postAll(path: string, name: string, items: readonly unknown[]): Promise<void> {
    for (let from = 0; from < items.length; from += MAX_BATCH_SIZE) {
      await this.#post(path, { [name]: items.slice(from, from + MAX_BATCH_SIZE) });
    }
  }
}

/** Returns the events that a load has reached since its ticket's last status. */
function eventsUntil({ ticketId, statusId }: OpenLoad, { passage }: Trip, now: number): TicketEvent[] {
  const moments = [passage.ticketed, passage.loading, passage.leavePlant, passage.arrived, passage.unloading, passage.finished];
  const reached = moments.flatMap((at, index): TicketEvent[] =>
    index + 1 > statusId && at <= now ? [{ ticketId, statusId: index + 1, at: new Date(at).toISOString() }] : [],
  );
  if (passage.leaveJob > now) return reached;
  return [...reached, { ticketId, hasLeftJob: true, at: new Date(passage.leaveJob).toISOString() }];
}
