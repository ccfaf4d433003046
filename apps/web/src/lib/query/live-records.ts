import type { LiveResource } from '@yardage/contract/hub';

/** Means every live read. */
export const ALL_LIVE_READS = 'all';

const MONEY = [
  'invoices.list',
  'invoices.detail',
  'payments.invoice-history',
  'payments.cart-history',
  'statements.list',
  'statements.detail',
];
const CREDITS = ['credits.list', 'credits.detail'];
const DISPUTES = ['disputes.review', 'disputes.overview', 'disputes.detail'];
const FIGURES = ['dashboard.summary', 'dashboard.possible-discounts'];
const REQUESTS = ['requests.list', 'requests.detail', 'requests.order-changes'];
const TODAY = ['dashboard.today', 'dashboard.todays-deliveries'];

/** The reads that show records of a resource, by the ids of their endpoints. Documents are not among them: an open PDF stays as it is. */
const READS: Readonly<Record<LiveResource, readonly string[]>> = {
  orders: ['orders.list', 'orders.detail', 'pour.board', 'tickets.list', ...REQUESTS, ...TODAY],
  requests: REQUESTS,
  tickets: [
    'tickets.list',
    'tickets.detail',
    'orders.list',
    'orders.detail',
    'pour.board',
    'truck-tracking.active',
    'truck-tracking.truck',
    ...TODAY,
  ],
  quotes: ['quotes.list', 'quotes.detail'],
  invoices: [...MONEY, ...FIGURES, ...DISPUTES, 'carts.get', 'tickets.list', 'tickets.detail'],
  credits: [...MONEY, ...CREDITS, ...FIGURES, ...DISPUTES, 'carts.get'],
  payments: [...MONEY, ...CREDITS, ...FIGURES, 'carts.get', 'payments.outcome'],
  members: ['members.list', 'members.detail'],
  disputes: [...DISPUTES, 'invoices.list', 'carts.get'],
};

/** Whether a query is one of the reads, about this customer. */
export function showsCustomer(queryKey: readonly unknown[], reads: ReadonlySet<string>, globalCustomerNumber: string): boolean {
  const [endpointId, args] = queryKey as [unknown, { params?: object; query?: object } | undefined];
  if (typeof endpointId !== 'string' || !reads.has(endpointId)) return false;
  const named = { ...args?.query, ...args?.params } as { globalCustomerNumber?: string };
  return named.globalCustomerNumber === undefined || named.globalCustomerNumber === globalCustomerNumber;
}

const PAUSE_MS = 1000;

/** Collects changes and has their reads refreshed: the first at once, further ones at most once per second. */
export function createRefresher(refresh: (reads: ReadonlySet<string>) => void, pauseMs = PAUSE_MS) {
  let waiting = new Set<string>();
  let pausing: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    pausing = undefined;
    if (waiting.size === 0) return;
    const reads = waiting;
    waiting = new Set();
    refresh(reads);
    pausing = setTimeout(flush, pauseMs);
  }

  return {
    note(resource: LiveResource | typeof ALL_LIVE_READS): void {
      const reads = resource === ALL_LIVE_READS ? Object.values(READS).flat() : READS[resource];
      for (const read of reads) waiting.add(read);
      if (pausing === undefined) flush();
    },
    stop(): void {
      clearTimeout(pausing);
      pausing = undefined;
      waiting.clear();
    },
  };
}
