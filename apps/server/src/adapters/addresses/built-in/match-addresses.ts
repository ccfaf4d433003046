import type { FoundAddress } from '../port.ts';
import { PrefixIndex } from './prefix-index.ts';
import { wordsOf } from './street-words.ts';
import { US_PLACES } from './us-places.ts';

const MIN_TEXT_LENGTH = 3;
/** Separates a house number. It is kept as typed, because the streets' actual numbers are not known. */
const HOUSE_NUMBER = /^\s*(\d+[a-z]?(?:-\d+)?(?=\s))?\s*(.*)$/i;

const PLACES = new PrefixIndex(
  US_PLACES.flatMap(({ city, state, zips }) =>
    zips.flatMap((zip) => {
      const place = { city, state, zip };
      return [`${city} ${state} ${zip}`, `${city} ${zip}`, zip].map((form) => [wordsOf(form).join(' '), place] as const);
    }),
  ),
);

/** Returns the streets that match every word of a text, best first. */
type FindStreets = (text: string) => Promise<FoundAddress[]>;

/**
 * Returns the streets that match the text, with the house number that was typed. Then come places that the text ends with, with the text
 * before as street.
 */
export async function matchAddresses(text: string, findStreets: FindStreets, limit: number): Promise<FoundAddress[]> {
  const found: FoundAddress[] = [];
  const seen = new Set<string>();
  for (const candidate of [...(await matchStreets(text, findStreets, limit)), ...matchPlaces(text)]) {
    const key = wordsOf(`${candidate.address} ${candidate.city} ${candidate.state} ${candidate.zip}`).join(' ');
    if (found.length >= limit || seen.has(key)) continue;
    seen.add(key);
    found.push(candidate);
  }
  return found;
}

async function matchStreets(text: string, findStreets: FindStreets, limit: number): Promise<FoundAddress[]> {
  const [, houseNumber = '', rest = ''] = HOUSE_NUMBER.exec(text) ?? [];
  const wanted = wordsOf(rest).join(' ');
  if (wanted.length < MIN_TEXT_LENGTH || /^\d+$/.test(wanted)) return [];
  const streets = await findStreets(wanted);
  return streets.slice(0, limit).map((street) => ({ ...street, address: `${houseNumber} ${street.address}`.trim() }));
}

/** Finds the longest tail of the text that begins a place (city, state, ZIP). The words before it are the street. */
function matchPlaces(text: string): FoundAddress[] {
  const words = text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean);
  for (let start = 0; start < words.length; start++) {
    const tail = wordsOf(words.slice(start).join(' ')).join(' ');
    if (tail.length < MIN_TEXT_LENGTH) break;
    const matches = PLACES.find(tail);
    if (matches.length > 0) return matches.map((place) => ({ address: words.slice(0, start).join(' '), ...place }));
  }
  return [];
}
