import { describe, expect, it } from 'vitest';
import { type SignOffFields, signOffFaults } from './sign-offs.ts';
import { canBeSigned } from './tickets.ts';

const GOOD: SignOffFields = {
  isRejected: false,
  rejectReason: null,
  receivedBy: 'Dana Reyes',
  waterGallons: '5',
  slumpInches: '4.5',
  airPercent: '',
  temperatureF: '72,5',
  notes: '',
};

describe('a sign-off', () => {
  it('SGN-01 is possible once the truck is on the job, and not for a cancelled ticket', () => {
    expect([1, 2, 3, 4, 5, 6].map((statusId) => canBeSigned({ statusId, isCancelled: false }))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(canBeSigned({ statusId: 5, isCancelled: true })).toBe(false);
  });

  it('SGN-01 needs a receiver and a signature, or a reason if the load is rejected', () => {
    expect(signOffFaults(GOOD, true)).toEqual({});
    expect(Object.keys(signOffFaults({ ...GOOD, receivedBy: ' ' }, false))).toEqual(['receivedBy', 'signature']);
    const rejected = { ...GOOD, isRejected: true };
    expect(Object.keys(signOffFaults(rejected, false))).toEqual(['rejectReason']);
    expect(signOffFaults({ ...rejected, rejectReason: 'slump' }, false)).toEqual({});
    expect(Object.keys(signOffFaults({ ...rejected, rejectReason: 'other' }, false))).toEqual(['notes']);
  });

  it('SGN-01 takes measures within what is plausible', () => {
    const limits = { ...GOOD, waterGallons: '0', slumpInches: '30', airPercent: '20', temperatureF: '20' };
    expect(signOffFaults(limits, true)).toEqual({});
    for (const slumpInches of ['4 1/2', '4½', '4-1/2']) expect(signOffFaults({ ...GOOD, slumpInches }, true)).toEqual({});
    expect(Object.keys(signOffFaults({ ...GOOD, slumpInches: '30 1/4' }, true))).toEqual(['slumpInches']);
    const typed = { ...GOOD, waterGallons: '-1', slumpInches: '31', airPercent: 'much', temperatureF: '10' };
    expect(Object.keys(signOffFaults(typed, true))).toEqual(['waterGallons', 'slumpInches', 'airPercent', 'temperatureF']);
    expect(Object.keys(signOffFaults({ ...GOOD, waterGallons: '1,000', slumpInches: '4,5' }, true))).toEqual(['waterGallons']);
  });

  it('SGN-01 limits the length of receiver and notes, and requires notes for a reason that is not listed', () => {
    const fields = (more: Partial<SignOffFields>) => Object.keys(signOffFaults({ ...GOOD, ...more }, true));
    expect(fields({ receivedBy: ` ${'x'.repeat(80)} `, notes: ` ${'x'.repeat(1000)} ` })).toEqual([]);
    expect(fields({ receivedBy: 'x'.repeat(81), notes: 'x'.repeat(1001) })).toEqual(['receivedBy', 'notes']);
    const other = { isRejected: true, rejectReason: 'other' as const };
    expect([fields({ ...other, notes: '  ' }), fields({ ...other, notes: 'Too wet' })]).toEqual([['notes'], []]);
  });
});
