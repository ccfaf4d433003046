import { choice, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';

const MAX_CLOSED_LENGTH = 2000;
const SEPARATOR = '-';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readTruckTrackingSearch = searchParams({
  /** The ticket of the selected truck. A ticket and not a truck, because people follow a load, and other pages link by ticket. */
  ticket: recordId(),
  /** Keys of the jobs collapsed in the list. All others are expanded (TRK-01). */
  closed: text(MAX_CLOSED_LENGTH),
  /** State of the panel on small screens (TRK-02). */
  panel: choice(['open', 'closed'], 'open'),
  /** The ticket whose details are open. */
  details: recordId(),
  /** The ticket whose PDF is open. */
  pdf: recordId(),
});

/** The page's state in the URL. */
export type TruckTrackingSearch = ReturnType<typeof readTruckTrackingSearch>;

/** Parses the collapsed jobs from the URL. */
export function readClosedJobs(closed: string): Set<string> {
  return new Set(closed.split(SEPARATOR).filter(Boolean));
}

/** Formats the collapsed jobs for the URL. */
export function writeClosedJobs(jobs: Iterable<string>): string {
  return [...jobs].join(SEPARATOR);
}
