import type { Database } from '#server/database/database';
import type { AddressSearchPort } from '../port.ts';
import { COMMON_STREETS } from './common-streets.ts';
import { listKnownStreets } from './known-streets.queries.ts';
import { matchAddresses } from './match-addresses.ts';
import { StreetIndex } from './street-index.ts';

const KEEP_MS = 10 * 60_000;

/** Searches without a network: the streets of orders and plants, some well-known ones, and a list of US cities with ZIP codes. */
export function builtInAddresses(database: Database): AddressSearchPort {
  let known: { index: Promise<StreetIndex>; at: number } | undefined;

  const read = async (): Promise<StreetIndex> => new StreetIndex([...(await listKnownStreets(database)), ...COMMON_STREETS]);

  /** Returns the index and rebuilds it in the background every ten minutes. Only the first search waits for it. */
  const currentIndex = (): Promise<StreetIndex> => {
    const before = known;
    if (before && Date.now() - before.at <= KEEP_MS) return before.index;
    const next = { index: read(), at: Date.now() };
    known = before ? { index: before.index, at: next.at } : next;
    next.index.then(
      () => {
        known = next;
      },
      () => {
        known = before;
      },
    );
    return known.index;
  };

  return { search: async (text, limit) => matchAddresses(text, await currentIndex(), limit) };
}
