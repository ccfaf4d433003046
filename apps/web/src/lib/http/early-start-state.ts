import type { PublicConfig } from '@yardage/contract/public-config';

/** A request that was sent while the app's scripts were still loading. */
export interface EarlyCall {
  url: string;
  headers: Readonly<Record<string, string>>;
  answer: Promise<Response>;
}

/** What `early-start.ts` has begun. The calls follow once the settings have arrived, because they need the subscription key. */
export interface EarlyStart {
  config: Promise<PublicConfig>;
  calls?: Promise<EarlyCall[]>;
}

/** A token is renewed when it has less than this left, so that no request is sent with one about to expire. */
export const RENEW_BEFORE_EXPIRY_SECONDS = 60;

/** Local storage: what a page read first when it was last opened, by its path. */
export const FIRST_READS_KEY = 'yardage.first-reads';

export interface FirstReads {
  globalCustomerNumber: string;
  /** The day on which they were read: many addresses contain today's date, so on the next day they are different. */
  day: string;
  urls: string[];
}

/** Returns the day for first reads. */
export function dayOfReads(): string {
  return new Date().toDateString();
}

/** Returns whether an address has no parameter but the customer. Reads of a filter or an open drawer are not repeated at the next visit. */
export function isPlainAddress(search: string): boolean {
  return [...new URLSearchParams(search).keys()].every((name) => name === 'customer');
}

declare global {
  interface Window {
    /** Set by the first script of the page. The development server has none, and the app sends its requests itself. */
    yardageEarly?: Partial<EarlyStart>;
  }
}

/** Returns what was begun early. */
export function earlyStart(): Partial<EarlyStart> {
  window.yardageEarly ??= {};
  return window.yardageEarly;
}
