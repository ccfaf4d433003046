import type { QueryClient } from '@tanstack/react-query';
import { NetworkFailure } from '#web/lib/http/http-errors.ts';
import { logFailure } from '#web/lib/log.ts';
import { accountSubject } from '#web/lib/session/stored-user.ts';
import { currentView } from '#web/lib/session/view-as.ts';
import type { KeptRead } from './offline-store.ts';
import { OFFLINE_DATABASE } from './service-worker-words.ts';

// Answers that are kept for times without a connection (OFF-02): per user and customer, for some days. They are shown only while the
// server does not answer. Payments, invoices, statements and members are never kept.

interface Arguments {
  params?: object;
  query?: object;
}

const always = (): boolean => true;
/** Endpoints whose answers are kept, by id. The first three decide what the user may see, so nothing opens without them. */
export const KEPT: Readonly<Record<string, (args: Arguments) => boolean>> = {
  'users.customer-numbers': always,
  'users.permissions': always,
  'users.profile': always,
  'orders.list': always,
  'orders.detail': always,
  'tickets.list': always,
  'tickets.detail': always,
  'pour.board': always,
  'dashboard.today': always,
  'dashboard.todays-deliveries': always,
  // Only the contacts, because the other parts of the summary are about money.
  'dashboard.summary': ({ query }) => (query as { part?: string } | undefined)?.part === 'contacts',
  // The first page, from which chats are opened.
  'chat.list': ({ query }) => !Object.hasOwn(query ?? {}, 'cursor') && !(query as { search?: string } | undefined)?.search,
  'chat.session': always,
};

/** The days that an answer is about, as `yyyy-MM-dd`. */
interface Days {
  from: string;
  to: string;
}

/** Lists whose default range moves with the days. Such a list is kept without its days, so that it is found on the next day, too. */
const DAY_NAMES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'orders.list': ['fromDate', 'toDate'],
  'tickets.list': ['startDate', 'endDate'],
};

/** If the server has not answered after this time, the kept answer is shown until the fresh one arrives. */
const SHOW_KEPT_AFTER_MS = 4000;

const store = () => import('./offline-store.ts');
const log = (cause: unknown): void => logFailure('What is kept for offline use could not be read or written.', cause);

/** Returns whether the answers of a call are kept. In a staff member's view of a user nothing is. */
export function isKept(endpointId: string, args: Arguments): boolean {
  return (KEPT[endpointId]?.(args) ?? false) && typeof indexedDB !== 'undefined' && currentView() === null;
}

interface KeptCall {
  endpointId: string;
  args: Arguments;
  client: QueryClient;
  queryKey: readonly unknown[];
  /** Whether the list has its default range of days. */
  isStandardRange?: boolean | undefined;
  /** Turns an answer into the data of its query, if that is more than one answer. */
  dataOf?: ((answer: unknown) => unknown) | undefined;
}

/** Returns the id under which the answer of a call is kept, and its days if the id leaves them out. `customersOf` reads such an id. */
function nameOf({ endpointId, args, isStandardRange }: KeptCall): { id: string; days?: Days } {
  const names = DAY_NAMES[endpointId];
  if (!isStandardRange || !names) return { id: `${endpointId} ${JSON.stringify(args)}` };
  const { [names[0]]: from, [names[1]]: to, ...query } = args.query as Record<string, string>;
  return { id: `${endpointId} standard ${JSON.stringify({ ...args, query })}`, days: { from: from ?? '', to: to ?? '' } };
}

/** Returns the names of the customer that a kept answer is about, the global number first; none for data about the user. */
function customersOf(id: string): string[] {
  const { params, query } = JSON.parse(id.slice(id.indexOf('{'))) as Arguments;
  const { globalCustomerNumber, customerNumber } = { ...query, ...params } as Record<string, string | undefined>;
  return [globalCustomerNumber, customerNumber].filter((name) => name !== undefined);
}

/** What was read from the device, and the days of a list if they are not the ones that the user asked for. */
const fromDevice = new WeakMap<object, { savedAt: number; otherDays: Days | null }>();

function keptOf(data: unknown, updatedAt: number | undefined) {
  const kept = typeof data === 'object' && data !== null ? fromDevice.get(data) : undefined;
  // React Query keeps the old object if fresh data are equal, so the time of the data decides.
  return kept?.savedAt === updatedAt ? kept : undefined;
}

/** Returns whether the data of a query was read from the device and no fresh one has arrived, also while the server is still being asked. */
export function isFromDevice({ data, dataUpdatedAt }: { data?: unknown; dataUpdatedAt?: number }): boolean {
  return keptOf(data, dataUpdatedAt) !== undefined;
}

/** Returns the days of a kept list if they are not the ones that the user asked for. */
export function otherDaysOf(data: unknown, updatedAt: number | undefined): Days | null {
  return keptOf(data, updatedAt)?.otherDays ?? null;
}

/**
 * Calls the server and keeps the answer. If there is no answer, puts the kept one into the query, with its age, and rejects nevertheless: so the
 * screen shows the data, and that it could not be refreshed.
 */
export async function readOrKept<T>(kept: KeptCall, call: () => Promise<T>): Promise<T> {
  const user = accountSubject();
  if (user === undefined) return call();
  const { client, queryKey } = kept;
  const { id, days } = nameOf(kept);
  const showKept = async (): Promise<void> => {
    const found = await (await store()).findRead(user, id).catch(log);
    if (!found || client.getQueryData(queryKey) !== undefined) return;
    const { savedAt } = found;
    const data = kept.dataOf ? kept.dataOf(found.data) : found.data;
    const otherDays = found.days && found.days.from !== days?.from ? found.days : null;
    if (typeof data === 'object' && data !== null) fromDevice.set(data, { savedAt, otherDays });
    client.setQueryData(queryKey, data, { updatedAt: savedAt });
  };
  const impatient = setTimeout(() => void showKept().catch(log), SHOW_KEPT_AFTER_MS);
  try {
    const data = await call();
    keepLater({ id, user, data, ...(days && { days }) });
    return data;
  } catch (error) {
    if (error instanceof NetworkFailure) await showKept().catch(log);
    throw error;
  } finally {
    clearTimeout(impatient);
  }
}

/** How often everything was forgotten. A write that was planned before that is dropped. */
let timesForgotten = 0;

/** Keeps an answer when the browser is idle. */
function keepLater(read: Omit<KeptRead, 'bytes' | 'savedAt'>): void {
  const before = timesForgotten;
  const isWanted = (): boolean => timesForgotten === before && accountSubject() === read.user;
  const write = async (): Promise<void> => {
    const { findRead, keepRead } = await store();
    if (read.id.startsWith(PERMISSIONS_ID)) {
      const known = await findRead(read.user, read.id);
      if (known && hasLess(known.data, read.data)) await forgetCustomer(customersOf(read.id));
    }
    await keepRead(read, isWanted);
    removeOldLater();
  };
  const start = (): void => void write().catch(log);
  if (typeof requestIdleCallback === 'function') requestIdleCallback(start, { timeout: 2000 });
  else setTimeout(start, 200);
}

/** Old and surplus answers are removed this long after one was kept, so that it does not slow down the start of a page. */
const REMOVE_OLD_AFTER_MS = 30_000;
let isRemoving = false;

function removeOldLater(): void {
  if (isRemoving) return;
  isRemoving = true;
  const remove = async (): Promise<void> => {
    await (await store()).removeOldReads();
  };
  setTimeout(() => {
    isRemoving = false;
    remove().catch(log);
  }, REMOVE_OLD_AFTER_MS);
}

const PERMISSIONS_ID = 'users.permissions';

/** Returns whether a permission was withdrawn. */
function hasLess(before: unknown, after: unknown): boolean {
  const keysOf = (data: unknown): string[] => (data as { permissionKeys?: string[] } | undefined)?.permissionKeys ?? [];
  const held = new Set(keysOf(after));
  return keysOf(before).some((key) => !held.has(key));
}

/** Removes what is kept of a customer after a permission was withdrawn: an answer may hold prices that the user saw only before. */
async function forgetCustomer(names: readonly string[]): Promise<void> {
  const { forgetReads } = await store();
  await forgetReads((_user, id) => !id.startsWith('users.') && customersOf(id).some((name) => names.includes(name)));
}

/** Removes what this user may no longer see: everything of other users, and of customers that are not in the list. */
export async function forgetWithdrawn(granted: readonly { globalCustomerNumber: string; customerNumber: string }[]): Promise<void> {
  const user = accountSubject();
  if (user === undefined || typeof indexedDB === 'undefined' || currentView() !== null) return;
  const names = new Set(granted.flatMap(({ globalCustomerNumber, customerNumber }) => [globalCustomerNumber, customerNumber]));
  const { forgetReads, removeUnsent } = await store();
  await forgetReads((owner, id) => {
    const [customer] = customersOf(id);
    return owner !== user || (customer !== undefined && !names.has(customer));
  });
  await removeUnsent({ exceptUser: user });
}

/** Logging out does not wait longer than this for the database. */
const FORGET_WITHIN_MS = 1500;

/** Returns whether the user has written something that is not sent. */
export async function hasUnsent(): Promise<boolean> {
  const user = accountSubject();
  if (user === undefined || typeof indexedDB === 'undefined') return false;
  const find = async (): Promise<boolean> => (await (await store()).findUnsent(user)).length > 0;
  const found = find().catch((cause: unknown) => {
    log(cause);
    return false;
  });
  return Promise.race([found, new Promise<false>((resolve) => setTimeout(resolve, FORGET_WITHIN_MS, false))]);
}

/** Removes all kept answers. At logout, and when another user signs in, also what was not sent. */
export async function forgetOffline({ removesUnsent }: { removesUnsent: boolean }): Promise<void> {
  timesForgotten += 1;
  if (typeof indexedDB === 'undefined') return;
  const clear = async (): Promise<void> => {
    const { forgetAllReads, removeUnsent } = await store();
    await Promise.all([forgetAllReads(), removesUnsent ? removeUnsent({}) : undefined]);
  };
  const cleared = clear().catch((cause: unknown) => {
    log(cause);
    if (removesUnsent) indexedDB.deleteDatabase(OFFLINE_DATABASE);
  });
  await Promise.race([cleared, new Promise((resolve) => setTimeout(resolve, FORGET_WITHIN_MS))]);
}
