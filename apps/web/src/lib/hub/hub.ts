import { HUB, type hubAnswer, type hubCalls, type hubEvents } from '@yardage/contract/hub';
import type { Connection } from '@yardage/domain/chat-client';
import type { Socket } from 'socket.io-client';
import { logFailure } from '#web/lib/log.ts';
import { accessToken } from '#web/lib/session/session.ts';

type Told<Schema> = Schema extends { _zod: { output: infer Output } } ? Output : never;
/** What the server raises, by name. */
export type HubEvents = { [Name in keyof typeof hubEvents]: Told<(typeof hubEvents)[Name]> };
/** What a client may ask, by name. */
export type HubCalls = { [Name in keyof typeof hubCalls]: Told<(typeof hubCalls)[Name]> };
export type HubAnswer = Told<typeof hubAnswer>;

type Listener = (event: never) => void;

/** The live connection of this tab. */
export interface Hub {
  connection(): Connection;
  onConnection(listener: () => void): () => void;
  on<Name extends keyof HubEvents>(name: Name, listener: (event: HubEvents[Name]) => void): () => void;
  /** Rejects where no answer comes in time. */
  call<Name extends keyof HubCalls>(name: Name, payload: HubCalls[Name]): Promise<HubAnswer>;
  /** Connected, and connected again, until what it answers is called. */
  hold(): () => void;
}

const ANSWER_WITHIN_MS = 8000;
/** A page that follows another needs the connection too: it is not given up in between. */
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
          // A node behind a balancer knows no connection of another: only a web socket stays with the node that took it.
          transports: ['websocket', 'polling'],
          tryAllTransports: true,
          reconnectionDelay: FIRST_RETRY_MS,
          reconnectionDelayMax: LAST_RETRY_MS,
          // Asked for at every connection, so that one that comes back later brings a token that is still good.
          auth: (give) =>
            void accessToken().then(
              (token) => give({ token }),
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
      become('connected');
    });
    opened.on('disconnect', () => {
      become('disconnected');
      // The library comes back by itself from a lost line, not from a server that hung up: rights may be gone, or given back.
      if (!opened.active) tryAgain(() => opened.connect());
    });
    opened.on('connect_error', () => {
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

  /** The browser knows that the line is back: no reason to wait for the next try. */
  function hurry(): void {
    if (!socket || socket.connected) return;
    become('connecting');
    socket.disconnect().connect();
  }

  function hangUp(): void {
    window.removeEventListener('online', hurry);
    clearTimeout(retrying);
    socket?.disconnect();
    socket = undefined;
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

/** The app's live connection: one a tab, made when something first needs it. */
export const hub: Hub = createHub();
