export const MINUTE_MS = 60_000;
/** A link to a pour board ends after a week at the latest (SHR-01). */
export const SHARE_MAX_HOURS = 7 * 24;

/** An arrival with its span, in milliseconds. */
export interface PourArrival {
  estimatedAt: number;
  earliestAt: number;
  latestAt: number;
}

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
  finishedAt: number | null;
  /** Null once it has arrived, and for those who may not see trucks. */
  eta: PourArrival | null;
}

/** What the board of an order is computed from. */
export interface PourFacts {
  orderStatusId: number;
  ordered: number;
  startsAt: number;
  /** Planned minutes between two loads; null if there is no plan. */
  intervalMinutes: number | null;
  loadCount: number;
  loads: readonly PourLoad[];
}

/** Returns the quantity of a usual load: the median of those ticketed, else what the plan says. */
export function usualLoad(loads: readonly PourLoad[], ordered: number, loadCount: number): number {
  const sizes = loads.map(({ quantity }) => quantity).toSorted((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] || ordered / Math.max(1, loadCount) || 1;
}
