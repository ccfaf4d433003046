import { describe, expect, it } from 'vitest';
import { readOrdersSearch } from './orders-search.ts';
import { orderOf } from './use-orders-search.ts';

const orderAt = (search: Record<string, unknown>, place: Partial<Parameters<typeof orderOf>[1]> = {}) =>
  orderOf(readOrdersSearch(search), { isPhone: false, isToday: false, ...place });

describe('the sort order of the orders', () => {
  it('ORD-05 is newest first for the default days', () => {
    expect(orderAt({})).toEqual({ sort: 'ticketDateTime', desc: true });
  });

  it('ORD-21 has active pours first on a phone and for today only', () => {
    expect(orderAt({}, { isPhone: true })).toEqual({ sort: 'progress', desc: false });
    expect(orderAt({}, { isToday: true })).toEqual({ sort: 'progress', desc: false });
  });

  it('TBL-15 is the chosen one everywhere', () => {
    const chosen = { sort: 'ticketDateTime', desc: true };
    expect(orderAt(chosen, { isPhone: true, isToday: true })).toEqual(chosen);
    expect(orderAt({ sort: 'job', desc: false })).toEqual({ sort: 'job', desc: false });
    expect(orderAt({ sort: 'nonsense' })).toEqual({ sort: 'ticketDateTime', desc: true });
  });
});

describe('the address of the orders', () => {
  it('ORD-03 uses the default for invalid values', () => {
    const nonsense = { view: 'sideways', page: -3, size: 7, sort: 'color', desc: 'maybe', from: 'yesterday', to: '2051-01-01' };
    const records = { order: 'abc', pdf: -1, ticket: 'x', chat: [] };
    expect(readOrdersSearch({ ...nonsense, ...records })).toEqual(readOrdersSearch({}));
  });
});
