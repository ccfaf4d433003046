import { MINUTE_MS } from './durations.ts';
import { ORDER_STATUS } from './orders.ts';
import { isLoadUnderWay, type PourFacts, type PourLoad, usualLoad } from './pour-facts.ts';

/** Typical minutes of a load, used until there are loads of the order to learn from. For plans there is TICKET_AHEAD_MINUTES. */
const USUAL_WAIT_MINUTES = 3;
const USUAL_POUR_MINUTES = 13;
const USUAL_TICKET_TO_ARRIVAL_MINUTES = 38;
/** Loads are learned from once there are this many. */
const MIN_LOADS = 3;
/** Delays of the last loads count; those of the morning do not. */
const RECENT_LOADS = 6;

/** The uncertainty of the prediction: fixed minutes, and a share of the time until the end. */
const MIN_DOUBT_MINUTES = 4.5;
const DOUBT_SHARE = 0.04;
/** Added as long as there are no loads to learn from, only the plan. */
const PLAN_DOUBT_MINUTES = 6;
/** Pours run late more often than early. */
const LATE_FACTOR = 1.3;

/** When the order is expected to be finished, with its span. */
export interface Finish {
  estimatedAt: number;
  earliestAt: number;
  latestAt: number;
  /** Whether it follows from loads of this order or, before there are enough, from the plan alone. */
  basis: 'loads' | 'plan';
  /** When each load under way is expected to be finished, by its id. */
  endOfLoad: ReadonlyMap<number, number>;
}

/** The usual times of a load of this order. */
interface Pace {
  /** Between the arrival of a truck and its pour, without the time behind other trucks. */
  waitMs: number;
  pourMs: number;
  /** Between the ends of two loads while trucks queue; 0 if that is unknown. */
  headwayMs: number;
  /** Between the arrivals of two trucks; null if neither plan nor loads say it. */
  spacingMs: number | null;
  /** How much later than planned trucks arrive. */
  delayMs: number;
  ticketToArrivalMs: number;
  /** Whether the times are those of loads of this order. */
  isLearned: boolean;
}

/**
 * Predicts the end of a pour: each load's arrival (known, by its ETA, or by the plan and the recent delay), then its time on the job, one
 * after the other where trucks queue. Returns null if nothing is left, or if neither plan nor loads say when the rest comes.
 */
export function predictFinish(facts: PourFacts, now: number): Finish | null {
  const pace = paceOf(facts);
  const underWay = facts.loads.filter((load) => load.finishedAt === null && isLoadUnderWay(load));
  const missing = missingLoads(facts);
  if (underWay.length === 0 && missing === 0) return null;
  if (missing > 0 && pace.spacingMs === null) return null;
  // A will-call has no day until the customer releases it.
  if (facts.orderStatusId === ORDER_STATUS.willCall && facts.loads.length === 0) return null;

  const arrivals = underWay
    .map((load) => ({ load, at: arrivalAt(load, pace, now) }))
    .toSorted((a, b) => a.at - b.at || a.load.loadNumber - b.load.loadNumber);
  const finished = facts.loads.flatMap(({ finishedAt, isRejected }) => (isRejected ? [] : (finishedAt ?? [])));
  let servedUntil = finished.length > 0 ? Math.max(...finished) : Number.NEGATIVE_INFINITY;
  const serve = (arrivedAt: number, startedAt: number | null): number => {
    // A truck that still waits has its whole pour ahead. One that pours for longer than usual is done soon, never in the past.
    const startsAt = startedAt ?? Math.max(arrivedAt + pace.waitMs, now);
    const own = Math.max(startsAt + pace.pourMs, servedUntil + pace.headwayMs, now + MINUTE_MS);
    servedUntil = Math.max(servedUntil, own);
    return own;
  };
  const endOfLoad = new Map(arrivals.map(({ load, at }) => [load.id, serve(at, load.pourStartedAt)]));
  for (const at of missingArrivals(facts, pace, missing, arrivals.at(-1)?.at, now)) serve(at, null);

  const estimatedAt = servedUntil;
  const leftMs = estimatedAt - now;
  const doubtMs = MIN_DOUBT_MINUTES * MINUTE_MS + leftMs * DOUBT_SHARE + (pace.isLearned ? 0 : PLAN_DOUBT_MINUTES * MINUTE_MS);
  return {
    estimatedAt,
    earliestAt: Math.max(now, estimatedAt - doubtMs),
    latestAt: estimatedAt + doubtMs * LATE_FACTOR,
    basis: pace.isLearned ? 'loads' : 'plan',
    endOfLoad,
  };
}

function paceOf({ loads, intervalMinutes }: PourFacts): Pace {
  const inOrder = loads.toSorted((a, b) => a.loadNumber - b.loadNumber);
  const poured = inOrder.filter(({ isRejected }) => !isRejected);
  const pours = poured.flatMap(({ pourStartedAt, finishedAt }) =>
    pourStartedAt !== null && finishedAt !== null ? [finishedAt - pourStartedAt] : [],
  );
  const waits = inOrder.flatMap(({ arrivedAt, pourStartedAt }) =>
    arrivedAt !== null && pourStartedAt !== null ? [pourStartedAt - arrivedAt] : [],
  );
  const arrived = inOrder.flatMap(({ arrivedAt }) => arrivedAt ?? []).toSorted((a, b) => a - b);
  const delays = inOrder.flatMap(({ arrivedAt, dueAt }) => (arrivedAt !== null && dueAt !== null ? [arrivedAt - dueAt] : []));
  const ways = inOrder.flatMap(({ arrivedAt, ticketedAt }) => (arrivedAt !== null ? [arrivedAt - ticketedAt] : []));
  const isLearned = pours.length >= MIN_LOADS;
  const gaps = arrived.slice(1).map((at, index) => at - (arrived[index] ?? at));
  const learnedSpacing = gaps.length >= MIN_LOADS - 1 ? quantile(gaps.slice(-RECENT_LOADS), 0.5) : null;
  return {
    // The shorter waits: the time behind other trucks is added by the headway.
    waitMs: isLearned ? quantile(waits, 0.4) : USUAL_WAIT_MINUTES * MINUTE_MS,
    pourMs: isLearned ? quantile(pours.slice(-RECENT_LOADS), 0.5) : USUAL_POUR_MINUTES * MINUTE_MS,
    headwayMs: busyHeadway(poured),
    spacingMs: intervalMinutes ? intervalMinutes * MINUTE_MS : learnedSpacing,
    delayMs: delays.length > 0 ? quantile(delays.slice(-RECENT_LOADS), 0.5) : 0,
    ticketToArrivalMs: ways.length > 0 ? quantile(ways.slice(-RECENT_LOADS), 0.5) : USUAL_TICKET_TO_ARRIVAL_MINUTES * MINUTE_MS,
    isLearned,
  };
}

/** Returns the usual time between two finished loads while the second truck was already on the job; 0 if that is unknown. */
function busyHeadway(loads: readonly PourLoad[]): number {
  const done = loads
    .flatMap(({ arrivedAt, finishedAt }) => (arrivedAt !== null && finishedAt !== null ? [{ arrivedAt, finishedAt }] : []))
    .toSorted((a, b) => a.finishedAt - b.finishedAt);
  const busy = done.slice(1).flatMap(({ arrivedAt, finishedAt }, index) => {
    const before = done[index]?.finishedAt ?? finishedAt;
    return arrivedAt < before ? [finishedAt - before] : [];
  });
  return busy.length >= MIN_LOADS ? quantile(busy.slice(-RECENT_LOADS), 0.25) : 0;
}

/** Returns when a load arrived or is expected. */
function arrivalAt({ arrivedAt, eta, dueAt, ticketedAt }: PourLoad, pace: Pace, now: number): number {
  if (arrivedAt !== null) return arrivedAt;
  if (eta) return Math.max(now, eta.estimatedAt);
  return Math.max(now, dueAt === null ? ticketedAt + pace.ticketToArrivalMs : dueAt + pace.delayMs);
}

/** Returns how many loads still have no ticket: those planned, or fewer if the quantity needs fewer. Nothing is planned for a short rest. */
function missingLoads({ ordered, loadCount, loads }: PourFacts): number {
  const planned = Math.max(0, loadCount - loads.length);
  const left = loads.reduce((rest, { quantity, isRejected }) => (isRejected ? rest : rest - quantity), ordered);
  return left > 0 ? Math.min(planned, Math.ceil(left / usualLoad(loads, ordered, loadCount) - 1e-9)) : 0;
}

/** Returns when the loads without a ticket are expected: by the plan with the recent delay, and not all at once. */
function missingArrivals(
  { startsAt, loads, intervalMinutes }: PourFacts,
  pace: Pace,
  count: number,
  lastArrival: number | undefined,
  now: number,
): number[] {
  const spacing = pace.spacingMs ?? 0;
  const arrivals: number[] = [];
  // A load that has no ticket yet has to be ticketed, loaded and driven first.
  const soonest = now + pace.ticketToArrivalMs;
  let previous = lastArrival ?? Number.NEGATIVE_INFINITY;
  for (let index = loads.length; index < loads.length + count; index += 1) {
    const due = intervalMinutes ? startsAt + index * spacing + pace.delayMs : previous + spacing;
    previous = Math.max(due, soonest, previous + Math.min(spacing, MINUTE_MS));
    arrivals.push(previous);
  }
  return arrivals;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
