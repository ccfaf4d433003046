import { describe, expect, it } from 'vitest';
import { isFoundIn, searchWords } from './search-words.ts';

describe('the words of a search', () => {
  it.each([
    ['  cedar   ridge cedar ', ['cedar', 'ridge']],
    ['2210 Depot St, Knoxville', ['2210', 'Depot', 'St', 'Knoxville']],
    ['Cedar Homes · G-10012', ['Cedar', 'Homes', 'G-10012']],
    ['$ 1,234.50', ['1,234.50']],
    ['“Phase 2”: north', ['Phase', '2', 'north']],
    ['#57 (423)', ['#57', '(423)']],
    [',', [',']],
    ['$', ['$']],
    ['', []],
    [undefined, []],
  ])('TBL-01 of %j are %j', (search, words) => {
    expect(searchWords(search)).toEqual(words);
  });
});

describe('a row on the client', () => {
  const row = { texts: ["IN-100474 O'Brien Muñoz"], amounts: [1234.5, -80] };

  it.each(['1,234.50', '$1,234.50', '1234.5', '$1234.5', '1234', '$80.00', 'muñoz', 'munoz', 'MUN\u0303OZ', 'o’brien', "o'brien 100474"])(
    'TBL-01 is found by %j',
    (search) => {
      expect(isFoundIn(row, searchWords(search))).toBe(true);
    },
  );

  it.each(['1,234.51', '1235', 'obrien x', '0'.repeat(9)])('is not found by %j', (search) => {
    expect(isFoundIn(row, searchWords(search))).toBe(false);
  });
});
