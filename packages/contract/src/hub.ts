import { z } from 'zod';
import { chatMessage } from './chat.ts';
import { moment } from './scalars.ts';

/** Where the live hub listens (API-23). */
export const HUB = { path: '/hub', namespace: '/chat' } as const;

/** Raised by the server. */
export const hubEvents = {
  /** To everybody in the session's room; `isOwn` is true for the sockets of whoever wrote it. Announcements may overtake each other: `sequence` tells the order. */
  MessageReceived: chatMessage,
  /**
   * To the customer's user of the session and to dispatch, also outside the room, so that lists stay true (CHT-29): after a change of status and after
   * every message. A client in the room that lacks messages up to `lastSequence` asks for them: an announcement can be lost with the process that
   * was about to make it, and is then made up for by this within seconds.
   */
  SessionStatusChanged: z.strictObject({ sessionId: z.string(), status: z.int(), modifiedDate: moment, lastSequence: z.int() }),
  /** To the others in the room; never stored. */
  Typing: z.strictObject({ sessionId: z.string(), senderType: z.int(), senderName: z.string() }),
  /** To everybody in the room: up to where somebody has read. */
  MessagesRead: z.strictObject({ sessionId: z.string(), senderType: z.int(), sequence: z.int() }),
} as const;

/** Invoked by the client, each acknowledged with `{ ok: true }` or `{ ok: false, code }`. */
export const hubCalls = {
  JoinSession: z.strictObject({ sessionId: z.string() }),
  /** Leaves the session's room; the chat itself goes on. */
  CloseSession: z.strictObject({ sessionId: z.string() }),
  Typing: z.strictObject({ sessionId: z.string() }),
} as const;
export const hubAnswer = z.strictObject({ ok: z.boolean(), code: z.string().optional() });
