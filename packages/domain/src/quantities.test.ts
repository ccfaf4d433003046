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
    ['4 1/2', 4.5],
    [' 4-1/4 ', 4.25],
    ['4 - 3/4', 4.75],
    ['4½', 4.5],
    ['10 ¾', 10.75],
    ['4 1⁄2', 4.5],
    ['1/2', 0.5],
    ['¼', 0.25],
    ['', null],
    [' ', null],
  ])('SGN-01 reads %j', (typed, value) => {
    expect(readNumber(typed)).toBe(value);
  });

  it.each([
    '4x',
    '0x10',
    '1e3',
    'Infinity',
    '1,2,3',
    '1.2.3',
    '.',
    '-',
    '41/2',
    '4 1/3',
    '4 1/2 in',
    '4.5 1/2',
    '-4 1/2',
    '1/0',
    '3/2',
    '½ 4',
    '-½',
    '4 ½¼',
  ])('SGN-01 rejects %j', (typed) => {
    expect(readNumber(typed)).toBeNaN();
  });
});
