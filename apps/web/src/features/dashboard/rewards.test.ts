import { TIERS } from '@yardage/domain/rewards';
import { describe, expect, it } from 'vitest';
import { benefitsOf, spendRange, THRESHOLDS, TIER_COLOURS } from './rewards.ts';

describe('the rewards tracker', () => {
  it('DSH-09 colours the icon grey, amber, cyan and violet', () => {
    expect(TIERS.map(({ level }) => TIER_COLOURS[level])).toEqual(['grey', 'amber', 'cyan', 'violet']);
  });

  it('DSH-11 marks the bar at 1M, 5M and 15M', () => {
    expect(THRESHOLDS).toEqual(['$1M', '$5M', '$15M']);
    expect(TIERS.map(spendRange)).toEqual(['up to $1M', '$1M to $5M', '$5M to $15M', '$15M and over']);
  });

  it('DSH-12 DSH-13 DSH-14 DSH-15 tells the benefits of each tier', () => {
    expect(TIERS.map(benefitsOf)).toEqual([
      ['$2.00 per yard concrete discount if paid by the 10th'],
      ['plus $2.00 per yard concrete', '$0.50 per ton aggregate'],
      ['$3.00 per yard concrete', '$0.75 per ton aggregate', 'environmental charge removed'],
      ['$4.00 per yard concrete', '$1.00 per ton aggregate', 'environmental charge removed'],
    ]);
  });
});
