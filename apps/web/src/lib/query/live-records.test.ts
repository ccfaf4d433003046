import { ENDPOINTS } from '@yardage/contract/endpoints';
import type { LiveResource } from '@yardage/contract/hub';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALL_LIVE_READS, createRefresher, missedBefore, showsCustomer } from './live-records.ts';

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
  ...['payments.methods', 'support.attachments', 'support.detail', 'support.list'],
  ...['integrations.api-keys', 'integrations.events', 'integrations.webhook-deliveries', 'integrations.webhooks'],
];

/** The reads that a change refreshes. */
function readsOf(resource: LiveResource | ReturnType<typeof missedBefore>, isOtherAccount = false): string[] {
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
    [
      'plans',
      [
        'credits.list',
        'credits.detail',
        'payments.planned',
        'payments.planned-counts',
        'payments.approval-limit',
        'payments.autopay-rules',
        'discount-plan.get',
      ],
    ],
    ['disputes', ['payments.planned', 'discount-plan.get', 'carts.get', 'dashboard.possible-discounts', 'dashboard.accounts']],
    // An invoice is compared with its tickets and the quoted prices.
    ['tickets', ['disputes.review', 'disputes.overview']],
    ['quotes', ['disputes.review', 'disputes.overview']],
  ] satisfies [LiveResource, string[]][])('FED-09 APY-01 APY-06 of %s refresh everything that shows them', (resource, expected) => {
    expect(readsOf(resource)).toEqual(expect.arrayContaining(expected));
  });

  it('FED-09 POUR-03 that came between the first read and the first connection refresh what people watch, later ones everything', () => {
    expect(readsOf(missedBefore(false))).toEqual(['pour.board', 'dashboard.today', 'dashboard.todays-deliveries']);
    expect(readsOf(missedBefore(true))).toEqual(readsOf(ALL_LIVE_READS));
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
