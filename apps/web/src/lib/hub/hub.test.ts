import { QueryObserver } from '@tanstack/react-query';
import type { Connection } from '@yardage/domain/chat-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query/query-client.ts';
import { type Hub, refetchAfterConnect, refetchChanged } from './hub.ts';

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
    // A change during this fetch is also fetched after it, and does not restart it.
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

describe('the live connection', () => {
  /** A socket of the library, as far as the hub uses it. The server's side is played by the test. */
  class FakeSocket {
    readonly #listeners = new Map<string, () => void>();
    readonly io = { on: () => undefined };
    connected = false;
    /** Whether the library connects again by itself. */
    active = true;
    connects = 0;

    on(name: string, listener: () => void): void {
      this.#listeners.set(name, listener);
    }
    onAny(): void {}
    tell(name: 'connect' | 'disconnect' | 'connect_error'): void {
      this.connected = name === 'connect';
      this.#listeners.get(name)?.();
    }
    connect(): this {
      this.connects += 1;
      this.active = true;
      return this;
    }
    disconnect(): this {
      this.active = false;
      if (this.connected) this.tell('disconnect');
      return this;
    }
    hangUpByServer(): void {
      this.active = false;
      this.tell('disconnect');
    }
  }

  let sockets: FakeSocket[];
  let browser: EventTarget;
  const settle = () => vi.advanceTimersByTimeAsync(0);

  async function openHub(): Promise<Hub> {
    vi.doMock('socket.io-client', () => ({
      io: () => {
        sockets.push(new FakeSocket());
        return sockets.at(-1);
      },
    }));
    vi.resetModules();
    const { hub } = await import('./hub.ts');
    return hub;
  }

  beforeEach(() => {
    vi.useFakeTimers();
    sockets = [];
    browser = new EventTarget();
    vi.stubGlobal('window', browser);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.doUnmock('socket.io-client');
    vi.resetModules();
  });

  it('CHT-30 is still connected when a retry comes that another attempt has overtaken', async () => {
    const hub = await openHub();
    hub.hold();
    await vi.waitFor(() => expect(sockets).toHaveLength(1), 20_000);
    sockets[0]?.tell('connect');
    sockets[0]?.hangUpByServer();
    browser.dispatchEvent(new Event('online'));
    sockets[0]?.tell('connect');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([hub.connection(), sockets[0]?.connects]).toEqual(['connected', 1]);
  });

  it('CHT-30 that was given up is not opened again beside the next one', async () => {
    const hub = await openHub();
    const release = hub.hold();
    await vi.waitFor(() => expect(sockets).toHaveLength(1), 20_000);
    sockets[0]?.tell('connect');
    release();
    await vi.advanceTimersByTimeAsync(3000);
    hub.hold();
    await vi.waitFor(() => expect(sockets).toHaveLength(2), 20_000);
    await settle();
    sockets[1]?.tell('connect');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets.map(({ connects }) => connects)).toEqual([0, 0]);
  });
});
