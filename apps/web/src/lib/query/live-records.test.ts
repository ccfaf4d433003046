import { QueryObserver } from '@tanstack/react-query';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import type { LiveResource } from '@yardage/contract/hub';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALL_LIVE_READS, createRefresher, refetchChanged, showsCustomer } from './live-records.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reads about a customer that records of the supplier's systems do not change, or that stay as they are while they are shown. */
const NOT_LIVE = [
  // Documents and files.
  ...['orders.pdf', 'tickets.pdf', 'quotes.pdf', 'invoices.pdf', 'credits.pdf', 'statements.pdf', 'payments.receipt-pdf'],
  ...['sign-offs.signature', 'sign-offs.photo', 'disputes.file', 'support.attachment', 'close-out-packs.download'],
  // Polled, or announced by other events.
  ...['truck-tracking.eta', 'truck-tracking.positions', 'maps.route', 'data-age.get', 'chat.list', 'chat.messages', 'chat.session'],
  // Choices of a form that is open.
  ...['requests.options', 'support.options', 'close-out-packs.options', 'members.roles', 'customers.details'],
  // People change these in the portal or at the desk.
  ...['alerts.follows', 'assistant.conversation', 'close-out-packs.list', 'dashboard.announcements', 'shares.list', 'users.permissions'],
  ...['payments.autopay-rules', 'payments.methods', 'support.attachments', 'support.detail', 'support.list'],
  ...['integrations.api-keys', 'integrations.events', 'integrations.webhook-deliveries', 'integrations.webhooks'],
];

/** The reads that a change refreshes. */
function readsOf(resource: LiveResource | typeof ALL_LIVE_READS, isOtherAccount = false): string[] {
  const refresh = vi.fn<(reads: ReadonlySet<string>) => void>();
  const refresher = createRefresher(refresh);
  refresher.note(resource, isOtherAccount);
  refresher.stop();
  return [...(refresh.mock.calls[0]?.[0] ?? [])];
}

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

  it.each([
    ['credits', ['credits.list', 'credits.detail', 'payments.planned', 'discount-plan.get', 'dashboard.accounts']],
    ['payments', ['credits.list', 'credits.detail', 'payments.planned', 'discount-plan.get', 'dashboard.accounts']],
    ['invoices', ['payments.planned', 'discount-plan.get', 'dashboard.accounts']],
    ['disputes', ['payments.planned', 'discount-plan.get', 'carts.get']],
    // An invoice is compared with its tickets and the quoted prices.
    ['tickets', ['disputes.review', 'disputes.overview']],
    ['quotes', ['disputes.review', 'disputes.overview']],
  ] satisfies [LiveResource, string[]][])('FED-09 APY-01 APY-06 of %s refresh everything that shows them', (resource, expected) => {
    expect(readsOf(resource)).toEqual(expect.arrayContaining(expected));
  });

  it('FED-09 APY-11 of another account refresh only the overview of all accounts', () => {
    expect(readsOf('invoices', true)).toEqual(['dashboard.accounts']);
    expect(readsOf('quotes', true)).toEqual([]);
  });

  it('FED-09 refresh every read about a customer, except those that are named here', () => {
    const live = new Set(readsOf(ALL_LIVE_READS));
    const reads = ENDPOINTS.filter(({ method, scope }) => method === 'GET' && scope === 'customer').map(({ id }) => id);
    expect(reads.filter((id) => !live.has(id)).toSorted()).toEqual(NOT_LIVE.toSorted());
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

describe('a change during a fetch', () => {
  /** Shows a query whose answers the test gives, and returns what was fetched. */
  function show() {
    const client = createQueryClient(() => undefined);
    const fetches: PromiseWithResolvers<string>[] = [];
    const queryFn = () => {
      const fetch = Promise.withResolvers<string>();
      fetches.push(fetch);
      return fetch.promise;
    };
    const observer = new QueryObserver(client, { queryKey: ['orders.list'], queryFn });
    const stop = observer.subscribe(() => undefined);
    const settle = () => vi.advanceTimersByTimeAsync(1);
    return { client, fetches, settle, stop, shown: () => observer.getCurrentResult().data };
  }

  it('FED-09 fetches once more after the first read, whose answer may be older, however often records changed', async () => {
    const { client, fetches, settle, stop, shown } = show();
    for (let change = 0; change < 5; change += 1) refetchChanged(client, { queryKey: ['orders.list'] });
    expect(fetches).toHaveLength(1);
    fetches[0]?.resolve('older');
    await settle();
    expect([shown(), fetches.length]).toEqual(['older', 2]);
    // A change during this fetch, too, is fetched after it and does not start it anew.
    refetchChanged(client, { queryKey: ['orders.list'] });
    fetches[1]?.resolve('newer');
    await settle();
    expect([shown(), fetches.length]).toEqual(['newer', 3]);
    fetches[2]?.resolve('newest');
    await settle();
    expect([shown(), fetches.length, client.isFetching()]).toEqual(['newest', 3, 0]);
    stop();
  });

  it('FED-09 does not fetch again after a failure, which the page shows', async () => {
    const { client, fetches, settle, stop } = show();
    refetchChanged(client, { queryKey: ['orders.list'] });
    fetches[0]?.reject(new TypeError('away'));
    await settle();
    expect(fetches).toHaveLength(1);
    refetchChanged(client, { queryKey: ['orders.list'] });
    expect(fetches).toHaveLength(2);
    refetchChanged(client, { queryKey: ['orders.list'] });
    fetches[1]?.resolve('older');
    await settle();
    expect(fetches).toHaveLength(3);
    stop();
  });
});
