import type { Logger } from 'pino';
import type { Database } from '#server/database/database';
import { findHubAccess, type HubAccess, type SessionSummary } from './hub.queries.ts';
import { leaveSession } from './hub-calls.ts';
import { accessOf, type HubNamespace, type HubSocket, mayReceive, roomsOf, sessionRoom } from './hub-socket.ts';

/** A removed permission must take effect on open connections within five seconds. */
const RECHECK_MS = 2_000;

/**
 * Checks the open connections of this node every two seconds, in one statement. Disconnects expired, signed-out, disabled and detached users and ended
 * views, and removes users without permission from their rooms. Also announces the state of chats that changed, in case an announcement was lost.
 */
export class HubRecheck {
  readonly #namespace: HubNamespace;
  readonly #database: Database;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  /** The last announced sequence of each chat. */
  #told = new Map<string, number>();
  #isRunning = false;

  constructor(namespace: HubNamespace, database: Database, log: Logger) {
    this.#namespace = namespace;
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => this.#run(), RECHECK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    await this.#check().catch((error) => this.#log.error({ err: error }, 'hub recheck failed'));
    this.#isRunning = false;
  }

  async #check(): Promise<void> {
    const sockets = [...this.#namespace.sockets.values()];
    if (sockets.length === 0) return;
    const now = Date.now();
    // Close it like a network failure, so that a client with a newer token reconnects by itself.
    for (const socket of sockets) if (socket.data.expiresAt.getTime() <= now) socket.conn.close();
    const userIds = new Set(sockets.map(({ data }) => data.caller.userId));
    const sessionIds = new Set(sockets.flatMap(({ data }) => [...data.joined.keys()]));
    const signInKeys = new Set(sockets.map(({ data }) => data.session.key));
    const viewIds = new Set(sockets.flatMap(({ data: { owner } }) => ('viewId' in owner ? [owner.viewId] : [])));
    const { accesses, sessions, ended, views } = await findHubAccess(this.#database, {
      userIds: [...userIds],
      sessionIds: [...sessionIds],
      signInKeys: [...signInKeys],
      viewIds: [...viewIds],
    });
    const byUser = new Map(accesses.map((access) => [access.userId, access]));
    const endedAt = new Map(ended.map((each) => [each.key, Date.parse(each.endedAt)]));
    for (const socket of sockets) {
      const { caller, session, owner } = socket.data;
      const isSignedOut = session.issuedAt.getTime() <= (endedAt.get(session.key) ?? Number.NEGATIVE_INFINITY);
      const access = byUser.get(caller.userId);
      const isOwner = 'viewId' in owner ? views.includes(owner.viewId) : access?.subject === owner.subject;
      await this.#fit(socket, access && isOwner && !isSignedOut ? accessOf(access, 'viewId' in owner) : undefined);
    }
    this.#tell(sessions);
  }

  /** Removes a connection from rooms that its user may no longer be in, and adds it to those that are now permitted. */
  async #fit(socket: HubSocket, access: HubAccess | undefined): Promise<void> {
    // A client that disconnected during the query has already left its rooms.
    if (!socket.connected) return;
    const rooms = access ? roomsOf(access) : [];
    if (!access || rooms.length === 0) {
      socket.disconnect(true);
      return;
    }
    for (const [sessionId, session] of socket.data.joined) if (!mayReceive(access, session)) await leaveSession(socket, sessionId);
    const isOwn = (room: string) => room === socket.id || room.startsWith('session:') || rooms.includes(room);
    for (const room of [...socket.rooms]) if (!isOwn(room)) await socket.leave(room);
    if (socket.connected) await socket.join(rooms);
  }

  #tell(sessions: readonly SessionSummary[]): void {
    const told = new Map<string, number>();
    for (const { customerId: _, userId: __, ...session } of sessions) {
      const before = this.#told.get(session.sessionId);
      told.set(session.sessionId, session.lastSequence);
      if (before !== session.lastSequence) this.#namespace.local.to(sessionRoom(session.sessionId)).emit('SessionStatusChanged', session);
    }
    this.#told = told;
  }
}
