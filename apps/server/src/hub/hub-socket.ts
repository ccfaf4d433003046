import type { hubAnswer, hubCalls, hubEvents } from '@yardage/contract/hub';
import type { Namespace, Socket } from 'socket.io';
import type { z } from 'zod';
import type { TokenSession } from '#server/adapters/identity/port';
import type { Caller } from '#server/http/scope';
import type { Allowance } from './allowance.ts';
import type { Hearing, SessionStand } from './hub.queries.ts';

type Events = { [Name in keyof typeof hubEvents]: (payload: z.input<(typeof hubEvents)[Name]>) => void };
type Calls = { [Name in keyof typeof hubCalls]: (payload: unknown, answer: unknown) => void };

/** What the server remembers of a connection. */
export interface SocketData {
  caller: Caller;
  expiresAt: Date;
  /** The sign-in it was opened with; its end closes the connection. */
  session: TokenSession;
  /** The chats whose room it is in. */
  joined: Map<string, SessionStand>;
  /** Calls it may still make at the moment. */
  allowance: Allowance;
}

export type HubAnswer = z.infer<typeof hubAnswer>;
export type HubSocket = Socket<Calls, Events, Record<string, never>, SocketData>;
export type HubNamespace = Namespace<Calls, Events, Record<string, never>, SocketData>;

/** Everybody in a chat, and of them the connections of one user. */
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
export const ownRoom = (sessionId: string, userId: number) => `session:${sessionId}:${userId}`;
/** A user's connections while he may chat for a customer number, and those of the supplier's people. */
export const memberRoom = (customerId: number, userId: number) => `member:${customerId}:${userId}`;
export const STAFF_ROOM = 'staff';

/** The rooms that a user is in without asking. */
export function roomsOf({ userId, isStaff, customerIds }: Hearing): string[] {
  return isStaff ? [STAFF_ROOM] : customerIds.map((customerId) => memberRoom(customerId, userId));
}

/** Whether a user may hear a chat: his own for a customer number at which he may chat, or any for the supplier's people. */
export function mayHear(hearing: Hearing, { customerId, userId }: Pick<SessionStand, 'customerId' | 'userId'>): boolean {
  return hearing.isStaff || (userId === hearing.userId && hearing.customerIds.includes(customerId));
}
