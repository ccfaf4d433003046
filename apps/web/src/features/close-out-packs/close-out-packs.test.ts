import { describe, expect, it } from 'vitest';
import { chosenJob, firstChoice, labelledJobs, monthsBetween, suggestedLabel } from './close-out-packs.api.ts';

describe('the month of a close-out pack', () => {
  it('APY-10 is the suggested one, or empty if that has no records: never silently another one', () => {
    const months = monthsBetween('2025-12', '2026-02');
    expect(months).toEqual(['2026-02', '2026-01', '2025-12']);
    const today = '2026-02-10';
    expect(firstChoice(months, '2025-12', today)).toBe('2025-12');
    expect(firstChoice(months, '2026-03', today)).toBe('');
    expect([months, ['2026-02'], []].map((known) => firstChoice(known, '', today))).toEqual(['2026-01', '2026-02', '']);
  });

  it.each([
    ['2026-03-02', '2026-02'],
    ['2026-02-28', '2026-01'],
    ['2026-01-31', '2025-12'],
  ])('APY-10 is on %s the last one with records that is over, %s', (today, expected) => {
    expect(firstChoice(['2026-02', '2026-01', '2025-12'], '', today)).toBe(expected);
  });
});

describe('the job of a close-out pack', () => {
  const job = (name: string, address: string, jobNumber: string | null = null) => ({ job: name, jobNumber, address });
  const none = { job: '', jobNumber: '', jobAddress: '', month: '' };

  it('APY-10 is the one with exactly this name, or one that is spelled like it, or an older one that is not listed', () => {
    const jobs = [job('Main St', '1 A St'), job('MAIN ST', '2 B St'), job('Bridge', '3 C St')];
    const chosen = (typed: string) => chosenJob(jobs, typed, none);
    expect(chosen('Main St')).toEqual({ kind: 'job', job: 'Main St', jobAddress: '1 A St' });
    expect(chosen('MAIN ST')).toEqual({ kind: 'job', job: 'MAIN ST', jobAddress: '2 B St' });
    expect(chosen(' bridge ')).toEqual({ kind: 'job', job: 'Bridge', jobAddress: '3 C St' });
    expect([chosen('Old Mill'), chosen('  ')]).toEqual([
      { kind: 'job', job: 'Old Mill' },
      { kind: 'job', job: '' },
    ]);
  });

  it('APY-10 is distinguished from others of its name by its number or address, and never guessed', () => {
    const jobs = [job('Slab', '1 A St', '1234'), job('Slab', '2 B St'), job('Bridge', '3 C St', '99')];
    const labels = labelledJobs(jobs).map(({ label }) => label);
    expect(labels).toEqual(['Slab (1234)', 'Slab (2 B St)', 'Bridge']);
    expect(labels.map((label) => chosenJob(jobs, label, none))).toEqual([
      { kind: 'job', job: 'Slab', jobNumber: '1234' },
      { kind: 'job', job: 'Slab', jobAddress: '2 B St' },
      { kind: 'job', job: 'Bridge', jobNumber: '99' },
    ]);
    expect([chosenJob(jobs, 'Slab', none), chosenJob(jobs, 'slab', none)]).toEqual([undefined, undefined]);
  });

  it('APY-10 is the one of the order that leads to the form', () => {
    const jobs = [job('Slab', '1 A St', '1234'), job('Slab', '2 B St')];
    expect(suggestedLabel(jobs, { ...none, job: 'Slab', jobNumber: '1234' })).toBe('Slab (1234)');
    expect(suggestedLabel(jobs, { ...none, job: 'Slab', jobAddress: '2 B St' })).toBe('Slab (2 B St)');
    const old = { ...none, job: 'Old Mill', jobNumber: '7' };
    expect([suggestedLabel(jobs, old), chosenJob(jobs, 'Old Mill', old)]).toEqual([
      'Old Mill',
      { kind: 'job', job: 'Old Mill', jobNumber: '7' },
    ]);
  });
});
