import { Allowances } from './allowance.ts';

/** New connections of one address, which a whole office may share. */
const AT_ONCE = 500;
const A_SECOND = 50;
/** Connections of one address that have not said yet who they are. */
const MAX_UNIDENTIFIED = 100;

/** Limits what an address can open before anybody is known behind it. */
export class Handshakes {
  readonly #allowances = new Allowances(AT_ONCE, A_SECOND);
  readonly #unidentified = new Map<string, Set<object>>();

  /** Whether an address may open one more connection now. */
  mayOpen(address: string): boolean {
    return (this.#unidentified.get(address)?.size ?? 0) < MAX_UNIDENTIFIED && this.#allowances.take(address);
  }

  /** Counts a connection until it is settled. */
  opened(address: string, connection: object): void {
    const connections = this.#unidentified.get(address) ?? new Set<object>();
    this.#unidentified.set(address, connections.add(connection));
  }

  /** Counts a connection no more: somebody is known behind it, or it is closed. */
  settled(address: string, connection: object): void {
    const connections = this.#unidentified.get(address);
    connections?.delete(connection);
    if (connections?.size === 0) this.#unidentified.delete(address);
  }
}
