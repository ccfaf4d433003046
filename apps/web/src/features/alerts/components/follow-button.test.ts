import { describe, expect, it } from 'vitest';
import { isOfJob } from './follow-button.tsx';

describe('a follow of a job', () => {
  const follow = { id: 1, orderId: null, orderNumber: null, job: 'Slab', jobNumber: null, jobAddress: '1 A St', types: [] };

  it('ALR-01 applies to the job with its number, otherwise with its name and address; an old one applies to all jobs of the name', () => {
    const place = { job: 'Slab', jobNumber: null, jobAddress: '1 A St' };
    expect(isOfJob(follow, { ...place, job: 'slab', jobAddress: '1  a St' })).toBe(true);
    expect(isOfJob(follow, { ...place, jobAddress: '2 B St' })).toBe(false);
    expect(isOfJob(follow, { ...place, jobNumber: '12' })).toBe(false);
    expect(isOfJob({ ...follow, jobNumber: '12' }, { job: 'Slab, second floor', jobNumber: '12', jobAddress: '2 B St' })).toBe(true);
    expect(isOfJob({ ...follow, jobAddress: null }, { ...place, jobAddress: '2 B St' })).toBe(true);
    expect(isOfJob({ ...follow, job: null, jobAddress: null, orderId: 3 }, place)).toBe(false);
  });
});
