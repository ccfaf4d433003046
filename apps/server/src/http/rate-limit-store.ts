import type { SharedCounts } from './shared-counts.ts';

interface RouteSettings {
  routeInfo?: { method?: string | string[]; url?: string };
}

interface Store {
  incr(key: string, done: Done, timeWindow?: number, max?: number): void;
  child(settings: object): Store;
}
type Done = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** Returns the store class for `@fastify/rate-limit` that counts in all processes together. Routes with their own limit count apart. */
export function sharedStore(counts: SharedCounts): new (settings: object) => Store {
  return class SharedStore implements Store {
    readonly #prefix: string;

    constructor(settings: object) {
      // The plugin's types leave out the route that it passes.
      const { routeInfo } = settings as RouteSettings;
      this.#prefix = routeInfo?.url ? `${String(routeInfo.method)} ${routeInfo.url} ` : '';
    }

    incr(key: string, done: Done, timeWindow?: number, max?: number): void {
      const { calls, leftMs } = counts.take({ bucket: `${this.#prefix}${key}`, periodMs: timeWindow ?? 60_000, max: max ?? 1_000 });
      done(null, { current: calls, ttl: leftMs });
    }

    child(settings: object): Store {
      return new SharedStore(settings);
    }
  };
}
