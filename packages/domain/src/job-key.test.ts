import { describe, expect, it } from 'vitest';
import { type JobPlace, jobKey, placesOfNamesakes } from './job-key.ts';

const job = (name: string, jobNumber: string | null, jobAddress: string | null): JobPlace => ({ job: name, jobNumber, jobAddress });

describe('jobs of one name', () => {
  it('TRK-01 ORD-01 are distinguished by number or address, others are not', () => {
    const [numbered, placed, spelled] = [
      job('Slab', 'J-12', '1 Main St'),
      job('Slab', null, '9 Other St'),
      job('SLAB ', ' ', '9 other  St'),
    ];
    const alone = job('Foxcroft', 'J-13', '2 Main St');
    expect(placesOfNamesakes([numbered, placed, spelled, alone])).toEqual(
      new Map([
        [jobKey(numbered), 'J-12'],
        [jobKey(placed), '9 Other St'],
      ]),
    );
    // One job, spelled in two ways.
    expect(placesOfNamesakes([placed, spelled, alone]).size).toBe(0);
  });
});
