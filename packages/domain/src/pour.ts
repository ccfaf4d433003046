import { HOUR_MS, MINUTE_MS } from './durations.ts';
import type { Arrival } from './eta.ts';
import { ORDER_STATUS } from './orders.ts';
import { endOrNow, isLoadUnderWay, type PourFacts, type PourLoad, usualLoad } from './pour-facts.ts';
import { type Finish, predictFinish } from './pour-finish.ts';
import { type LoadPlace, loadPlace } from './tickets.ts';

/** A truck that waits longer than this for its place is marked. */
export const LONG_WAIT_MINUTES = 20;
/** The rate now counts the loads that were finished within this time. */
const RATE_WINDOW_MS = 90 * MINUTE_MS;
/** With fewer finished loads there is no rate. */
export const MIN_LOADS_FOR_RATE = 3;
/** Plants batch in these steps. */
const BALANCE_STEP = 0.5;

/** Where the ordered quantity is. The parts add up to what is ordered, or to what is ticketed if that is more. */
export interface PourQuantities {
  poured: number;
  onSite: number;
  onRoad: number;
  atPlant: number;
  toLoad: number;
}

/** The next truck that is not on the job yet. */
export type NextPourTruck =
  | { kind: 'expected'; load: PourLoad; arrival: Arrival }
  | { kind: 'under-way'; load: PourLoad; place: LoadPlace }
  | { kind: 'scheduled'; at: number }
  /** Planned for a time that has passed, and still without a ticket. */
  | { kind: 'overdue'; at: number };

/** A truck on the job: how long it has waited for its place, and whether it still waits. */
export interface SiteWait {
  load: PourLoad;
  minutes: number;
  isWaiting: boolean;
  isLong: boolean;
}

/** Time without a truck on the job. It lies ahead if it has not ended yet. */
export interface SiteGap {
  fromAt: number;
  toAt: number;
  isAhead: boolean;
}

/** What still has to be ordered from dispatch to finish the order. */
export interface FinalBalance {
  /** Still to load, rounded up to what a plant batches. */
  quantity: number;
  loads: number;
  lastLoad: number;
  /** True if no planned load is left to bring it, so that somebody has to order it. */
  isUnplanned: boolean;
}

export interface PourBoard {
  quantities: PourQuantities;
  /** Per hour; null if too few loads are finished. */
  rateNow: number | null;
  /** Per hour, over all finished loads; null if there are too few. */
  rateOverall: number | null;
  /** Per hour; null if the order has no plan. */
  ratePlanned: number | null;
  next: NextPourTruck | null;
  /** Minutes between the end of what is on the job and the next truck; null if either is unknown. */
  gapMinutes: number | null;
  /** Minutes for which the job has been idle: without a truck, although more loads have to come. Null if it is not idle. */
  standingMinutes: number | null;
  waits: SiteWait[];
  gaps: SiteGap[];
  finish: Finish | null;
  balance: FinalBalance | null;
  /** Whether more loads may be ticketed. */
  isOpen: boolean;
}

/** Statuses in which more loads may be ticketed. Of an order on hold or stopped, only the loads under way still come. */
const OPEN: readonly number[] = [ORDER_STATUS.toBeShipped, ORDER_STATUS.willCall, ORDER_STATUS.shipping];
const PAUSED: readonly number[] = [ORDER_STATUS.onHold, ORDER_STATUS.stopped, ORDER_STATUS.backOrder];

/** Computes the board of an order at a moment. */
export function pourBoard(facts: PourFacts, now: number): PourBoard {
  const quantities = pourQuantities(facts);
  // A rejected load has used up its place in the plan, but it is not poured.
  const loads = facts.loads.filter(({ isRejected }) => !isRejected);
  const isOpen = OPEN.includes(facts.orderStatusId);
  const hasOutlook = isOpen || (PAUSED.includes(facts.orderStatusId) && loads.some(isLoadUnderWay));
  const expected = isOpen ? facts : { ...facts, loadCount: facts.loads.length };
  const finish = hasOutlook ? predictFinish(expected, now) : null;
  const next = hasOutlook ? nextPourTruck(expected, now) : null;
  return {
    quantities,
    rateNow: rateNow(loads, now),
    rateOverall: rateOverall(loads),
    ratePlanned: ratePlanned(facts),
    next,
    gapMinutes: gapToNext(loads, next, finish, now),
    standingMinutes: isOpen ? standingMinutes(loads, quantities, now) : null,
    waits: siteWaits(loads, now),
    gaps: siteGaps(loads, next, finish, now),
    finish,
    balance: isOpen ? finalBalance(facts, quantities) : null,
    isOpen,
  };
}

/** Returns where the order's quantity is. What was rejected on the job is not there, and has to be loaded again. */
export function pourQuantities({ ordered, loads }: Pick<PourFacts, 'ordered' | 'loads'>): PourQuantities {
  const at = (place: LoadPlace | null) => sum(loads.filter(({ statusId, isRejected }) => !isRejected && loadPlace(statusId) === place));
  const parts = { poured: at(null), onSite: at('job'), onRoad: at('road'), atPlant: at('plant') };
  const ticketed = parts.poured + parts.onSite + parts.onRoad + parts.atPlant;
  return { ...parts, toLoad: roundQuantity(Math.max(0, ordered - ticketed)) };
}

/** Returns the planned rate per hour. */
export function ratePlanned({ ordered, loadCount, intervalMinutes }: PourFacts): number | null {
  if (!intervalMinutes || loadCount < 1) return null;
  return (ordered / loadCount) * (60 / intervalMinutes);
}

/**
 * Returns the rate per hour of the loads finished lately. A pause that is longer than the usual time between two loads lowers it, so that
 * an idle job does not keep the rate of an hour ago.
 */
export function rateNow(loads: readonly PourLoad[], now: number): number | null {
  const finished = loads
    .flatMap(({ finishedAt, quantity }) => (finishedAt !== null && finishedAt <= now ? [{ at: finishedAt, quantity }] : []))
    .filter(({ at }) => at >= now - RATE_WINDOW_MS)
    .toSorted((a, b) => a.at - b.at);
  const [first] = finished;
  const last = finished.at(-1);
  if (!first || !last || finished.length < MIN_LOADS_FOR_RATE || last.at === first.at) return null;
  const usualMs = (last.at - first.at) / (finished.length - 1);
  const lastedMs = last.at - first.at + Math.max(0, now - last.at - usualMs);
  return (sum(finished.slice(1)) * HOUR_MS) / lastedMs;
}

/** Returns the rate per hour of all finished loads, from the first to the last. */
function rateOverall(loads: readonly PourLoad[]): number | null {
  const finished = loads
    .flatMap(({ finishedAt, quantity }) => (finishedAt === null ? [] : [{ at: finishedAt, quantity }]))
    .toSorted((a, b) => a.at - b.at);
  const lastedMs = (finished.at(-1)?.at ?? 0) - (finished[0]?.at ?? 0);
  return finished.length < MIN_LOADS_FOR_RATE || lastedMs === 0 ? null : (sum(finished.slice(1)) * HOUR_MS) / lastedMs;
}

/** Returns how long the job has stood without a truck since the last one was done, while more has to come; null if its end is not known. */
function standingMinutes(loads: readonly PourLoad[], { onRoad, atPlant, toLoad }: PourQuantities, now: number): number | null {
  const over = loads.filter(({ statusId }) => loadPlace(statusId) === null);
  const seen = over.flatMap(({ finishedAt, pourStartedAt, arrivedAt }) => finishedAt ?? pourStartedAt ?? arrivedAt ?? []);
  if (seen.length === 0 || loads.some(isOnSite) || onRoad + atPlant + toLoad <= 0) return null;
  const lastSeenAt = Math.max(...seen);
  // Its truck stayed for an unknown time after its arrival, and may still be there.
  if (!over.some(({ finishedAt }) => finishedAt === lastSeenAt)) return null;
  return Math.max(0, Math.floor((now - lastSeenAt) / MINUTE_MS));
}

/** Returns the next truck: by its ETA, else by its place, else by the order's plan. */
export function nextPourTruck(facts: PourFacts, now: number): NextPourTruck | null {
  const { loads, startsAt, intervalMinutes, loadCount, ordered, orderStatusId } = facts;
  const coming = loads.filter(
    ({ arrivedAt, finishedAt, statusId }) =>
      arrivedAt === null && finishedAt === null && loadPlace(statusId) !== null && loadPlace(statusId) !== 'job',
  );
  const expected = coming
    .flatMap((load) => (load.eta ? [{ kind: 'expected' as const, load, arrival: notBefore(load.eta, now) }] : []))
    .toSorted((a, b) => a.arrival.estimatedAt - b.arrival.estimatedAt);
  if (expected[0]) return expected[0];
  const [nearest] = coming.toSorted((a, b) => b.statusId - a.statusId || a.loadNumber - b.loadNumber);
  if (nearest) return { kind: 'under-way', load: nearest, place: loadPlace(nearest.statusId) ?? 'road' };
  const isTicketed = ordered > 0 && pourQuantities({ ordered, loads }).toLoad <= 0;
  if (loads.length >= loadCount || isTicketed) return null;
  const at = startsAt + loads.length * (intervalMinutes ?? 0) * MINUTE_MS;
  if (at > now) return { kind: 'scheduled', at };
  // A will-call, or an order of an unknown quantity, is never overdue.
  const isDue = orderStatusId !== ORDER_STATUS.willCall && ordered > 0;
  return isDue ? { kind: 'overdue', at } : null;
}

/** A late truck is expected now, never in the past. */
export function notBefore({ estimatedAt, earliestAt, latestAt }: Arrival, now: number): Arrival {
  const estimated = Math.max(estimatedAt, now);
  return {
    estimatedAt: estimated,
    earliestAt: Math.max(now, Math.min(earliestAt, estimated)),
    latestAt: Math.max(latestAt, estimated, now + MINUTE_MS),
  };
}

/** Returns how long the job will wait for concrete before the next truck arrives. */
function gapToNext(loads: readonly PourLoad[], next: NextPourTruck | null, finish: Finish | null, now: number): number | null {
  const arrivesAt = arrivalOf(next);
  if (arrivesAt === null) return null;
  const onSite = loads.filter(isOnSite);
  const servedUntil = Math.max(now, ...onSite.map(({ id }) => finish?.endOfLoad.get(id) ?? now));
  return Math.max(0, Math.round((arrivesAt - servedUntil) / MINUTE_MS));
}

/** Returns the trucks on the job with the time that each has waited, the longest first. */
export function siteWaits(loads: readonly PourLoad[], now: number): SiteWait[] {
  return loads
    .filter(isOnSite)
    .map((load) => {
      const minutes = waitMinutes(load, now) ?? 0;
      return { load, minutes, isWaiting: load.pourStartedAt === null, isLong: minutes > LONG_WAIT_MINUTES };
    })
    .toSorted((a, b) => b.minutes - a.minutes || a.load.loadNumber - b.load.loadNumber);
}

/** Returns how many minutes a truck waited, or has waited so far, between its arrival and its pour; null if that is not known. */
export function waitMinutes(load: PourLoad, now: number): number | null {
  const { arrivedAt } = load;
  const until = load.pourStartedAt ?? endOrNow(load, now);
  return arrivedAt === null || until === null ? null : Math.max(0, Math.floor((until - arrivedAt) / MINUTE_MS));
}

/**
 * Returns the age of a load's concrete in minutes, at its end or now; null before it is loaded and after an unknown end. Not every system
 * reports the loading: a truck that is under way was loaded after its ticket, and the older age is the safer one.
 */
export function concreteAgeMinutes(load: PourLoad, now: number): number | null {
  const { loadedAt, leftAt, arrivedAt, pourStartedAt, finishedAt, ticketedAt } = load;
  const madeAt = loadedAt ?? ((leftAt ?? arrivedAt ?? pourStartedAt ?? finishedAt) === null ? null : ticketedAt);
  const until = endOrNow(load, now);
  return madeAt === null || until === null ? null : Math.max(0, Math.floor((until - madeAt) / MINUTE_MS));
}

/** A shorter time without a truck is no gap. */
const MIN_GAP_MS = 5 * MINUTE_MS;

/** Returns the times without a truck on the job between the first arrival and the next truck. None follows a load of unknown end. */
export function siteGaps(loads: readonly PourLoad[], next: NextPourTruck | null, finish: Finish | null, now: number): SiteGap[] {
  const stays = loads
    .flatMap((load) =>
      load.arrivedAt === null
        ? []
        : [
            {
              from: load.arrivedAt,
              to: load.finishedAt ?? (isLoadUnderWay(load) ? Math.max(now, finish?.endOfLoad.get(load.id) ?? now) : null),
            },
          ],
    )
    .toSorted((a, b) => a.from - b.from);
  const gaps: SiteGap[] = [];
  let servedUntil = Number.NEGATIVE_INFINITY;
  let isEndKnown = false;
  const note = (toAt: number, isAhead: boolean) => {
    if (isEndKnown && toAt - servedUntil >= MIN_GAP_MS) gaps.push({ fromAt: servedUntil, toAt, isAhead });
  };
  for (const { from, to } of stays) {
    note(from, false);
    servedUntil = Math.max(servedUntil, to ?? from);
    isEndKnown = to !== null;
  }
  const arrivesAt = arrivalOf(next);
  if (arrivesAt !== null) note(arrivesAt, true);
  else if (next) note(now, false);
  return gaps;
}

/**
 * Returns what is left to order, in loads of the order's usual size. Null if everything is ticketed. A rest of less than half a load is offered,
 * too, although the server takes such an order as complete (the SQL function `are_all_loads`).
 */
export function finalBalance({ loads, loadCount, ordered }: PourFacts, { toLoad }: Pick<PourQuantities, 'toLoad'>): FinalBalance | null {
  if (toLoad <= 0) return null;
  const quantity = Math.ceil(toLoad / BALANCE_STEP - 1e-9) * BALANCE_STEP;
  const usual = usualLoad(loads, ordered, loadCount);
  const count = Math.max(1, Math.ceil(quantity / usual - 1e-9));
  return {
    quantity,
    loads: count,
    lastLoad: roundQuantity(quantity - (count - 1) * usual),
    isUnplanned: loads.length >= loadCount,
  };
}

/** Returns the last moment at which a load was seen: its end, if that was reported. */
export function lastKnownMoment({ finishedAt, pourStartedAt, arrivedAt, leftAt, loadedAt, ticketedAt }: PourLoad): number {
  return finishedAt ?? pourStartedAt ?? arrivedAt ?? leftAt ?? loadedAt ?? ticketedAt;
}

function isOnSite({ statusId }: PourLoad): boolean {
  return loadPlace(statusId) === 'job';
}

function arrivalOf(next: NextPourTruck | null): number | null {
  return next?.kind === 'expected' ? next.arrival.estimatedAt : next?.kind === 'scheduled' ? next.at : null;
}

function sum(loads: readonly { quantity: number }[]): number {
  return roundQuantity(loads.reduce((total, { quantity }) => total + quantity, 0));
}

/** Quantities have two decimals; sums of them should, too. */
function roundQuantity(quantity: number): number {
  return Math.round(quantity * 100) / 100;
}
