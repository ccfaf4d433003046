import { MINUTE_MS } from './durations.ts';
import { TICKET_STATUS, type TicketStatusId } from './tickets.ts';

/** From this status on the truck is on the job and has no ETA (TRK-09). */
export const ETA_BELOW_STATUS: TicketStatusId = TICKET_STATUS.onJob;
/** A truck's ETA is recomputed, and its route requested, at most this often (TRK-13). */
export const ETA_EVERY_MINUTES = 5;

/** An arrival less than a minute ahead counts as now. */
const DUE_MS = MINUTE_MS;

/** Returns whether an expected time is reached or has passed, so the arrival shows as due instead of as a time of day. */
export function isDue(expectedAt: string, nowMs: number): boolean {
  return Date.parse(expectedAt) - nowMs < DUE_MS;
}

/** Usual time at the plant, from printing the ticket and from the start of loading. The road comes from the route. */
const TICKET_TO_ROAD_SECONDS = 15 * 60;
const LOADING_SECONDS = 11 * 60;
const MIN_WAIT_SECONDS = 90;

/** A truck below walking speed counts as standing still. */
const STANDING_MPS = 0.9;
/** Weight of the truck's own pace against the usual pace of the route. */
const OWN_PACE_WEIGHT = 0.35;
const OWN_PACE_LIMITS = [0.7, 1.5] as const;
/** A position fix older than this widens the span with every second. */
const FRESH_FIX_SECONDS = 60;
const MIN_SPAN_SECONDS = 75;

export interface ArrivalFacts {
  now: number;
  ticketStatusId: number;
  /** The route from the last fix to the job. */
  route: { distanceMeters: number; durationSeconds: number };
  /** Age of the last fix. */
  fixAgeSeconds: number;
  /** Mean speed over the last minutes; null if unknown. */
  recentSpeedMps: number | null;
  /** How long ago the ticket was printed and, below, loading began. */
  ticketAgeSeconds: number;
  loadingAgeSeconds: number | null;
}

/** Expected arrival of a truck, with its earliest and latest time. */
export interface Arrival {
  estimatedAt: number;
  earliestAt: number;
  latestAt: number;
}

/**
 * Estimates a truck's arrival from its position, the remaining route, its recent pace and the age of its fix. Uncertainty widens the
 * span: an old fix, a standing truck, a load that has not left yet. Returns undefined if the truck has arrived.
 */
export function estimateArrival(facts: ArrivalFacts): Arrival | undefined {
  const { now, ticketStatusId, route, fixAgeSeconds, recentSpeedMps } = facts;
  if (ticketStatusId >= ETA_BELOW_STATUS) return undefined;
  const wait = waitSeconds(facts);
  const isDriving = wait === 0;
  const drive = route.durationSeconds * (isDriving ? paceFactor(route, recentSpeedMps) : 1);
  // A driving truck has come nearer since its fix, but it has not arrived yet: count at most 90 % of the drive.
  const driven = isDriving ? Math.min(fixAgeSeconds, drive * 0.9) : 0;
  const left = wait + drive - driven;
  const isStanding = isDriving && recentSpeedMps !== null && recentSpeedMps < STANDING_MPS;
  const doubt = MIN_SPAN_SECONDS + drive * 0.15 + wait * 0.25 + Math.max(0, fixAgeSeconds - FRESH_FIX_SECONDS) * (isDriving ? 0.6 : 0.1);
  const standing = isStanding ? 180 + drive * 0.2 : 0;
  return {
    estimatedAt: now + (left + standing * 0.3) * 1000,
    earliestAt: now + Math.max(0, left - doubt) * 1000,
    latestAt: now + (left + doubt * 1.3 + standing) * 1000,
  };
}

/** Returns how long until a truck at the plant leaves. */
function waitSeconds({ ticketStatusId, ticketAgeSeconds, loadingAgeSeconds }: ArrivalFacts): number {
  if (ticketStatusId > TICKET_STATUS.loaded) return 0;
  const usual =
    ticketStatusId < TICKET_STATUS.loaded
      ? TICKET_TO_ROAD_SECONDS - ticketAgeSeconds
      : LOADING_SECONDS - (loadingAgeSeconds ?? ticketAgeSeconds);
  return Math.max(MIN_WAIT_SECONDS, usual);
}

/**
 * Returns the factor on the usual driving time, based in part on the truck's own pace.
 * It is 1 for a standing truck; `estimateArrival` widens that truck's span instead.
 */
function paceFactor({ distanceMeters, durationSeconds }: ArrivalFacts['route'], recentSpeedMps: number | null): number {
  if (recentSpeedMps === null || recentSpeedMps < STANDING_MPS || distanceMeters === 0) return 1;
  const [least, most] = OWN_PACE_LIMITS;
  const ratio = Math.min(most, Math.max(least, distanceMeters / durationSeconds / recentSpeedMps));
  return 1 + OWN_PACE_WEIGHT * (ratio - 1);
}
