import { type hubAnswer, type hubCalls, type hubEvents, LIVE_DESK_AREAS, type LiveDeskArea } from '@yardage/contract/hub';
import { mayUseDesk } from '@yardage/contract/staff-roles';
import type { Namespace, Socket } from 'socket.io';
import type { z } from 'zod';
import type { SignInSession } from '#server/adapters/identity/port';
import type { Caller } from '#server/http/scope';
import type { HubAccess, JoinedChat, SessionSummary } from './hub.queries.ts';
import type { TokenBucket } from './token-bucket.ts';

type Events = { [Name in keyof typeof hubEvents]: (payload: z.input<(typeof hubEvents)[Name]>) => void };
type Calls = { [Name in keyof typeof hubCalls]: (payload: unknown, answer: unknown) => void };

/** What the server stores about a connection. */
export interface SocketData {
  caller: Caller;
  expiresAt: Date;
  /** The sign-in session it was opened with; the connection closes when that session ends. */
  signIn: SignInSession;
  /** The user's sign-in at the provider, or the view of a staff member. The connection closes when that is detached or ends. */
  owner: { subject: string } | { viewId: string };
  /** The chats that it has joined. */
  joined: Map<string, JoinedChat>;
  /** Limits its calls. */
  bucket: TokenBucket;
  /** Whether it has just joined a room. A change of rights at that moment did not find it there yet, so it is checked once more. */
  isFresh: boolean;
}

export type HubAnswer = z.infer<typeof hubAnswer>;
export type HubSocket = Socket<Calls, Events, Record<string, never>, SocketData>;
export type HubNamespace = Namespace<Calls, Events, Record<string, never>, SocketData>;

/** The rooms of all connections in a chat, and of one user's connections in it. */
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
export const ownRoom = (sessionId: string, userId: number) => `session:${sessionId}:${userId}`;
/** The rooms of a user's connections while they may chat for a customer, and of all staff who answer chats. */
export const memberRoom = (customerId: number, userId: number) => `member:${customerId}:${userId}`;
export const DISPATCHERS_ROOM = 'staff';
/** The room of all connections of a user. */
export const userRoom = (userId: number) => `user:${userId}`;

/** The room of all connections of users with a permission code at a customer. */
export const codeRoom = (customerId: number, code: string) => `records:${customerId}:${code}`;

/** The room of all staff who may use an area of the desk. */
export const deskRoom = (area: LiveDeskArea) => `desk:${area}`;

/** Returns what a connection may receive. A staff member who views the portal as one of the staff receives nothing of the desk. */
export function accessOf(access: HubAccess, isView: boolean): HubAccess {
  return isView ? { ...access, isDispatcher: false, staffRole: null } : access;
}

/** Returns the rooms that a user joins automatically. */
export function roomsOf({ userId, isDispatcher, staffRole, chatCustomerIds, codes }: HubAccess): string[] {
  const ofDesk = LIVE_DESK_AREAS.filter((area) => mayUseDesk(staffRole, [area])).map(deskRoom);
  if (isDispatcher) return [DISPATCHERS_ROOM, ...ofDesk];
  const ofRecords = codes.map(([customerId, code]) => codeRoom(customerId, code));
  const rooms = [...chatCustomerIds.map((customerId) => memberRoom(customerId, userId)), ...ofRecords];
  return rooms.length > 0 ? [...rooms, userRoom(userId), ...ofDesk] : ofDesk;
}

/** Whether a user may follow a chat: dispatchers may follow all, others their own at customers where they may chat. */
export function mayReceive(access: HubAccess, { customerId, userId }: Pick<SessionSummary, 'customerId' | 'userId'>): boolean {
  return access.isDispatcher || (userId === access.userId && access.chatCustomerIds.includes(customerId));
}
