import { describe, expect, it } from 'vitest';
import { choice, day, flag, searchParams, text, wholeNumber } from './search-params.ts';
import { addressSearch } from './url-search.ts';

const read = searchParams({
  view: choice(['standard', 'flat'], 'standard'),
  size: choice([100, 50, 10], 100),
  page: wholeNumber(1, 1, 1000),
  search: text(5),
  desc: flag(true),
  from: day(),
});
const standard = { view: 'standard', size: 100, page: 1, search: '', desc: true, from: undefined };

describe('search parameters', () => {
  it('are read as they were written into the address', () => {
    const search = { view: 'flat', size: 50, page: 3, search: 'slab', desc: false, from: '2026-02-28' };
    expect(read(search)).toEqual(search);
    expect(read({ size: '50', page: '3', desc: 'false' })).toEqual({ ...standard, size: 50, page: 3, desc: false });
  });

  it.each<Record<string, unknown>>([
    {},
    { view: 'sideways', size: 7, page: 0, desc: 'maybe', from: 'tomorrow' },
    { view: ['flat'].concat('x'), size: null, page: 1.5, search: { a: 1 }, from: '2026-02-30' },
    { view: {}, size: 'NaN', page: '9'.repeat(30), search: ['x'], desc: 1, from: '1949-12-31' },
    { page: '', from: '2051-01-01' },
    { view: { toString: 1 }, page: 1001 },
  ])('TBL-10 invalid values become the default: %j', (search) => {
    expect(read(search)).toEqual(standard);
  });

  it('text is cut, and a number is text', () => {
    expect(read({ search: 'a long text' }).search).toBe('a lon');
    expect(read({ search: 10423 }).search).toBe('10423');
  });
});

describe('the search part of an address', () => {
  const { parseSearch, stringifySearch } = addressSearch;

  it.each(['10045.10', '12E4', '12345678901234567', '-0', '1042', '007', 'CM-7'])('STM-10 names the record %s and no other', (invoice) => {
    const shown = (search: string) => text(40)((parseSearch(search) as { invoice?: unknown }).invoice);
    expect(shown(`?status=All&invoice=${invoice}`)).toBe(invoice);
    expect(shown(stringifySearch({ invoice }))).toBe(invoice);
  });

  it('keeps numbers, booleans and lists', () => {
    const search = { page: 3, desc: false, closed: ['a', 'b'] };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });
});
