import type { Logger } from 'pino';
import type { Database } from '#server/database/database';
import { findChatStates, findHubAccess, type HubAccess, type SessionSummary } from './hub.queries.ts';
import { leaveSession } from './hub-calls.ts';
import { accessOf, type HubNamespace, type HubSocket, mayReceive, roomsOf, sessionRoom } from './hub-socket.ts';

/** Ended tokens and changed chats are noticed within this time, and so are removed permissions if the engine sends no announcements. */
const STEP_MS = 2_000;
/** Announced changes that arrive together are checked together. */
const CHECK_DELAY_MS = 50;
/** All connections are checked this often, in case a change was not announced. */
const FULL_CHECK_MS = 60_000;

/** Whose connections have to be checked. */
interface Changes {
  isAll: boolean;
  userIds: Set<number>;
  signInKeys: Set<string>;
  viewIds: Set<string>;
}

const noChanges = (isAll = false): Changes => ({ isAll, userIds: new Set(), signInKeys: new Set(), viewIds: new Set() });

/**
 * Keeps the open connections of this node to what their users may receive. The database announces changes of rights when they commit; the
 * connections concerned are then checked in one statement. Disconnects expired, signed-out, disabled and detached users and ended views,
 * and removes users without permission from their rooms. Also announces the state of chats that changed, in case an announcement was lost.
 */
export class HubRecheck {
  readonly #namespace: HubNamespace;
  readonly #database: Database;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  readonly #endListening: (() => void) | undefined;
  #changes = noChanges();
  #checkTimer: NodeJS.Timeout | undefined;
  /** When all connections were last checked, by a clock that a step of the system time does not change. */
  #checkedAllAt = performance.now();
  /** The last announced sequence of each chat. */
  #announced = new Map<string, number>();
  #isChecking = false;
  #isAnnouncing = false;

  constructor(namespace: HubNamespace, database: Database, log: Logger) {
    this.#namespace = namespace;
    this.#database = database;
    this.#log = log;
    this.#endListening = database.engine.watch.onAccessChange((payload) => this.#noteChange(payload));
    this.#timer = setInterval(() => this.#step(), STEP_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#checkTimer);
    this.#endListening?.();
  }

  #step(): void {
    const now = Date.now();
    // Close it like a network failure, so that a client with a newer token reconnects by itself.
    for (const { data, conn } of this.#namespace.sockets.values()) {
      if (data.expiresAt.getTime() <= now) conn.close();
      if (data.isFresh) this.#changes.userIds.add(data.caller.userId);
      data.isFresh = false;
    }
    if (!this.#endListening || performance.now() - this.#checkedAllAt >= FULL_CHECK_MS) this.#changes.isAll = true;
    if (hasChanges(this.#changes)) void this.#check();
    void this.#announceChangedChats();
  }

  /** Notes an announced change, such as 'user 12'. Undefined means that some announcements may have been missed. */
  #noteChange(payload: string | undefined): void {
    const [kind, key = ''] = payload?.split(' ') ?? [];
    if (kind === 'user') this.#changes.userIds.add(Number(key));
    else if (kind === 'session') this.#changes.signInKeys.add(key);
    else if (kind === 'view') this.#changes.viewIds.add(key);
    else this.#changes.isAll = true;
    this.#checkTimer ??= setTimeout(() => {
      this.#checkTimer = undefined;
      void this.#check();
    }, CHECK_DELAY_MS).unref();
  }

  /** Checks the connections that the noted changes concern. What could not be checked is checked at the next step. */
  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const changes = this.#changes;
    this.#changes = noChanges();
    try {
      if (changes.isAll) this.#checkedAllAt = performance.now();
      await this.#applyAccessToAll([...this.#namespace.sockets.values()].filter((socket) => isAffected(socket, changes)));
    } catch (error) {
      this.#changes.isAll = true;
      this.#log.error({ err: error }, 'hub recheck failed');
    } finally {
      this.#isChecking = false;
    }
  }

  async #applyAccessToAll(sockets: readonly HubSocket[]): Promise<void> {
    if (sockets.length === 0) return;
    const viewIds = sockets.flatMap(({ data: { owner } }) => ('viewId' in owner ? [owner.viewId] : []));
    const { accesses, ended, views } = await findHubAccess(this.#database, {
      userIds: [...new Set(sockets.map(({ data }) => data.caller.userId))],
      signInKeys: [...new Set(sockets.map(({ data }) => data.signIn.key))],
      viewIds: [...new Set(viewIds)],
    });
    const byUser = new Map(accesses.map((access) => [access.userId, access]));
    const endedAt = new Map(ended.map((each) => [each.key, Date.parse(each.endedAt)]));
    const openViews = new Set(views);
    for (const socket of sockets) {
      const { caller, signIn, owner } = socket.data;
      const isSignedOut = signIn.issuedAt.getTime() <= (endedAt.get(signIn.key) ?? Number.NEGATIVE_INFINITY);
      const access = byUser.get(caller.userId);
      const isOwner = 'viewId' in owner ? openViews.has(owner.viewId) : access?.subject === owner.subject;
      await this.#applyAccess(socket, access && isOwner && !isSignedOut ? accessOf(access, 'viewId' in owner) : undefined);
    }
  }

  /** Removes a connection from rooms that its user may no longer be in, and adds it to those that are now permitted. */
  async #applyAccess(socket: HubSocket, access: HubAccess | undefined): Promise<void> {
    // A client that disconnected during the query has already left its rooms.
    if (!socket.connected) return;
    const rooms = access ? roomsOf(access) : [];
    if (!access || rooms.length === 0) {
      socket.disconnect(true);
      return;
    }
    for (const [sessionId, chat] of socket.data.joined) if (!mayReceive(access, chat)) await leaveSession(socket, sessionId);
    const permitted = new Set(rooms);
    const isOwn = (room: string) => room === socket.id || room.startsWith('session:') || permitted.has(room);
    for (const room of [...socket.rooms]) if (!isOwn(room)) await socket.leave(room);
    const missing = rooms.filter((room) => !socket.rooms.has(room));
    if (socket.connected && missing.length > 0) await socket.join(missing);
  }

  /** Announces the chats of this node that changed since they were last looked at. */
  async #announceChangedChats(): Promise<void> {
    const joined = new Set([...this.#namespace.sockets.values()].flatMap(({ data }) => [...data.joined.keys()]));
    if (this.#isAnnouncing || joined.size === 0) return;
    this.#isAnnouncing = true;
    try {
      this.#announce(await findChatStates(this.#database, [...joined]));
    } catch (error) {
      this.#log.error({ err: error }, 'chats could not be looked at');
    } finally {
      this.#isAnnouncing = false;
    }
  }

  #announce(chats: readonly SessionSummary[]): void {
    const announced = new Map<string, number>();
    for (const { customerId: _, userId: __, ...chat } of chats) {
      const before = this.#announced.get(chat.sessionId);
      announced.set(chat.sessionId, chat.lastSequence);
      if (before !== chat.lastSequence) this.#namespace.local.to(sessionRoom(chat.sessionId)).emit('SessionStatusChanged', chat);
    }
    this.#announced = announced;
  }
}

function hasChanges({ isAll, userIds, signInKeys, viewIds }: Changes): boolean {
  return isAll || userIds.size + signInKeys.size + viewIds.size > 0;
}

/** The owner of a view is the staff member. Whatever ends their rights ends the view. */
function isAffected({ data: { caller, signIn, owner } }: HubSocket, { isAll, userIds, signInKeys, viewIds }: Changes): boolean {
  if (isAll || userIds.has(caller.userId) || signInKeys.has(signIn.key)) return true;
  return (caller.viewedBy !== undefined && userIds.has(caller.viewedBy)) || ('viewId' in owner && viewIds.has(owner.viewId));
}
