import { describe, expect, it } from 'vitest';
import { isLiveTicket } from './tickets.api.ts';

describe('the list of tickets', () => {
  it('TKT-01 TKT-07 is live while a load is under way that is not cancelled', () => {
    const live = (isCancelled: boolean) => [1, 2, 3, 4, 5, 6].filter((statusId) => isLiveTicket({ statusId, isCancelled }));
    expect(live(false)).toEqual([2, 3, 4, 5]);
    expect(live(true)).toEqual([]);
  });
});
