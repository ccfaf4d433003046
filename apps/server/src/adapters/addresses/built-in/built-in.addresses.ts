import type { Database } from '#server/database/database';
import type { AddressSearchPort } from '../port.ts';
import { COMMON_STREETS } from './common-streets.ts';
import { findKnownStreets } from './known-streets.queries.ts';
import { matchAddresses } from './match-addresses.ts';
import { rankStreets, StreetIndex } from './street-index.ts';
import { rangesOf } from './street-words.ts';

const COMMON = new StreetIndex(COMMON_STREETS);

/** Searches without a network: the streets of orders and plants, some well-known ones, and a list of US cities with ZIP codes. */
export function builtInAddresses(database: Database): AddressSearchPort {
  const find = async (text: string) => {
    const ranges = rangesOf(text);
    const known = ranges.length > 0 ? await findKnownStreets(database, ranges) : [];
    return rankStreets(text, [...known, ...COMMON.find(text)]);
  };
  return { search: (text, limit) => matchAddresses(text, find, limit) };
}
