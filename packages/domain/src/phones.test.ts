import { describe, expect, it } from 'vitest';
import { formatPhone, telHref } from './phones.ts';

describe('phone numbers', () => {
  it.each(['4235550142', '14235550142', '+14235550142', '+1 423 555 0142', '(423) 555-0142', '1-423-555-0142'])(
    'DSH-06 %s is dialled with its country code, once',
    (stored) => {
      expect(telHref(stored)).toBe('tel:+14235550142');
    },
  );

  it('DSH-06 short and foreign numbers are dialled as they are', () => {
    expect(telHref('911')).toBe('tel:911');
    expect(telHref('+52 55 1234 5678')).toBe('tel:+525512345678');
  });

  it('DSH-06 all usual spellings of a number are shown alike', () => {
    for (const stored of ['4235550142', '14235550142', '+14235550142']) expect(formatPhone(stored)).toBe('(423) 555-0142');
    expect(formatPhone('+52 55 1234 5678')).toBe('+52 55 1234 5678');
    expect(formatPhone(null)).toBe('');
  });
});
