import type { LiveResource } from '@yardage/contract/hub';

/** Stands for every live read. */
export const ALL_LIVE_READS = 'all';
/** Stands for the pour board and today's deliveries, which people watch while trucks come. */
const WATCHED_READS = 'watched';
type Changed = LiveResource | typeof ALL_LIVE_READS | typeof WATCHED_READS;

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
const PLANS = ['carts.get', 'payments.planned', 'payments.planned-counts', 'discount-plan.get'];
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

/** The reads that people watch while trucks come. They cost little, unlike lists. */
const WATCHED = ['pour.board', ...TODAY];

/** The reads that show records of a resource, by the ids of their endpoints. Documents are not among them: an open PDF stays as it is. */
const READS: Readonly<Record<LiveResource, readonly string[]>> = {
  orders: [...DELIVERIES, ...REQUESTS, 'dashboard.accounts'],
  requests: REQUESTS,
  // Invoices are compared with their tickets and quotes, and requested changes of an order show what is ticketed.
  tickets: [...DELIVERIES, ...DISPUTES, 'requests.order-changes'],
  quotes: ['quotes.list', 'quotes.detail', ...DISPUTES],
  invoices: [...MONEY, ...FIGURES, ...DISPUTES, ...PLANS, 'tickets.list', 'tickets.detail'],
  credits: [...MONEY, ...CREDITS, ...FIGURES, ...DISPUTES, ...PLANS],
  payments: [...MONEY, ...CREDITS, ...FIGURES, ...PLANS, 'payments.outcome', 'payments.approval-limit'],
  plans: [...PLANS, ...CREDITS, 'payments.approval-limit', 'payments.autopay-rules'],
  members: ['members.list', 'members.detail'],
  // A disputed amount is held back, and its share of the discount with it.
  disputes: [...DISPUTES, ...FIGURES, ...PLANS, 'payments.autopay-rules', 'invoices.list'],
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

/**
 * Returns what to read again when the live connection is established, because changes before that were not announced to this tab. After a lost
 * connection that is everything. At the start of a page it is only what people watch, so that lists are not read twice at every start; they
 * follow with the next event or visit.
 */
export const missedBefore = (wasConnected: boolean): Changed => (wasConnected ? ALL_LIVE_READS : WATCHED_READS);

const PAUSE_MS = 1000;

function readsOf(changed: Changed): readonly string[] {
  if (changed === WATCHED_READS) return WATCHED;
  return changed === ALL_LIVE_READS ? Object.values(READS).flat() : READS[changed];
}

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
    note(resource: Changed, isOtherAccount = false): void {
      const reads = readsOf(resource);
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
