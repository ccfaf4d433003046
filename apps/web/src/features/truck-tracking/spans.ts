import type { ActiveTruck, TruckEta, TruckPosition } from '@yardage/contract/truck-tracking';
import { MINUTE_MS, SECOND_MS } from '@yardage/domain/durations';
import { isDue } from '@yardage/domain/eta';
import { formatNumber } from '@yardage/domain/quantities';
import { isInMotion } from '@yardage/domain/truck-board';
import { arrivalText } from '#web/patterns/arrival.ts';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from './truck-tracking.messages.ts';

const MINUTES_AN_HOUR = 60;

/** A position older than this is stale. */
export const STALE_AFTER_MS = 2 * MINUTE_MS;

/** Returns how long ago a moment was. Never negative, even if the browser's clock is behind the server's. */
export function elapsedMs(moment: string, nowMs: number): number {
  return Math.max(0, nowMs - Date.parse(moment));
}

/** Formats a duration: `12 s`, `14 min`, `1 h 12 min`. */
export function spanText(spanMs: number): string {
  if (spanMs < MINUTE_MS) return MESSAGES.seconds(Math.floor(spanMs / SECOND_MS));
  const minutes = Math.floor(spanMs / MINUTE_MS);
  if (minutes < MINUTES_AN_HOUR) return MESSAGES.minutes(minutes);
  return MESSAGES.hours(Math.floor(minutes / MINUTES_AN_HOUR), minutes % MINUTES_AN_HOUR);
}

/** Returns the age of a position as text, and whether it is stale. */
export function fixAge(recordedAt: string, nowMs: number): { text: string; isStale: boolean } {
  const ageMs = elapsedMs(recordedAt, nowMs);
  const ago = MESSAGES.ago(spanText(ageMs));
  const isStale = ageMs > STALE_AFTER_MS;
  return { text: isStale ? MESSAGES.stale(ago) : ago, isStale };
}

/** Returns the age of the newest position if all positions are stale. Returns null if one is not, or if there are none. */
export function boardAgeMs(trucks: readonly Pick<ActiveTruck, 'position'>[], nowMs: number): number | null {
  const ages = trucks.flatMap(({ position }) => (position ? [elapsedMs(position.recordedAt, nowMs)] : []));
  const youngest = Math.min(...ages);
  return ages.length > 0 && youngest > STALE_AFTER_MS ? youngest : null;
}

/** Formats how long ago a moment was in whole minutes, because seconds do not matter to concrete. */
export function wholeMinutes(moment: string, nowMs: number): string {
  const elapsed = elapsedMs(moment, nowMs);
  return elapsed < MINUTE_MS ? MESSAGES.minutes(0) : spanText(elapsed);
}

/** Returns how long the load has been on the truck. */
export function sinceLoading(loadedAt: string | null, nowMs: number): string {
  return loadedAt === null ? MESSAGES.notLoaded : MESSAGES.loaded(wholeMinutes(loadedAt, nowMs));
}

type Time = (moment: string | null) => string;

/** Returns `about 14:35`, `due now`, or that the ETA is not known. */
function shortEtaText({ isEtaCalculated, estimatedArrivalTime }: TruckEta, nowMs: number, time: Time): string {
  return isEtaCalculated && estimatedArrivalTime !== null ? arrivalText(estimatedArrivalTime, nowMs, time) : MESSAGES.etaUnknown;
}

/** Returns `about 14:35, 14:25–14:50`. An arrival that is due has no span. */
export function etaText(eta: TruckEta, nowMs: number, time: Time): string {
  const arrival = shortEtaText(eta, nowMs, time);
  const [from, to] = [time(eta.earliestArrivalTime), time(eta.latestArrivalTime)];
  const isAhead = eta.isEtaCalculated && eta.estimatedArrivalTime !== null && !isDue(eta.estimatedArrivalTime, nowMs);
  return isAhead && from && to && from !== to ? MESSAGES.eta(arrival, from, to) : arrival;
}

/** Returns the arrival as a text of its own: `Expected about 14:35`, with its range if there is room, `Due now`, or that it is not known. */
export function arrivalLine(eta: TruckEta, nowMs: number, time: Time, hasRange = false): string {
  const { isEtaCalculated, estimatedArrivalTime } = eta;
  if (!isEtaCalculated || estimatedArrivalTime === null) return MESSAGES.arrivalUnknown;
  if (isDue(estimatedArrivalTime, nowMs)) return MESSAGES.dueNow;
  return MESSAGES.expected((hasRange ? etaText : shortEtaText)(eta, nowMs, time));
}

/** Says whether a truck moves, and how fast unless that is 0 (TRK-10). What an old position says was true when it was sent. */
export function motionText({ speed, recordedAt }: Pick<TruckPosition, 'speed' | 'recordedAt'>, nowMs: number): string {
  const figure = Math.round(speed.value);
  const word = isInMotion(speed) ? MESSAGES.inMotion : MESSAGES.stopped;
  const text = figure === 0 ? word : `${word} · ${formatNumber(figure)} ${speed.unit}`;
  return elapsedMs(recordedAt, nowMs) > STALE_AFTER_MS ? MESSAGES.whenLastSeen(text) : text;
}
