import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Reads a value of an address. A number that would be written otherwise, such as `10045.10` or `12E4`, is text: it names a record. */
function readValue(written: string): unknown {
  const value: unknown = JSON.parse(written);
  if (typeof value === 'number' && String(value) !== written) throw new SyntaxError('not a number as JSON writes it');
  return value;
}

/** How the router reads and writes the search part of addresses. */
export const addressSearch = { parseSearch: parseSearchWith(readValue), stringifySearch: stringifySearchWith(JSON.stringify, readValue) };
