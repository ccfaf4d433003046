import { choice, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';

const MAX_CLOSED_LENGTH = 2000;
const SEPARATOR = '-';

/** Reads the screen's state from its address; nonsense becomes the default. */
export const readTruckTrackingSearch = searchParams({
  /** The ticket whose truck is chosen: a load is what people follow, and tickets are what other screens know. */
  ticket: recordId(),
  /** Jobs that were closed in the list, by their keys; all others are open (TRK-01). */
  closed: text(MAX_CLOSED_LENGTH),
  /** The panel of small screens (TRK-02). */
  panel: choice(['open', 'closed'], 'open'),
  /** The ticket whose details stand open. */
  details: recordId(),
  /** The ticket whose document stands open. */
  pdf: recordId(),
});

/** The screen's state. */
export type TruckTrackingSearch = ReturnType<typeof readTruckTrackingSearch>;

/** The closed jobs, out of the address. */
export function readClosedJobs(closed: string): Set<string> {
  return new Set(closed.split(SEPARATOR).filter(Boolean));
}

/** The closed jobs, for the address. */
export function writeClosedJobs(jobs: Iterable<string>): string {
  return [...jobs].join(SEPARATOR);
}
