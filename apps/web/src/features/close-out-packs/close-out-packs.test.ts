import { describe, expect, it } from 'vitest';
import { firstChoice, monthsBetween } from './close-out-packs.api.ts';

describe('the month of a close-out pack', () => {
  it('APY-10 is the suggested one, or none if there is nothing of it: never silently another one', () => {
    const months = monthsBetween('2025-12', '2026-02');
    expect(months).toEqual(['2026-02', '2026-01', '2025-12']);
    expect(firstChoice(months, '2025-12')).toBe('2025-12');
    expect(firstChoice(months, '2026-03')).toBe('');
    expect([firstChoice(months, ''), firstChoice(['2026-02'], ''), firstChoice([], '')]).toEqual(['2026-01', '2026-02', '']);
  });
});
