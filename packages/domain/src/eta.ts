import type { TicketStatusId } from './tickets.ts';

/** From here on a truck is on the job: nothing is to be expected any more (TRK-09). */
export const ETA_BELOW_STATUS: TicketStatusId = 4;
/** A truck's arrival is computed anew, and its way asked for, at most so often (TRK-13). */
export const ETA_EVERY_MINUTES = 5;

/** Less ahead than this is now, as people tell the time. */
const DUE_MS = 60_000;

/** Whether an expected moment has come or passed: then it is due, and no longer a time of day to wait for. */
export function isDue(expectedAt: string, nowMs: number): boolean {
  return Date.parse(expectedAt) - nowMs < DUE_MS;
}

const LOADED: TicketStatusId = 2;
/** How long a truck stays at the plant, from its ticket and from the beginning of its loading, by what is usual. */
const TICKET_TO_ROAD_SECONDS = 15 * 60;
const LOADING_SECONDS = 11 * 60;
const LEAST_WAIT_SECONDS = 90;

/** Slower than a walk: it stands. */
const STANDING_MPS = 0.9;
/** How much of the truck's own pace counts beside what is usual for the way. */
const OWN_PACE_WEIGHT = 0.35;
const OWN_PACE_LIMITS = [0.7, 1.5] as const;
/** A fix that is older says less with every minute. */
const FRESH_FIX_SECONDS = 60;
const LEAST_SPAN_SECONDS = 75;

export interface ArrivalFacts {
  now: number;
  ticketStatusId: number;
  /** The way from the last fix to the job. */
  route: { distanceMeters: number; durationSeconds: number };
  /** How long ago the truck was there. */
  fixAgeSeconds: number;
  /** Its mean speed over the last minutes; null where it is not known. */
  recentSpeedMps: number | null;
  /** How long ago its ticket was printed and, below, its loading began. */
  ticketAgeSeconds: number;
  loadingAgeSeconds: number | null;
}

/** When a truck is expected, and between when and when. */
export interface Arrival {
  estimatedAt: number;
  earliestAt: number;
  latestAt: number;
}

/**
 * When a truck arrives, from its place, the way that is left, its recent pace and the age of its fix. What is not known widens the span: an
 * old fix, a truck that stands, a load that has not left yet. Nothing is expected of a truck that is there.
 */
export function estimateArrival(facts: ArrivalFacts): Arrival | undefined {
  const { now, ticketStatusId, route, fixAgeSeconds, recentSpeedMps } = facts;
  if (ticketStatusId >= ETA_BELOW_STATUS) return undefined;
  const wait = waitSeconds(facts);
  const isDriving = wait === 0;
  const drive = route.durationSeconds * (isDriving ? paceFactor(route, recentSpeedMps) : 1);
  // A truck that drives has come nearer since its fix, but not beyond the gate.
  const driven = isDriving ? Math.min(fixAgeSeconds, drive * 0.9) : 0;
  const left = wait + drive - driven;
  const isStanding = isDriving && recentSpeedMps !== null && recentSpeedMps < STANDING_MPS;
  const doubt = LEAST_SPAN_SECONDS + drive * 0.15 + wait * 0.25 + Math.max(0, fixAgeSeconds - FRESH_FIX_SECONDS) * (isDriving ? 0.6 : 0.1);
  const standing = isStanding ? 180 + drive * 0.2 : 0;
  return {
    estimatedAt: now + (left + standing * 0.3) * 1000,
    earliestAt: now + Math.max(0, left - doubt) * 1000,
    latestAt: now + (left + doubt * 1.3 + standing) * 1000,
  };
}

/** How long until a truck at the plant leaves. */
function waitSeconds({ ticketStatusId, ticketAgeSeconds, loadingAgeSeconds }: ArrivalFacts): number {
  if (ticketStatusId > LOADED) return 0;
  const usual =
    ticketStatusId < LOADED ? TICKET_TO_ROAD_SECONDS - ticketAgeSeconds : LOADING_SECONDS - (loadingAgeSeconds ?? ticketAgeSeconds);
  return Math.max(LEAST_WAIT_SECONDS, usual);
}

/** How much slower than usual the truck is, in part; a truck that stands is judged by the way alone, its span says the rest. */
function paceFactor({ distanceMeters, durationSeconds }: ArrivalFacts['route'], recentSpeedMps: number | null): number {
  if (recentSpeedMps === null || recentSpeedMps < STANDING_MPS || distanceMeters === 0) return 1;
  const [least, most] = OWN_PACE_LIMITS;
  const ratio = Math.min(most, Math.max(least, distanceMeters / durationSeconds / recentSpeedMps));
  return 1 + OWN_PACE_WEIGHT * (ratio - 1);
}
