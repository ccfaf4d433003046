import { TokenBuckets } from './token-bucket.ts';

/** Limits on new connections per address; a whole office may share one. */
const AT_ONCE = 500;
const A_SECOND = 50;
/** Connections of one address that are not authenticated yet. */
const MAX_UNIDENTIFIED = 100;

/** Limits the connections that an address can open before they are authenticated. */
export class Handshakes {
  readonly #buckets = new TokenBuckets(AT_ONCE, A_SECOND);
  readonly #unidentified = new Map<string, Set<object>>();

  /** Whether an address may open another connection now. */
  mayOpen(address: string): boolean {
    return (this.#unidentified.get(address)?.size ?? 0) < MAX_UNIDENTIFIED && this.#buckets.take(address);
  }

  /** Counts a connection until `release` is called. */
  opened(address: string, connection: object): void {
    const connections = this.#unidentified.get(address) ?? new Set<object>();
    this.#unidentified.set(address, connections.add(connection));
  }

  /** Stops counting a connection, because it is authenticated or closed. */
  release(address: string, connection: object): void {
    const connections = this.#unidentified.get(address);
    connections?.delete(connection);
    if (connections?.size === 0) this.#unidentified.delete(address);
  }
}
