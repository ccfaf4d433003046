import { describe, expect, it } from 'vitest';
import { firstChoice, jobNamed, monthsBetween } from './close-out-packs.api.ts';

describe('the month of a close-out pack', () => {
  it('APY-10 is the suggested one, or none if there is nothing of it: never silently another one', () => {
    const months = monthsBetween('2025-12', '2026-02');
    expect(months).toEqual(['2026-02', '2026-01', '2025-12']);
    expect(firstChoice(months, '2025-12')).toBe('2025-12');
    expect(firstChoice(months, '2026-03')).toBe('');
    expect([firstChoice(months, ''), firstChoice(['2026-02'], ''), firstChoice([], '')]).toEqual(['2026-01', '2026-02', '']);
  });
});

describe('the job of a close-out pack', () => {
  it('APY-10 is the one with exactly this name, or one that is spelled like it, or an older one that is not listed', () => {
    const jobs = [{ job: 'Main St' }, { job: 'MAIN ST' }, { job: 'Bridge' }];
    expect([jobNamed(jobs, 'Main St'), jobNamed(jobs, 'MAIN ST'), jobNamed(jobs, ' bridge ')]).toEqual(['Main St', 'MAIN ST', 'Bridge']);
    expect([jobNamed(jobs, 'Old Mill'), jobNamed(jobs, '  ')]).toEqual(['Old Mill', '']);
  });
});
