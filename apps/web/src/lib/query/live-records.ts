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
const FIGURES = ['dashboard.summary', 'dashboard.possible-discounts', 'dashboard.accounts'];
/** What is to be paid, now or later. */
const PLANS = ['carts.get', 'payments.planned', 'discount-plan.get'];
const REQUESTS = ['requests.list', 'requests.detail', 'requests.order-changes'];
const TODAY = ['dashboard.today', 'dashboard.todays-deliveries'];
const DELIVERIES = [
  'orders.list',
  'orders.detail',
  'pour.board',
  'tickets.list',
  'tickets.detail',
  'truck-tracking.active',
  'truck-tracking.truck',
  ...TODAY,
];

/** The reads that show records of a resource, by the ids of their endpoints. Documents are not among them: an open PDF stays as it is. */
const READS: Readonly<Record<LiveResource, readonly string[]>> = {
  orders: [...DELIVERIES, ...REQUESTS, 'dashboard.accounts'],
  requests: REQUESTS,
  // Invoices are compared with their tickets and quotes, and a change of an order tells what is ticketed.
  tickets: [...DELIVERIES, ...DISPUTES, 'requests.order-changes'],
  quotes: ['quotes.list', 'quotes.detail', ...DISPUTES],
  invoices: [...MONEY, ...FIGURES, ...DISPUTES, ...PLANS, 'tickets.list', 'tickets.detail'],
  credits: [...MONEY, ...CREDITS, ...FIGURES, ...DISPUTES, ...PLANS],
  payments: [...MONEY, ...CREDITS, ...FIGURES, ...PLANS, 'payments.outcome', 'payments.approval-limit'],
  members: ['members.list', 'members.detail'],
  disputes: [...DISPUTES, ...PLANS, 'invoices.list'],
};

/** Reads about all accounts of the user, which changes of another account concern, too. */
const ACROSS_ACCOUNTS: ReadonlySet<string> = new Set(['dashboard.accounts']);

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
    note(resource: LiveResource | typeof ALL_LIVE_READS, isOtherAccount = false): void {
      const reads = resource === ALL_LIVE_READS ? Object.values(READS).flat() : READS[resource];
      for (const read of reads) if (!isOtherAccount || ACROSS_ACCOUNTS.has(read)) waiting.add(read);
      if (pausing === undefined) flush();
    },
    stop(): void {
      clearTimeout(pausing);
      pausing = undefined;
      waiting.clear();
    },
  };
}
