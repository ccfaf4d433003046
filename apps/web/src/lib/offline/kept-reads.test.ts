import { QueryClient } from '@tanstack/react-query';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptRead } from './offline-store.ts';

const disk = new Map<string, KeptRead>();
const view = vi.hoisted(() => ({ current: null as object | null }));
let user: string | undefined = 'one';

vi.mock('#web/lib/session/stored-user.ts', () => ({ accountSubject: () => user }));
vi.mock('#web/lib/session/view-as.ts', () => ({ currentView: () => view.current }));
vi.mock('./offline-store.ts', () => ({
  findRead: async (of: string, id: string) => disk.get(`${of} ${id}`),
  keepRead: async (read: KeptRead, isWanted: () => boolean) => {
    if (isWanted()) disk.set(`${read.user} ${read.id}`, { ...read, savedAt: Date.now(), bytes: 1 });
  },
  forgetReads: async (isForgotten: (read: KeptRead) => boolean) => {
    for (const [key, read] of disk) if (isForgotten(read)) disk.delete(key);
  },
  forgetUnsentOfOthers: async () => undefined,
  forgetAllReads: async () => disk.clear(),
}));

// Other tests in this worker may have loaded it without the mocks.
vi.resetModules();
const { HttpProblem, NetworkFailure } = await import('#web/lib/http/http-errors.ts');
const { forgetOffline, forgetWithdrawn, isKept, KEPT, readOrKept } = await import('./kept-reads.ts');

const ARGS = { params: { globalCustomerNumber: 'G1' }, query: { customerNumber: '1', datasourceId: 1 } };
const ORDERS = { endpointId: 'orders.list', args: ARGS, queryKey: ['orders.list', ARGS] };
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

  it('OFF-02 fills the query as old as it is, only if the server does not answer, and only for its user', async () => {
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

    await keep('orders.list', ARGS, ['order']);
    await forgetWithdrawn([{ globalCustomerNumber: 'G2', customerNumber: '2' }]);
    expect(disk.size).toBe(0);

    // An answer that is about to be written when the user logs out is dropped.
    await readOrKept({ ...ORDERS, client: client() }, async () => ['late']);
    const forgetting = forgetOffline({ isLogout: true });
    await written();
    await forgetting;
    expect(disk.size).toBe(0);
  });
});
