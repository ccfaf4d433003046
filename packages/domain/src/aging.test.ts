import { describe, expect, it } from 'vitest';
import { AGING_BUCKETS } from './aging.ts';

describe('the account aging', () => {
  it('DSH-16 has a place for every day past due, and only one', () => {
    const placesOf = (daysPastDue: number) =>
      AGING_BUCKETS.filter(({ fromDays }, index) => {
        const until = AGING_BUCKETS[index + 1]?.fromDays ?? Number.POSITIVE_INFINITY;
        return daysPastDue >= (fromDays ?? Number.NEGATIVE_INFINITY) && daysPastDue < until;
      }).map(({ field }) => field);
    expect([-10, 0, 1, 30, 31, 90, 91, 5000].map(placesOf)).toEqual([
      ['currentAmount'],
      ['currentAmount'],
      ['last30DaysAmount'],
      ['last30DaysAmount'],
      ['last90DaysAmount'],
      ['last90DaysAmount'],
      ['over90DaysAmount'],
      ['over90DaysAmount'],
    ]);
  });
});
