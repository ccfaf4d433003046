import { describe, expect, it } from 'vitest';
import {
  brandOf,
  CHARGED_METHODS,
  isChargedMethod,
  isExpired,
  KIND_OF_METHOD,
  lastDayOf,
  lastFourOf,
  METHOD_OF_KIND,
} from './saved-methods.ts';

describe('what can be charged', () => {
  it('PAY-11 APY-05 has one kind for each method, and one method for each kind', () => {
    expect(Object.values(METHOD_OF_KIND)).toEqual([...CHARGED_METHODS]);
    for (const method of CHARGED_METHODS) expect(METHOD_OF_KIND[KIND_OF_METHOD[method]]).toBe(method);
    expect(['CreditCard', 'eCheck', 'Saved', 'Hosted', 'Credit', 'toString'].filter(isChargedMethod)).toEqual(['CreditCard', 'eCheck']);
  });
});

describe('what a saved method shows', () => {
  it('APY-05 is the brand of the card number', () => {
    const brands = {
      Visa: ['4242424242424242', '4000000000000002'],
      Mastercard: ['5105105105105100', '5555555555554444', '2223003122003222', '2720990000000007'],
      'American Express': ['341111111111111', '378282246310005'],
      Discover: ['6011111111111117', '6441111111111111', '6491111111111111', '6500000000000002'],
      '': [
        '5011111111111111',
        '5611111111111111',
        '2111111111111111',
        '2811111111111111',
        '3611111111111111',
        '6431111111111111',
        '6012',
        '1442',
        '',
      ],
    };
    for (const [brand, numbers] of Object.entries(brands)) for (const number of numbers) expect(brandOf(number), number).toBe(brand);
  });

  it('APY-05 is the end of the number: four characters, and never the whole', () => {
    expect(lastFourOf('4242 4242 4242 4343')).toBe('4343');
    expect(lastFourOf('000123456789')).toBe('6789');
    expect(['1234567', '123456', '1234', '123', '12'].map(lastFourOf)).toEqual(['567', '456', '34', '3', '2']);
    // Spaces are no characters of the number.
    expect(lastFourOf(' 1 2 3 4 ')).toBe('34');
  });
});

describe('a saved card', () => {
  it('APY-05 is good through the last day of its month', () => {
    expect([lastDayOf(2026, 11), lastDayOf(2027, 2), lastDayOf(2028, 2), lastDayOf(2026, 12)]).toEqual([
      '2026-11-30',
      '2027-02-28',
      '2028-02-29',
      '2026-12-31',
    ]);
    const card = { expiresOn: '2026-11-30' };
    expect([isExpired(card, '2026-11-29'), isExpired(card, '2026-11-30'), isExpired(card, '2026-12-01')]).toEqual([false, false, true]);
    expect(isExpired({ expiresOn: null }, '2099-01-01')).toBe(false);
  });
});
