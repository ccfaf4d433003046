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

declare global {
  interface Window {
    /** Set by the first script of the page. An empty object means that the app came first and sends its requests itself. */
    yardageEarly?: Partial<EarlyStart>;
  }
}

/** Returns what was begun early. */
export function earlyStart(): Partial<EarlyStart> {
  window.yardageEarly ??= {};
  return window.yardageEarly;
}
