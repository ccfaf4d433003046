import { describe, expect, it } from 'vitest';
import { readNumber } from './quantities.ts';

describe('readNumber', () => {
  it.each([
    ['1,000', 1000],
    ['12,345,678.5', 12_345_678.5],
    ['4.5', 4.5],
    [' 4,25 ', 4.25],
    ['.5', 0.5],
    ['5.', 5],
    ['-1', -1],
    ['', null],
    [' ', null],
  ])('SGN-01 reads %j', (typed, value) => {
    expect(readNumber(typed)).toBe(value);
  });

  it.each(['4x', '0x10', '1e3', 'Infinity', '1,2,3', '1.2.3', '.', '-'])('SGN-01 takes %j for no number', (typed) => {
    expect(readNumber(typed)).toBeNaN();
  });
});
