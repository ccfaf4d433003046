import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { PostgresAdapter } from '@socket.io/postgres-adapter';
import { HUB, type LiveDeskArea } from '@yardage/contract/hub';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { type Namespace, Server, type ServerOptions, type Socket } from 'socket.io';
import type { Config } from '#server/config';
import type { Database } from '#server/database/database';
import { ApiError } from '#server/http/api-error';
import { countedAddress } from '#server/http/caller-address';
import type { Guard } from '#server/http/guard';
import { securityHeaders } from '#server/http/security-headers';
import { type ChatAnnouncer, type ChatChange, messageFor, type ReadChange } from './chat-change.ts';
import { Handshakes } from './handshakes.ts';
import { findHubAccess } from './hub.queries.ts';
import { emitRecords, sharedAdapter } from './hub-announcer.ts';
import { listenToCalls } from './hub-calls.ts';
import { HubRecheck } from './hub-recheck.ts';
import {
  accessOf,
  DISPATCHERS_ROOM,
  deskRoom,
  type HubNamespace,
  type HubSocket,
  memberRoom,
  ownRoom,
  roomsOf,
  sessionRoom,
  userRoom,
} from './hub-socket.ts';
import type { DeskAnnouncer, RecordsAnnouncer, RecordsChange } from './records-change.ts';
import { TokenBucket } from './token-bucket.ts';

/** A call carries only a session id. */
const MAX_PAYLOAD_BYTES = 8 * 1024;
const MAX_SOCKETS_A_USER = 20;
/** A connection that does not authenticate within this time is closed. */
const CONNECT_TIMEOUT_MS = 5_000;
const CALLS_AT_ONCE = 60;
const CALLS_A_SECOND = 5;
/** How long a client may take to close its connection when the server stops. */
const GOODBYE_MS = 500;
const GOODBYE_STEP_MS = 20;
/** How long the last announcements may take to reach the other nodes when the server stops. */
const LAST_WORDS_MS = 5_000;
/** Connections are closed in portions, so that their clients do not all arrive at another node in the same moment. */
const GOODBYES_AT_ONCE = 200;

type HandshakeRequest = Parameters<NonNullable<ServerOptions['allowRequest']>>[0];

interface HubParts {
  database: Database;
  guard: Guard;
  log: Logger;
  registry: Registry;
  config: Config;
}

/**
 * The live hub (API-23) on Socket.IO. Connections are authenticated by token, joining a chat is authorised, and only stored changes are
 * announced. With PostgreSQL, announcements reach the connections of all nodes; the embedded engine has only one process.
 */
export class Hub implements ChatAnnouncer, RecordsAnnouncer, DeskAnnouncer {
  readonly #database: Database;
  readonly #guard: Guard;
  readonly #log: Logger;
  #io: Server | undefined;
  #namespace: HubNamespace | undefined;
  #recheck: HubRecheck | undefined;
  readonly #trustedProxies: number;
  readonly #ownOrigin: string;
  readonly #headers: Readonly<Record<string, string>>;
  #isOpen: boolean;
  readonly #handshakes = new Handshakes();
  /** Connections upgraded to websockets; the HTTP server's close waits for them. */
  readonly #websockets = new Set<Duplex>();
  /** What is on its way to the other nodes. */
  readonly #publishing = new Set<Promise<unknown>>();

  /** A node that serves no users announces to those of other nodes and accepts no connections. */
  constructor({ database, guard, log, registry, config }: HubParts) {
    this.#trustedProxies = config.trustedProxies;
    this.#ownOrigin = new URL(config.publicUrl).origin;
    this.#headers = { ...securityHeaders(config), 'cache-control': 'no-store' };
    this.#isOpen = config.role !== 'worker';
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

  /** Opens the hub when the server listens, and closes its connections before the server closes. */
  attach(http: FastifyInstance): void {
    http.addHook('onListen', async () => this.#open(http));
    http.addHook('preClose', () => this.#disconnect());
  }

  /**
   * Ends the announcements to other nodes, after those that are on their way. Call it when nothing changes records any more: calls and jobs
   * that finish while the server stops still announce what they did.
   */
  async close(): Promise<void> {
    const io = this.#io;
    this.#io = undefined;
    this.#namespace = undefined;
    for (const name of [HUB.namespace, '/']) io?.of(name).adapter.close();
    const isOver = new AbortController();
    const limit = pause(LAST_WORDS_MS, undefined, { signal: isOver.signal }).catch(() => {});
    // The last word of an adapter is that it closes, which is published in the next turn.
    await Promise.race([limit, this.#published()]);
    isOver.abort();
  }

  async #published(): Promise<void> {
    while (this.#publishing.size > 0) await Promise.all(this.#publishing);
  }

  announceChat({ messages, customerId, userId, ...state }: ChatChange): void {
    const namespace = this.#namespace;
    if (!namespace) return;
    const { sessionId } = state;
    for (const record of messages) {
      const { senderId } = record;
      const room = namespace.to(sessionRoom(sessionId));
      (senderId === null ? room : room.except(ownRoom(sessionId, senderId))).emit('MessageReceived', messageFor(undefined, record));
      if (senderId !== null) namespace.to(ownRoom(sessionId, senderId)).emit('MessageReceived', messageFor(senderId, record));
    }
    namespace.to([memberRoom(customerId, userId), DISPATCHERS_ROOM]).emit('SessionStatusChanged', state);
  }

  announceRead(change: ReadChange): void {
    this.#namespace?.to(sessionRoom(change.sessionId)).emit('MessagesRead', change);
  }

  announceRecords(changes: readonly RecordsChange[]): void {
    if (this.#namespace) emitRecords(this.#namespace, changes);
  }

  announceDesk(area: LiveDeskArea): void {
    this.#namespace?.to(deskRoom(area)).emit('DeskChanged', { area });
  }

  announceAlerts(userIds: readonly number[]): void {
    if (userIds.length > 0) this.#namespace?.to(userIds.map(userRoom)).emit('AlertsChanged', {});
  }

  #open(http: FastifyInstance): void {
    const io = new Server(http.server, {
      path: HUB.path,
      serveClient: false,
      maxHttpBufferSize: MAX_PAYLOAD_BYTES,
      connectTimeout: CONNECT_TIMEOUT_MS,
      allowRequest: (request, decide) => decide(null, this.#mayConnect(request)),
      ...this.#sharing(),
    });
    http.server.on('upgrade', (_request, line) => {
      this.#websockets.add(line);
      line.once('close', () => this.#websockets.delete(line));
    });
    // Socket.IO answers its path itself, so Fastify's headers are not on these responses.
    http.server.prependListener('request', ({ url }, response) => {
      if (url?.startsWith(HUB.path)) response.setHeaders(new Map(Object.entries(this.#headers)));
    });
    io.engine.on('connection', (connection: Socket['conn']) => {
      const address = this.#countedAs(connection.request);
      this.#handshakes.opened(address, connection);
      connection.once('close', () => this.#handshakes.release(address, connection));
    });
    // Socket.IO admits everybody to the root namespace, which is not used here.
    io.of('/').use((_socket, next) => next(this.#refusal(new ApiError('not-found'))));
    const namespace: HubNamespace = io.of(HUB.namespace);
    namespace.use((socket, next) => {
      this.#admit(namespace, socket).then(
        () => next(),
        (error) => next(this.#refusal(error, this.#addressOf(socket.request))),
      );
    });
    namespace.on('connection', (socket) => listenToCalls(socket, this.#database, this.#log));
    this.#io = io;
    this.#namespace = namespace;
    this.#recheck = new HubRecheck(namespace, this.#database, this.#log);
  }

  /** Refuses an address that opens too many connections, before anything is stored for it. A refused client retries by itself. */
  #mayConnect(request: HandshakeRequest): boolean {
    if (!this.#isOpen || !this.#isOwnPage(request.headers)) return false;
    const isKnown = new URL(request.url ?? '', 'http://hub').searchParams.has('sid');
    return isKnown || this.#handshakes.mayOpen(this.#countedAs(request));
  }

  /** Whether the connection comes from a page of the portal. Browsers always name a foreign page; other programs need not name any. */
  #isOwnPage({ origin, host }: HandshakeRequest['headers']): boolean {
    return origin === undefined || origin === this.#ownOrigin || URL.parse(origin)?.host === host;
  }

  #countedAs(request: Pick<HandshakeRequest, 'headers' | 'socket'>): string {
    return countedAddress(this.#addressOf(request));
  }

  #addressOf({ headers, socket }: Pick<HandshakeRequest, 'headers' | 'socket'>): string {
    return callerAddress(headers['x-forwarded-for'], socket.remoteAddress, this.#trustedProxies);
  }

  /** How nodes reach each other's connections. */
  #sharing() {
    const publishing = this.#publishing;
    const errorHandler = (error: Error) => this.#log.error({ err: error }, 'hub adapter failed');
    const adapterOf = sharedAdapter(this.#database, errorHandler);
    if (!adapterOf) return {};
    // Socket.IO calls it with `new`, so it cannot be an arrow function.
    return {
      adapter: function makeAdapter(namespace: Namespace) {
        return notifyOwnNodeFirst(adapterOf(namespace), publishing, errorHandler);
      },
    };
  }

  /** Admits only users who may receive something. */
  async #admit(namespace: HubNamespace, socket: HubSocket): Promise<void> {
    const { token, view: viewId } = socket.handshake.auth as { token?: unknown; view?: unknown };
    if (typeof token !== 'string') throw new ApiError('not-signed-in');
    const { caller, identity, view } = await this.#guard.recognise(token, viewId);
    const { accesses } = await findHubAccess(this.#database, { userIds: [caller.userId] });
    const access = accesses[0] && accessOf(accesses[0], view !== undefined);
    const rooms = access ? roomsOf(access) : [];
    if (rooms.length === 0) throw new ApiError('permission-missing');
    const own = [...namespace.sockets.values()].filter(
      ({ data }) => data.caller && (data.caller.viewedBy ?? data.caller.userId) === (caller.viewedBy ?? caller.userId),
    );
    if (own.length >= MAX_SOCKETS_A_USER) throw new ApiError('too-many-requests');
    const { session, subject } = identity;
    const expiresAt = view ? new Date(Math.min(identity.expiresAt.getTime(), Date.parse(view.expiresAt))) : identity.expiresAt;
    const bucket = new TokenBucket(CALLS_AT_ONCE, CALLS_A_SECOND);
    const owner = view ? { viewId: String(viewId) } : { subject };
    socket.data = { caller, expiresAt, signIn: session, owner, joined: new Map(), bucket, isFresh: true };
    this.#handshakes.release(this.#countedAs(socket.request), socket.conn);
    await socket.join(rooms);
  }

  /** Returns the error that a refused client gets, with one of our error codes. */
  #refusal(error: unknown, ip?: string): Error {
    const refusal = error instanceof ApiError ? error : new ApiError('internal-error', { cause: error });
    if (refusal.status >= 500) this.#log.error({ err: refusal }, 'hub connection failed');
    else this.#log.info({ code: refusal.code, ip }, 'hub connection refused');
    return Object.assign(new Error(refusal.code), { data: { code: refusal.code } });
  }

  async #disconnect(): Promise<void> {
    this.#recheck?.stop();
    // A client that came back to this node would be cut off twice.
    this.#isOpen = false;
    // Close connections like a network failure, so that their clients reconnect by themselves, to any running node.
    const sockets = [...(this.#namespace?.sockets.values() ?? [])];
    for (let from = 0; from < sockets.length; from += GOODBYES_AT_ONCE) {
      for (const socket of sockets.slice(from, from + GOODBYES_AT_ONCE)) socket.conn.close();
      await pause(GOODBYE_STEP_MS);
    }
    this.#io?.engine.close();
    for (let waitedMs = 0; this.#websockets.size > 0 && waitedMs < GOODBYE_MS; waitedMs += GOODBYE_STEP_MS) await pause(GOODBYE_STEP_MS);
    for (const websocket of this.#websockets) websocket.destroy();
  }
}

/**
 * Replaces the adapter's publish, which waits for the NOTIFY to other nodes. This one returns at once, so that the node's own connections
 * get the event first, and keeps in `publishing` what is on its way.
 */
function notifyOwnNodeFirst(adapter: PostgresAdapter, publishing: Set<Promise<unknown>>, onError: (error: Error) => void): PostgresAdapter {
  const publisher = adapter as unknown as { doPublish(message: unknown): Promise<string> };
  const publish = publisher.doPublish.bind(adapter);
  publisher.doPublish = async (message) => {
    const published: Promise<unknown> = nextTurn()
      .then(() => publish(message))
      .catch(onError)
      .finally(() => publishing.delete(published));
    publishing.add(published);
    return '';
  };
  return adapter;
}

/** Returns the address of a client, trusting as many proxies as for HTTP requests. */
function callerAddress(forwarded: string | string[] | undefined, direct = '', trustedProxies = 0): string {
  const hops = String(forwarded ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return hops[Math.max(0, hops.length - trustedProxies)] ?? direct;
}
