import { QueryObserver } from '@tanstack/react-query';
import type { Connection } from '@yardage/domain/chat-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query/query-client.ts';
import { refetchAfterConnect, refetchChanged } from './hub.ts';

/** A hub whose connection the test sets. */
function fakeHub() {
  const watchers = new Set<() => void>();
  let connection: Connection = 'disconnected';
  return {
    connection: () => connection,
    onConnection: (watcher: () => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    become(next: Connection): void {
      connection = next;
      for (const watcher of watchers) watcher();
    },
  };
}

/** Shows queries and counts how often each was fetched. */
function show(answers: Record<string, { isAnnounced: boolean; answer: () => Promise<string> }>) {
  const client = createQueryClient(() => undefined);
  const fetched: Record<string, number> = {};
  const stops = Object.entries(answers).map(([name, { isAnnounced, answer }]) => {
    const queryFn = () => {
      fetched[name] = (fetched[name] ?? 0) + 1;
      return answer();
    };
    return new QueryObserver(client, { queryKey: [name], queryFn, meta: { isAnnounced } }).subscribe(() => undefined);
  });
  return { client, fetched, stop: () => stops.map((stop) => stop()) };
}

const there = () => Promise.resolve('there');

describe('after the live connection is restored', () => {
  it('CHT-29 everything that the hub announces is fetched again, and nothing else', async () => {
    const hub = fakeHub();
    const { client, fetched, stop } = show({
      bell: { isAnnounced: true, answer: there },
      docked: { isAnnounced: true, answer: there },
      invoices: { isAnnounced: false, answer: there },
    });
    refetchAfterConnect(hub, client);
    await vi.waitFor(() => expect(client.isFetching()).toBe(0), 20_000);
    hub.become('connected');
    await vi.waitFor(() => expect(fetched).toEqual({ bell: 2, docked: 2, invoices: 1 }), 20_000);
    await vi.waitFor(() => expect(client.isFetching()).toBe(0), 20_000);
    hub.become('disconnected');
    hub.become('connecting');
    expect(fetched.bell).toBe(2);
    hub.become('connected');
    await vi.waitFor(() => expect(fetched).toEqual({ bell: 3, docked: 3, invoices: 1 }), 20_000);
    stop();
  });

  it('CHT-29 a first read in flight is fetched again, because its answer may be older than a missed event', async () => {
    const hub = fakeHub();
    const answers = [() => new Promise<string>(() => undefined), there];
    const { client, fetched, stop } = show({ bell: { isAnnounced: true, answer: () => (answers.shift() ?? there)() } });
    refetchAfterConnect(hub, client);
    hub.become('connected');
    await vi.waitFor(() => expect(client.getQueryData(['bell'])).toBe('there'), 20_000);
    expect(fetched.bell).toBe(2);
    stop();
  });
});

describe('a change during a fetch', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Shows a query whose answers the test gives, and returns what was fetched. */
  function showOrders() {
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
    const { client, fetches, settle, stop, shown } = showOrders();
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
    const { client, fetches, settle, stop } = showOrders();
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
