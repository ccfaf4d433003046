import { ENDPOINTS } from '@yardage/contract/endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALL_LIVE_READS, createRefresher, showsCustomer } from './live-records.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('changed records', () => {
  it('FED-09 refresh open queries at once, and then at most once per second', () => {
    const refresh = vi.fn<(reads: ReadonlySet<string>) => void>();
    const refresher = createRefresher(refresh);
    for (let change = 0; change < 5; change += 1) refresher.note('tickets');
    expect(refresh).toHaveBeenCalledTimes(1);
    refresher.note('quotes');
    vi.advanceTimersByTime(999);
    expect(refresh).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(refresh).toHaveBeenCalledTimes(2);
    expect([...(refresh.mock.calls[1]?.[0] ?? [])]).toContain('quotes.list');
    vi.advanceTimersByTime(5000);
    expect(refresh).toHaveBeenCalledTimes(2);
    refresher.note('quotes');
    expect(refresh).toHaveBeenCalledTimes(3);
    refresher.stop();
  });

  it.each(['credits', 'payments'] as const)('FED-09 APY-01 of %s refresh the list of credits and an open credit', (resource) => {
    const refresh = vi.fn<(reads: ReadonlySet<string>) => void>();
    const refresher = createRefresher(refresh);
    refresher.note(resource);
    refresher.stop();
    expect([...(refresh.mock.calls[0]?.[0] ?? [])]).toEqual(expect.arrayContaining(['credits.list', 'credits.detail']));
  });

  it('FED-09 affect queries of the contract, and only those of the selected customer', () => {
    let reads: ReadonlySet<string> = new Set();
    const refresher = createRefresher((given) => {
      reads = given;
    });
    refresher.note(ALL_LIVE_READS);
    refresher.stop();
    const known = new Set(ENDPOINTS.filter(({ method }) => method === 'GET').map(({ id }) => id));
    expect([...reads].filter((id) => !known.has(id))).toEqual([]);
    const key = (globalCustomerNumber: string) => ['orders.list', { params: { globalCustomerNumber }, query: {} }];
    expect(showsCustomer(key('G1'), reads, 'G1')).toBe(true);
    expect(showsCustomer(key('G2'), reads, 'G1')).toBe(false);
    expect(showsCustomer(['orders.pdf', { params: { globalCustomerNumber: 'G1' } }], reads, 'G1')).toBe(false);
  });
});
