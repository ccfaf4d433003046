import { describe, expect, it } from 'vitest';
import { formatExpiry, readExpiry } from './expiry.ts';

describe('the expiry of a card', () => {
  it.each([
    ['0', '0'],
    ['1', '1'],
    ['8', '08'],
    ['12', '12'],
    ['1/', '01/'],
    ['12/', '12/'],
    ['122', '12/2'],
    ['1227', '12/27'],
    ['827', '08/27'],
    ['8/27', '08/27'],
    ['8/2027', '08/27'],
    ['082027', '08/27'],
    ['12/20', '12/20'],
    ['12/202', '12/202'],
    ['12/2027', '12/27'],
    ['12/20278', '12/27'],
    ['12/345', '12/34'],
    ['  08 - 27', '08/27'],
    ['0/27', '02/7'],
    ['123/4', '12/34'],
    ['ab08/27c', '08/27'],
    ['', ''],
  ])('PAY-14 typing %j shows %j', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

  it('PAY-14 is not read while it is incomplete or ambiguous', () => {
    for (const typed of [
      '',
      '1',
      '12',
      '127',
      '12/',
      '12/2',
      '12/202',
      '12/1927',
      '1/2/27',
      '123/27',
      'x8/27',
      '8x/27',
      '8/27x',
      '8/x27',
      '12/20277',
    ]) {
      expect(readExpiry(typed), typed).toBeUndefined();
    }
    expect([readExpiry(' 8.27 '), readExpiry('12/2031')]).toEqual([
      { month: '08', year: '27' },
      { month: '12', year: '31' },
    ]);
  });
});
