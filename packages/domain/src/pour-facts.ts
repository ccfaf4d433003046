import type { Arrival } from './eta.ts';
import { type OrderType, USUAL_TRUCK_LOAD } from './orders.ts';
import { loadPlace } from './tickets.ts';

/** A link to a pour board ends after a week at the latest (SHR-01). */
export const SHARE_MAX_HOURS = 7 * 24;

/** A load of the order that is not cancelled; times in milliseconds, null until reached. */
export interface PourLoad {
  id: number;
  loadNumber: number;
  statusId: number;
  quantity: number;
  dueAt: number | null;
  ticketedAt: number;
  loadedAt: number | null;
  leftAt: number | null;
  arrivedAt: number | null;
  pourStartedAt: number | null;
  /** Its end: poured, or sent away after a rejection. Not every system reports it. */
  finishedAt: number | null;
  /** Whether it was rejected on the job. */
  isRejected: boolean;
  /** Null once it has arrived, and for those who may not see trucks. */
  eta: Arrival | null;
}

/** Whether a load is still to be placed: neither delivered nor rejected. */
export function isLoadUnderWay({ statusId, isRejected }: Pick<PourLoad, 'statusId' | 'isRejected'>): boolean {
  return !isRejected && loadPlace(statusId) !== null;
}

/** Returns when a load ended, or now if it has not. Null if it is over and its end was not reported. */
export function endOrNow(load: Pick<PourLoad, 'statusId' | 'isRejected' | 'finishedAt'>, now: number): number | null {
  return load.finishedAt ?? (isLoadUnderWay(load) ? now : null);
}

/** What the board of an order is computed from. */
export interface PourFacts {
  orderStatusId: number;
  ordered: number;
  startsAt: number;
  /** Planned minutes between two loads; null if there is no plan. */
  intervalMinutes: number | null;
  /** From `plannedLoads`, because the order itself may have none. */
  loadCount: number;
  loads: readonly PourLoad[];
}

/** Returns the quantity of a usual load: the median of those ticketed, else what the plan says. */
export function usualLoad(loads: readonly Quantity[], ordered: number, loadCount: number): number {
  return medianLoad(loads) || ordered / Math.max(1, loadCount) || 1;
}

interface Quantity {
  quantity: number;
  isRejected: boolean;
}

function medianLoad(loads: readonly Quantity[]): number | undefined {
  return loads.map(({ quantity }) => quantity).toSorted((a, b) => a - b)[Math.floor(loads.length / 2)];
}

/**
 * Returns how many loads an order is planned to have. A count of 0 says that the supplier's system does not know it: then the quantity
 * without a ticket comes in loads like those before, or as a truck of the material usually carries them.
 */
export function plannedLoads(
  { loadCount, ordered, orderType }: { loadCount: number; ordered: number; orderType: number },
  loads: readonly Quantity[],
): number {
  if (loadCount > 0) return loadCount;
  const usual = medianLoad(loads) || USUAL_TRUCK_LOAD[orderType as OrderType] || USUAL_TRUCK_LOAD[1];
  const left = loads.reduce((rest, { quantity, isRejected }) => (isRejected ? rest : rest - quantity), ordered);
  return loads.length + Math.max(0, Math.ceil(left / usual - 1e-9));
}
