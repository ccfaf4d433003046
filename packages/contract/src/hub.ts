import { z } from 'zod';
import { chatMessage } from './chat.ts';
import { moment } from './scalars.ts';

/** Address of the live hub (API-23). */
export const HUB = { path: '/hub', namespace: '/chat' } as const;

/** Events sent by the server. */
export const hubEvents = {
  /**
   * To everyone in the session's room; `isOwn` is true for the sockets of the author.
   * Events may arrive out of order: `sequence` gives the order.
   */
  MessageReceived: chatMessage,
  /**
   * To the session's user and to dispatch, also outside the room, so that lists stay current (CHT-29). Sent after a status change and
   * after every message. A client in the room that lacks messages up to `lastSequence` fetches them. `MessageReceived` is lost if the
   * process dies before sending it; this event then makes up for it within seconds.
   */
  SessionStatusChanged: z.strictObject({ sessionId: z.string(), status: z.int(), modifiedDate: moment, lastSequence: z.int() }),
  /** To the others in the room; never stored. */
  Typing: z.strictObject({ sessionId: z.string(), senderType: z.int(), senderName: z.string() }),
  /** To everyone in the room: the last message that a participant has read. */
  MessagesRead: z.strictObject({ sessionId: z.string(), senderType: z.int(), sequence: z.int() }),
} as const;

/** Calls made by the client, each acknowledged with `{ ok: true }` or `{ ok: false, code }`. */
export const hubCalls = {
  JoinSession: z.strictObject({ sessionId: z.string() }),
  /** Leaves the session's room; the chat itself stays open. */
  CloseSession: z.strictObject({ sessionId: z.string() }),
  Typing: z.strictObject({ sessionId: z.string() }),
} as const;
export const hubAnswer = z.strictObject({ ok: z.boolean(), code: z.string().optional() });
