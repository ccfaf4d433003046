import { describe, expect, it } from 'vitest';
import { arrivalText } from './arrival.ts';

const at = (time: string) => `2026-05-04T${time}Z`;
const text = (expected: string, now: string) => arrivalText(at(expected), Date.parse(at(now)), (moment) => moment.slice(11, 16));

describe('an expected arrival', () => {
  it('TRK-09 is a time of day while it is in the future', () => {
    expect(text('16:47:00', '16:35:00')).toBe('about 16:47');
    expect(text('16:47:00', '16:46:00')).toBe('about 16:47');
  });

  it('TRK-09 is due from its minute on, and never a time in the past', () => {
    expect(text('16:47:00', '16:46:01')).toBe('due now');
    expect(text('16:47:00', '17:04:00')).toBe('due now');
  });
});
