import { DEFAULT_TIERS } from '@yardage/domain/rewards';
import { describe, expect, it } from 'vitest';
import { benefitsOf, earningsText, spendRange, TIER_COLOURS, thresholds } from './rewards.ts';

describe('the rewards tracker', () => {
  it('DSH-09 colours the icon grey, amber, cyan and violet', () => {
    expect(DEFAULT_TIERS.map(({ level }) => TIER_COLOURS[level])).toEqual(['grey', 'amber', 'cyan', 'violet']);
  });

  it('DSH-11 marks the bar at 1M, 5M and 15M', () => {
    expect(thresholds(DEFAULT_TIERS)).toEqual(['$1M', '$5M', '$15M']);
    expect(DEFAULT_TIERS.map((tier) => spendRange(tier, DEFAULT_TIERS))).toEqual([
      'up to $1M',
      '$1M to $5M',
      '$5M to $15M',
      '$15M and over',
    ]);
  });

  it('DSH-12 DSH-13 DSH-14 DSH-15 lists the benefits of each tier', () => {
    expect(DEFAULT_TIERS.map(benefitsOf)).toEqual([
      '$2.00 per yard concrete discount if paid by the 10th',
      'plus $2.00 per yard concrete and $0.50 per ton aggregate',
      '$3.00 per yard concrete, $0.75 per ton aggregate, environmental charge removed',
      '$4.00 per yard concrete, $1.00 per ton aggregate, environmental charge removed',
    ]);
    // Configured tiers show what they have, and nothing that they lack.
    const [silver, gold] = DEFAULT_TIERS;
    expect(benefitsOf({ ...silver, perTonAggregate: 25, isEnvironmentalChargeRemoved: true })).toBe(
      '$2.00 per yard concrete discount if paid by the 10th, $0.25 per ton aggregate, environmental charge removed',
    );
    expect(benefitsOf({ ...gold, isEnvironmentalChargeRemoved: true })).toBe(
      'plus $2.00 per yard concrete and $0.50 per ton aggregate, environmental charge removed',
    );
    expect(benefitsOf({ ...gold, perTonAggregate: 0 })).toBe('plus $2.00 per yard concrete');
    expect(benefitsOf({ ...gold, perYardConcrete: 0 })).toBe('$0.50 per ton aggregate');
    expect(earningsText({ ...gold, perYardConcrete: 0 })).toBe('In all, paid by the 10th: $0.50 a ton of aggregate.');
    expect(earningsText({ ...silver, perYardConcrete: 0 })).toBe('');
    expect(DEFAULT_TIERS.map(earningsText)).toEqual([
      'In all, paid by the 10th: $2.00 a yard of concrete.',
      'In all, paid by the 10th: $2.00 a yard of concrete and $0.50 a ton of aggregate.',
      'In all, paid by the 10th: $3.00 a yard of concrete and $0.75 a ton of aggregate.',
      'In all, paid by the 10th: $4.00 a yard of concrete and $1.00 a ton of aggregate.',
    ]);
  });
});
