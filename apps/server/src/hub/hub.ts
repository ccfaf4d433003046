import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdapter } from '@socket.io/postgres-adapter';
import { HUB } from '@yardage/contract/hub';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { Server, type ServerOptions, type Socket } from 'socket.io';
import type { Database } from '#server/database/database';
import { ApiError } from '#server/http/api-error';
import type { Guard } from '#server/http/guard';
import { Allowance } from './allowance.ts';
import { type ChatAnnouncer, type ChatChange, messageFor, type ReadChange } from './chat-change.ts';
import { Handshakes } from './handshakes.ts';
import { findHearings } from './hub.queries.ts';
import { listenToCalls } from './hub-calls.ts';
import { HubRecheck } from './hub-recheck.ts';
import { type HubNamespace, type HubSocket, memberRoom, ownRoom, roomsOf, STAFF_ROOM, sessionRoom } from './hub-socket.ts';

/** A call carries a session id and nothing else. */
const MAX_PAYLOAD_BYTES = 8 * 1024;
const MAX_SOCKETS_A_USER = 20;
/** A connection that does not say who it is within this time is closed. */
const CONNECT_TIMEOUT_MS = 5_000;
const CALLS_AT_ONCE = 60;
const CALLS_A_SECOND = 5;
/** How long a client may take to say goodbye when the server stops. */
const GOODBYE_MS = 500;
const GOODBYE_STEP_MS = 20;
/** What PostgreSQL takes in one notification, less what the adapter puts around it. */
const NOTIFICATION_BYTES = 7_000;

type Knock = Parameters<NonNullable<ServerOptions['allowRequest']>>[0];

/**
 * The live hub (API-23) on Socket.IO: who connects is known by his token, who joins a chat is authorised, and what is announced was stored before. With
 * PostgreSQL the announcements of one node reach the connections of all; the embedded engine has one process only.
 */
export class Hub implements ChatAnnouncer {
  readonly #database: Database;
  readonly #guard: Guard;
  readonly #log: Logger;
  #io: Server | undefined;
  #namespace: HubNamespace | undefined;
  #recheck: HubRecheck | undefined;
  readonly #trustedProxies: number;
  readonly #handshakes = new Handshakes();
  /** Connections that have become websockets: the server's own close waits for them. */
  readonly #lines = new Set<Duplex>();

  constructor(database: Database, guard: Guard, log: Logger, registry: Registry, trustedProxies: number) {
    this.#trustedProxies = trustedProxies;
    this.#database = database;
    this.#guard = guard;
    this.#log = log;
    const count = () => this.#namespace?.sockets.size ?? 0;
    new Gauge({
      name: 'hub_sockets',
      help: 'Live connections of this node',
      registers: [registry],
      collect() {
        this.set(count());
      },
    });
  }

  /** Opens with the server's port and closes before it does. */
  attach(http: FastifyInstance): void {
    http.addHook('onListen', async () => this.#open(http));
    http.addHook('preClose', () => this.#close());
  }

  announce({ messages, customerId, userId, ...state }: ChatChange): void {
    const namespace = this.#namespace;
    if (!namespace) return;
    const { sessionId } = state;
    for (const record of messages) {
      const { senderId } = record;
      const room = namespace.to(sessionRoom(sessionId));
      (senderId === null ? room : room.except(ownRoom(sessionId, senderId))).emit('MessageReceived', messageFor(undefined, record));
      if (senderId !== null) namespace.to(ownRoom(sessionId, senderId)).emit('MessageReceived', messageFor(senderId, record));
    }
    namespace.to([memberRoom(customerId, userId), STAFF_ROOM]).emit('SessionStatusChanged', state);
  }

  announceRead(change: ReadChange): void {
    this.#namespace?.to(sessionRoom(change.sessionId)).emit('MessagesRead', change);
  }

  #open(http: FastifyInstance): void {
    const io = new Server(http.server, {
      path: HUB.path,
      serveClient: false,
      maxHttpBufferSize: MAX_PAYLOAD_BYTES,
      connectTimeout: CONNECT_TIMEOUT_MS,
      allowRequest: (request, decide) => decide(null, this.#mayKnock(request)),
      ...this.#sharing(),
    });
    http.server.on('upgrade', (_request, line) => {
      this.#lines.add(line);
      line.once('close', () => this.#lines.delete(line));
    });
    io.engine.on('initial_headers', (headers: Record<string, string>) => {
      headers['cache-control'] = 'no-store';
      headers['x-content-type-options'] = 'nosniff';
    });
    io.engine.on('connection', (connection: Socket['conn']) => {
      const address = this.#addressOf(connection.request);
      this.#handshakes.opened(address, connection);
      connection.once('close', () => this.#handshakes.settled(address, connection));
    });
    // Socket.IO lets everybody into the root namespace, where there is nothing to hear.
    io.of('/').use((_socket, next) => next(this.#refusal(new ApiError('not-found'))));
    const namespace: HubNamespace = io.of(HUB.namespace);
    namespace.use((socket, next) => {
      this.#admit(namespace, socket).then(
        () => next(),
        (error) => next(this.#refusal(error)),
      );
    });
    namespace.on('connection', (socket) => listenToCalls(socket, this.#database, this.#log));
    this.#io = io;
    this.#namespace = namespace;
    this.#recheck = new HubRecheck(namespace, this.#database, this.#log);
  }

  /** Whoever opens connections without end is refused before anything is kept for him; a refused client tries again later by itself. */
  #mayKnock(request: Knock): boolean {
    const isKnown = new URL(request.url ?? '', 'http://hub').searchParams.has('sid');
    return isKnown || this.#handshakes.mayOpen(this.#addressOf(request));
  }

  #addressOf({ headers, socket }: Pick<Knock, 'headers' | 'socket'>): string {
    return callerAddress(headers['x-forwarded-for'], socket.remoteAddress, this.#trustedProxies);
  }

  /** How nodes reach each other's connections. */
  #sharing() {
    const { listeningPool } = this.#database.engine;
    if (!listeningPool) return {};
    const errorHandler = (error: Error) => this.#log.error({ err: error }, 'hub adapter failed');
    return {
      adapter: createAdapter(listeningPool, {
        channelPrefix: 'yardage-hub',
        tableName: 'hub_attachments',
        payloadThreshold: NOTIFICATION_BYTES,
        errorHandler,
      }),
    };
  }

  /** Only who may hear something is let in. */
  async #admit(namespace: HubNamespace, socket: HubSocket): Promise<void> {
    const { token } = socket.handshake.auth as { token?: unknown };
    if (typeof token !== 'string') throw new ApiError('not-signed-in');
    const { caller, identity } = await this.#guard.recognise(token);
    const { hearings } = await findHearings(this.#database, [caller.userId], []);
    const rooms = hearings[0] ? roomsOf(hearings[0]) : [];
    if (rooms.length === 0) throw new ApiError('permission-missing');
    const own = [...namespace.sockets.values()].filter(({ data }) => data.caller?.userId === caller.userId);
    if (own.length >= MAX_SOCKETS_A_USER) throw new ApiError('too-many-requests');
    const { expiresAt, session } = identity;
    socket.data = { caller, expiresAt, session, joined: new Map(), allowance: new Allowance(CALLS_AT_ONCE, CALLS_A_SECOND) };
    this.#handshakes.settled(this.#addressOf(socket.request), socket.conn);
    await socket.join(rooms);
  }

  /** What a refused client is told: a code of the catalogue. */
  #refusal(error: unknown): Error {
    const refusal = error instanceof ApiError ? error : new ApiError('internal-error', { cause: error });
    if (refusal.status >= 500) this.#log.error({ err: refusal }, 'hub connection failed');
    return Object.assign(new Error(refusal.code), { data: { code: refusal.code } });
  }

  async #close(): Promise<void> {
    this.#recheck?.stop();
    // The connections end as if the line was cut: their clients come back by themselves, to whoever answers then.
    this.#io?.engine.close();
    await this.#namespace?.adapter.close();
    this.#io?.of('/').adapter.close();
    this.#namespace = undefined;
    for (let waitedMs = 0; this.#lines.size > 0 && waitedMs < GOODBYE_MS; waitedMs += GOODBYE_STEP_MS) await pause(GOODBYE_STEP_MS);
    for (const line of this.#lines) line.destroy();
  }
}

/** The address a connection comes from, believing as many proxies about it as HTTP calls do. */
function callerAddress(forwarded: string | string[] | undefined, direct = '', trustedProxies = 0): string {
  const hops = String(forwarded ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return hops[Math.max(0, hops.length - trustedProxies)] ?? direct;
}
