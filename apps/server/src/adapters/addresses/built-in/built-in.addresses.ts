import type { Database } from '#server/database/database';
import type { AddressSearchPort, FoundAddress } from '../port.ts';
import { listKnownStreets } from './known-streets.queries.ts';
import { matchAddresses } from './match-addresses.ts';

const KEEP_MS = 10 * 60_000;

/** Searches without any network: the streets that loads went to, and a list of US cities with ZIP codes. */
export function builtInAddresses(database: Database): AddressSearchPort {
  let known: { streets: Promise<FoundAddress[]>; at: number } | undefined;
  const streets = () => {
    if (!known || Date.now() - known.at > KEEP_MS) {
      const read = listKnownStreets(database);
      known = { streets: read, at: Date.now() };
      read.catch(() => {
        known = undefined;
      });
    }
    return known.streets;
  };
  return { search: async (text, limit) => matchAddresses(text, await streets(), limit) };
}
