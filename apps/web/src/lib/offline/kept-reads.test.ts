import { QueryClient } from '@tanstack/react-query';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { listOrders } from '@yardage/contract/orders';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptRead } from './offline-store.ts';

const disk = new Map<string, KeptRead>();
const call = vi.hoisted(() => vi.fn());
const view = vi.hoisted(() => ({ current: null as object | null }));
let user: string | undefined = 'one';

vi.mock('#web/lib/session/stored-user.ts', () => ({ accountSubject: () => user }));
vi.mock('#web/lib/session/view-as.ts', () => ({ currentView: () => view.current }));
vi.mock('#web/lib/api.ts', () => ({ api: { call } }));
vi.mock('./offline-store.ts', () => ({
  findRead: async (of: string, id: string) => structuredClone(disk.get(`${of} ${id}`)),
  keepRead: async (read: KeptRead, isWanted: () => boolean) => {
    if (isWanted()) disk.set(`${read.user} ${read.id}`, { ...read, savedAt: Date.now(), bytes: 1 });
  },
  forgetReads: async (isForgotten: (user: string, id: string) => boolean) => {
    for (const [key, read] of disk) if (isForgotten(read.user, read.id)) disk.delete(key);
  },
  removeOldReads: async () => undefined,
  removeUnsent: async () => undefined,
  forgetAllReads: async () => disk.clear(),
}));

// Other tests in this worker may have loaded it without the mocks.
vi.resetModules();
const { HttpProblem, NetworkFailure } = await import('#web/lib/http/http-errors.ts');
const { endpointQuery, fetchForExport } = await import('#web/lib/query/endpoint-query.ts');
const { forgetOffline, forgetWithdrawn, isFromDevice, isKept, KEPT, otherDaysOf, readOrKept } = await import('./kept-reads.ts');
afterAll(() => vi.resetModules());

const ARGS = { params: { globalCustomerNumber: 'G1' }, query: { customerNumber: '1', datasourceId: 1 } };
const ORDERS = { endpointId: 'orders.list', args: ARGS, queryKey: ['orders.list', ARGS] };
const MONDAYS = { from: '2026-11-16', to: '2026-11-22' };
const client = () => new QueryClient();
/** Writing waits for an idle moment. */
const written = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', {});
  disk.clear();
  view.current = null;
  user = 'one';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what is kept for offline use', () => {
  it('OFF-02 is nothing about money or members, and only reads of the contract', () => {
    const reads = new Set(ENDPOINTS.filter(({ method }) => method === 'GET').map(({ id }) => id));
    expect(Object.keys(KEPT).filter((id) => !reads.has(id))).toEqual([]);
    expect(Object.keys(KEPT).filter((id) => /invoice|payment|statement|member|cart|discount|quote/.test(id))).toEqual([]);
    expect(isKept('dashboard.summary', { query: { part: 'contacts' } })).toBe(true);
    expect(isKept('dashboard.summary', { query: { part: 'aging' } })).toBe(false);
    view.current = { id: 'v' };
    expect(isKept('orders.list', ARGS)).toBe(false);
  });

  it('OFF-02 fills the query with its own age, only if the server does not answer, and only for its user', async () => {
    await readOrKept({ ...ORDERS, client: client() }, async () => ['order']);
    const keptAt = Date.now();
    await written();
    await vi.advanceTimersByTimeAsync(60_000);
    const offline = client();
    const fail = (error: Error) => readOrKept({ ...ORDERS, client: offline }, () => Promise.reject(error));
    await expect(fail(new HttpProblem(500, {}))).rejects.toThrow();
    expect(offline.getQueryData(ORDERS.queryKey)).toBeUndefined();
    await expect(fail(new NetworkFailure())).rejects.toThrow();
    expect(offline.getQueryData(ORDERS.queryKey)).toEqual(['order']);
    expect((offline.getQueryState(ORDERS.queryKey)?.dataUpdatedAt ?? 0) - keptAt).toBeLessThan(5000);
    user = 'two';
    const other = client();
    await expect(readOrKept({ ...ORDERS, client: other }, () => Promise.reject(new NetworkFailure()))).rejects.toThrow();
    expect(other.getQueryData(ORDERS.queryKey)).toBeUndefined();
  });

  it('OFF-02 is marked as old until the fresh answer arrives over a slow connection, even if both are equal', async () => {
    await readOrKept({ ...ORDERS, client: client() }, async () => ['order']);
    await written();
    await vi.advanceTimersByTimeAsync(86_400_000);
    const slow = client();
    let answer: (data: string[]) => void = () => undefined;
    const query = slow.fetchQuery({
      queryKey: ORDERS.queryKey,
      queryFn: () => readOrKept({ ...ORDERS, client: slow }, () => new Promise<string[]>((resolve) => (answer = resolve))),
    });
    const state = () => slow.getQueryState(ORDERS.queryKey) as { data: unknown; dataUpdatedAt: number; status: string };
    await vi.advanceTimersByTimeAsync(3000);
    expect([state().data, isFromDevice(state())]).toEqual([undefined, false]);
    await vi.advanceTimersByTimeAsync(3000);
    expect([state().data, state().status, isFromDevice(state())]).toEqual([['order'], 'success', true]);
    answer(['order']);
    await query;
    expect([state().data, isFromDevice(state())]).toEqual([['order'], false]);
  });

  it('OFF-03 is the first page of the chats, as the list that it belongs to', async () => {
    const list = (query: object) => ({
      endpointId: 'chat.list',
      args: { query: { status: '', search: '', ...query } },
      queryKey: ['chats'],
    });
    expect([isKept('chat.list', list({}).args), isKept('chat.list', list({ search: 'x' }).args)]).toEqual([true, false]);
    expect(isKept('chat.list', list({ cursor: 'c' }).args)).toBe(false);
    const dataOf = (page: unknown) => ({ pages: [page], pageParams: [undefined] });
    await readOrKept({ ...list({}), client: client(), dataOf }, async () => ({ items: ['chat'] }));
    await written();
    const offline = client();
    await expect(readOrKept({ ...list({}), client: offline, dataOf }, () => Promise.reject(new NetworkFailure()))).rejects.toThrow();
    const { data, dataUpdatedAt } = offline.getQueryState(['chats']) ?? {};
    expect(data).toEqual({ pages: [{ items: ['chat'] }], pageParams: [undefined] });
    expect(isFromDevice({ data, ...(dataUpdatedAt && { dataUpdatedAt }) })).toBe(true);
  });

  it('OFF-02 TBL-01 is no page of an export, which also leaves the list on the screen alone', async () => {
    call.mockResolvedValue({ items: ['order'] });
    const shown = client();
    const options = endpointQuery(listOrders, ARGS as never);
    expect(await fetchForExport(shown, options)).toEqual({ items: ['order'] });
    await written();
    expect([disk.size, shown.getQueryData(options.queryKey)]).toEqual([0, undefined]);
    await shown.fetchQuery(options);
    await written();
    expect(disk.size).toBe(1);
  });

  it('OFF-02 shows the default list of an earlier day with its days, and no other range in its place', async () => {
    const list = (fromDate: string, toDate: string, more: object = {}) => {
      const args = { ...ARGS, query: { ...ARGS.query, sortBy: 'progress', fromDate, toDate, ...more } };
      return { endpointId: 'orders.list', args, queryKey: ['orders.list', args] };
    };
    const rows = { items: ['order'] };
    const monday = list('2026-11-16', '2026-11-22');
    const online = client();
    await readOrKept({ ...monday, client: online, isStandardRange: true }, async () => rows);
    await written();
    const keptAt = [...disk.values()][0]?.savedAt;
    await vi.advanceTimersByTimeAsync(86_400_000);
    const offline = client();
    const read = async (asked: typeof monday, isStandardRange: boolean) => {
      await expect(
        readOrKept({ ...asked, client: offline, isStandardRange }, () => Promise.reject(new NetworkFailure())),
      ).rejects.toThrow();
      const { data, dataUpdatedAt } = offline.getQueryState(asked.queryKey) ?? {};
      return { data, days: otherDaysOf(data, dataUpdatedAt), dataUpdatedAt };
    };
    const tuesday = list('2026-11-17', '2026-11-23');
    expect(await read(tuesday, true)).toEqual({ data: rows, days: expect.objectContaining(MONDAYS), dataUpdatedAt: keptAt });
    // A range that somebody chose, another filter and another page have rows of their own.
    expect((await read(list('2026-11-17', '2026-11-17'), false)).data).toBeUndefined();
    expect((await read(list('2026-11-17', '2026-11-23', { search: 'slab' }), true)).data).toBeUndefined();
    // On its own day it is the list that was asked for.
    expect(await read(monday, true)).toEqual({ data: rows, days: null, dataUpdatedAt: keptAt });
    // Fresh rows that are the same are of today.
    offline.setQueryData(tuesday.queryKey, { ...rows });
    const fresh = offline.getQueryState(tuesday.queryKey);
    expect(otherDaysOf(fresh?.data, fresh?.dataUpdatedAt)).toBeNull();
  });

  it('OFF-02 is removed with a withdrawn grant or permission, with another user, and at logout', async () => {
    const keep = async (endpointId: string, args: object, data: unknown) => {
      await readOrKept({ endpointId, args, client: client(), queryKey: [endpointId, args] }, async () => data);
      await written();
    };
    const permissions = { query: { customerNumber: '1', datasourceId: 1 } };
    const order = { query: { customerNumber: '1', datasourceId: 1 } };
    await keep('users.permissions', permissions, { permissionKeys: ['orders.view', 'tickets.view'] });
    await keep('orders.detail', order, 'order');
    await keep('users.permissions', permissions, { permissionKeys: ['orders.view', 'tickets.view', 'quotes.view'] });
    expect([...disk.keys()].filter((key) => key.includes('orders.detail'))).toHaveLength(1);
    await keep('users.permissions', permissions, { permissionKeys: ['orders.view'] });
    expect([...disk.keys()].filter((key) => key.includes('orders.detail'))).toHaveLength(0);
    // Most answers name the customer by the global number, too. Another one may be selected by the time that this is noticed.
    await keep('users.permissions', permissions, { permissionKeys: ['orders.view', 'tickets.view'] });
    await keep('orders.list', ARGS, ['order']);
    await keep('users.permissions', permissions, { permissionKeys: ['orders.view'] });
    expect([...disk.keys()].filter((key) => key.includes('orders.list'))).toHaveLength(0);

    await keep('orders.list', ARGS, ['order']);
    await forgetWithdrawn([{ globalCustomerNumber: 'G2', customerNumber: '2' }]);
    expect(disk.size).toBe(0);

    // An answer that is about to be written when the user logs out is dropped.
    await readOrKept({ ...ORDERS, client: client() }, async () => ['late']);
    const forgetting = forgetOffline({ removesUnsent: true });
    await written();
    await forgetting;
    expect(disk.size).toBe(0);
  });
});
