import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { HUB } from '@yardage/contract/hub';
import { io, type Socket } from 'socket.io-client';

/** A connection to the hub that records what it receives. */
export interface HubClient {
  socket: Socket;
  /** Every event with its payload, in order of arrival. */
  heard: { event: string; payload: Record<string, unknown> }[];
  /** Calls the hub and returns the acknowledgement; undefined if none came in time. */
  call(event: string, ...payload: unknown[]): Promise<{ ok: boolean; code?: string } | undefined>;
  /** Returns the payloads of an event once this many have arrived. */
  hears(event: string, count: number, withinMs?: number): Promise<Record<string, unknown>[]>;
  close(): void;
}

/** Connects, or rejects with the refusal's code. */
export async function connectHub(
  url: string,
  token: unknown,
  options: { transports?: string[]; extraHeaders?: Record<string, string> } = {},
): Promise<HubClient> {
  const socket = io(`${url}${HUB.namespace}`, {
    path: HUB.path,
    auth: { token },
    transports: options.transports ?? ['websocket'],
    extraHeaders: options.extraHeaders ?? {},
    forceNew: true,
    reconnection: false,
  });
  const heard: HubClient['heard'] = [];
  socket.onAny((event, payload) => heard.push({ event, payload }));
  const refused = once(socket as never, 'connect_error').then(([error]) => {
    socket.close();
    throw new Error(error.data?.code ?? error.message);
  });
  await Promise.race([once(socket as never, 'connect'), refused]);
  refused.catch(() => {});
  return {
    socket,
    heard,
    call: (event, ...payload) =>
      socket
        .timeout(2_000)
        .emitWithAck(event, ...payload)
        .catch(() => undefined),
    async hears(event, count, withinMs = 4_000) {
      const found = () => heard.filter((each) => each.event === event).map(({ payload }) => payload);
      for (const deadline = Date.now() + withinMs; found().length < count && Date.now() < deadline; ) await pause(10);
      return found();
    },
    close: () => socket.close(),
  };
}

/** Opens a plain connection by websocket, for benches. */
export function openSocket(url: string, options: Parameters<typeof io>[1]): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, ...options });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}
