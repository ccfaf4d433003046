import type { FoundAddress } from '../port.ts';
import { US_PLACES } from './us-places.ts';

const MIN_TAIL_LENGTH = 3;

/** Streets that begin like the text, with the house number that was typed; then the text as a street of the places it ends with. */
export function matchAddresses(text: string, streets: readonly FoundAddress[], limit: number): FoundAddress[] {
  const found: FoundAddress[] = [];
  const seen = new Set<string>();
  const add = (candidate: FoundAddress) => {
    const key = plain(`${candidate.address} ${candidate.city} ${candidate.state} ${candidate.zip}`);
    if (found.length >= limit || seen.has(key)) return;
    seen.add(key);
    found.push(candidate);
  };
  matchStreets(text, streets).forEach(add);
  matchPlaces(text).forEach(add);
  return found;
}

function matchStreets(text: string, streets: readonly FoundAddress[]): FoundAddress[] {
  const [, houseNumber = '', rest = ''] = /^\s*(\d+[a-z]?(?=\s))?\s*(.*)$/i.exec(text) ?? [];
  const wanted = plain(rest);
  if (wanted.length < MIN_TAIL_LENGTH || /^\d+$/.test(wanted)) return [];
  return streets
    .filter(({ address, city, state, zip }) => plain(`${address} ${city} ${state} ${zip}`).startsWith(wanted))
    .toSorted((a, b) => a.address.localeCompare(b.address, 'en') || a.city.localeCompare(b.city, 'en') || a.zip.localeCompare(b.zip))
    .map((street) => ({ ...street, address: `${houseNumber} ${street.address}`.trim() }));
}

/** The longest end of the text that a place's name, state or ZIP begins with; what stands before it is the street. */
function matchPlaces(text: string): FoundAddress[] {
  const words = text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean);
  for (let start = 0; start < words.length; start++) {
    const tail = plain(words.slice(start).join(' '));
    if (tail.length < MIN_TAIL_LENGTH) break;
    const matches = US_PLACES.flatMap(({ city, state, zips }) =>
      zips
        .filter((zip) => [`${city} ${state} ${zip}`, `${city} ${zip}`, zip].some((form) => plain(form).startsWith(tail)))
        .map((zip) => ({ address: words.slice(0, start).join(' '), city, state, zip })),
    );
    if (matches.length > 0) return matches;
  }
  return [];
}

/** Small letters and single spaces, without punctuation: what is compared. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[.,#']/g, ' ')
    .replace(/[\s-]+/g, ' ')
    .trim();
}
