import type { FoundAddress } from '../port.ts';
import { PrefixIndex } from './prefix-index.ts';
import type { StreetIndex } from './street-index.ts';
import { wordsOf } from './street-words.ts';
import { US_PLACES } from './us-places.ts';

const MIN_TEXT_LENGTH = 3;
/** A house number, as it is typed: nobody knows which numbers a street has. */
const HOUSE_NUMBER = /^\s*(\d+[a-z]?(?:-\d+)?(?=\s))?\s*(.*)$/i;

const PLACES = new PrefixIndex(
  US_PLACES.flatMap(({ city, state, zips }) =>
    zips.flatMap((zip) => {
      const place = { city, state, zip };
      return [`${city} ${state} ${zip}`, `${city} ${zip}`, zip].map((form) => [wordsOf(form).join(' '), place] as const);
    }),
  ),
);

/** Streets with the words of the text, with the house number that was typed; then the text as a street of the places it ends with. */
export function matchAddresses(text: string, streets: StreetIndex, limit: number): FoundAddress[] {
  const found: FoundAddress[] = [];
  const seen = new Set<string>();
  for (const candidate of [...matchStreets(text, streets, limit), ...matchPlaces(text)]) {
    const key = wordsOf(`${candidate.address} ${candidate.city} ${candidate.state} ${candidate.zip}`).join(' ');
    if (found.length >= limit || seen.has(key)) continue;
    seen.add(key);
    found.push(candidate);
  }
  return found;
}

function matchStreets(text: string, streets: StreetIndex, limit: number): FoundAddress[] {
  const [, houseNumber = '', rest = ''] = HOUSE_NUMBER.exec(text) ?? [];
  const wanted = wordsOf(rest).join(' ');
  if (wanted.length < MIN_TEXT_LENGTH || /^\d+$/.test(wanted)) return [];
  return streets
    .find(wanted)
    .slice(0, limit)
    .map((street) => ({ ...street, address: `${houseNumber} ${street.address}`.trim() }));
}

/** The longest end of the text that a place's name, state or ZIP begins with; what stands before it is the street. */
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
