import { type Query, type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { HUB, type hubAnswer, type hubCalls, type hubEvents } from '@yardage/contract/hub';
import type { Connection } from '@yardage/domain/chat-client';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { logFailure } from '#web/lib/log.ts';
import { accessToken } from '#web/lib/session/access-token.ts';
import { currentView, leaveView } from '#web/lib/session/view-as.ts';

type OutputOf<Schema> = Schema extends { _zod: { output: infer Output } } ? Output : never;
/** The events of the server, by name. */
type HubEvents = { [Name in keyof typeof hubEvents]: OutputOf<(typeof hubEvents)[Name]> };
/** The calls that a client may make, by name. */
export type HubCalls = { [Name in keyof typeof hubCalls]: OutputOf<(typeof hubCalls)[Name]> };
export type HubAnswer = OutputOf<typeof hubAnswer>;

type Listener = (event: never) => void;

/** The live connection of this tab. */
export interface Hub {
  connection(): Connection;
  onConnection(listener: () => void): () => void;
  on<Name extends keyof HubEvents>(name: Name, listener: (event: HubEvents[Name]) => void): () => void;
  /** Rejects if there is no connection or no response in time. */
  call<Name extends keyof HubCalls>(name: Name, payload: HubCalls[Name]): Promise<HubAnswer>;
  /** Keeps the hub connected until the returned function is called. */
  hold(): () => void;
}

const ANSWER_WITHIN_MS = 8000;
/** The connection stays open this long, because the next page may need it too. */
const LINGER_MS = 3000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 4000;

function createHub(): Hub {
  const listeners = new Map<string, Set<Listener>>();
  const watchers = new Set<() => void>();
  let connection: Connection = 'disconnected';
  let socket: Socket | undefined;
  let holders = 0;
  let refusals = 0;
  let lingering: ReturnType<typeof setTimeout> | undefined;
  let retrying: ReturnType<typeof setTimeout> | undefined;

  function become(next: Connection): void {
    if (next === connection) return;
    connection = next;
    for (const watcher of watchers) watcher();
  }

  async function connect(): Promise<void> {
    become('connecting');
    try {
      const { io } = await import('socket.io-client');
      if (holders === 0 || socket) return;
      window.addEventListener('online', hurry);
      socket = listen(
        io(HUB.namespace, {
          path: HUB.path,
          // Behind a load balancer, a node does not know another node's connections. Only a WebSocket stays on the node that accepted it.
          transports: ['websocket', 'polling'],
          tryAllTransports: true,
          reconnectionDelay: FIRST_RETRY_MS,
          reconnectionDelayMax: LAST_RETRY_MS,
          // Called for every connection attempt, so that a reconnect sends a valid token.
          auth: (give) =>
            void accessToken().then(
              (token) => give({ token, view: currentView()?.id }),
              () => give({}),
            ),
        }),
      );
    } catch (cause) {
      logFailure('The live connection could not be loaded.', cause);
      become('disconnected');
      tryAgain(() => void connect());
    }
  }

  function listen(opened: Socket): Socket {
    opened.on('connect', () => {
      refusals = 0;
      // Another attempt was faster. This one would say that the hub is connecting, although it is connected.
      clearTimeout(retrying);
      become('connected');
    });
    opened.on('disconnect', () => {
      become('disconnected');
      // The library reconnects after a lost connection, but not after the server hung up. Retry then too: access may have been restored.
      if (!opened.active) tryAgain(() => opened.connect());
    });
    opened.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      // Such as when the staff member began another view in another tab.
      if (error.data?.code === 'view-ended') leaveView();
      become('disconnected');
      if (!opened.active) tryAgain(() => opened.connect());
    });
    opened.io.on('reconnect_attempt', () => become('connecting'));
    opened.onAny((name: string, event: unknown) => {
      for (const listener of listeners.get(name) ?? []) listener(event as never);
    });
    return opened;
  }

  function tryAgain(attempt: () => void): void {
    clearTimeout(retrying);
    const waitMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** refusals);
    refusals += 1;
    retrying = setTimeout(() => {
      if (holders === 0) return;
      become('connecting');
      attempt();
    }, waitMs);
  }

  /** The browser is online again, so do not wait for the next retry. */
  function hurry(): void {
    if (!socket || socket.connected) return;
    become('connecting');
    socket.disconnect().connect();
  }

  function hangUp(): void {
    window.removeEventListener('online', hurry);
    socket?.disconnect();
    socket = undefined;
    // After the disconnect, which looks like one by the server and plans a retry: that would open this socket again beside a newer one.
    clearTimeout(retrying);
    become('disconnected');
  }

  return {
    connection: () => connection,
    onConnection(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    on(name, listener) {
      const own = listeners.get(name) ?? new Set();
      listeners.set(name, own.add(listener as Listener));
      return () => own.delete(listener as Listener);
    },
    async call(name, payload) {
      if (!socket?.connected) throw new Error('There is no live connection.');
      return (await socket.timeout(ANSWER_WITHIN_MS).emitWithAck(name, payload)) as HubAnswer;
    },
    hold() {
      clearTimeout(lingering);
      holders += 1;
      if (!socket && holders === 1) void connect();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders === 0) lingering = setTimeout(hangUp, LINGER_MS);
      };
    },
  };
}

/** The app's live connection: one per tab, opened when first needed. */
export const hub: Hub = createHub();

const isAnnounced = ({ meta }: Query): boolean => meta?.isAnnounced === true;

/** Fetches everything that the hub announces again whenever the hub connects, because events were missed before. */
export function refetchAfterConnect(hub: Pick<Hub, 'connection' | 'onConnection'>, queryClient: QueryClient): () => void {
  return hub.onConnection(() => {
    if (hub.connection() === 'connected') void refetchAnnounced(queryClient, { predicate: isAnnounced });
  });
}

/**
 * Fetches announced data again. A first read in flight is cancelled: React Query would otherwise take its answer, which may be older than
 * the event. For events that may keep coming there is `refetchChanged`, which lets slow reads end.
 */
export async function refetchAnnounced(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}

/** Queries that are fetched once more when their fetch in flight has ended. */
const repeated = new WeakSet<Query>();

/**
 * Fetches changed data again. The answer of a fetch in flight may be older than the change, so another fetch follows it. It is not
 * cancelled instead: while changes keep coming, a slow read would never end.
 */
export function refetchChanged(client: QueryClient, filters: QueryFilters): void {
  const inFlight = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  for (const query of inFlight.filter((each) => !repeated.has(each))) {
    repeated.add(query);
    query.promise?.then(
      () => {
        repeated.delete(query);
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
      },
      () => repeated.delete(query),
    );
  }
  void client.invalidateQueries(filters, { cancelRefetch: false });
}

/** Query clients whose announced data is kept fresh. The tab has one. */
const refreshedClients = new WeakSet<QueryClient>();

/** Keeps the live connection while the component is mounted, and returns its state. */
export function useHubConnection(): Connection {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!refreshedClients.has(queryClient)) refetchAfterConnect(hub, queryClient);
    refreshedClients.add(queryClient);
    return hub.hold();
  }, [queryClient]);
  return useSyncExternalStore(hub.onConnection, hub.connection);
}

/** Calls the listener for every hub event of that name. */
export function useHubEvent<Name extends keyof HubEvents>(name: Name, listener: (event: HubEvents[Name]) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => hub.on(name, (event) => latest(event)), [name]);
}
