import { z } from 'zod';
import { moment } from './scalars.ts';

/** Where the live hub listens (API-23). */
export const HUB = { path: '/hub', namespace: '/chat' } as const;

/** Raised by the server. */
export const hubEvents = {
  MessageReceived: z.strictObject({
    id: z.string(),
    sessionId: z.string(),
    sequence: z.int(),
    message: z.string(),
    timestamp: moment,
    type: z.int(),
    senderType: z.int(),
    senderName: z.string(),
    clientMessageId: z.string().nullable(),
  }),
  SessionStatusChanged: z.strictObject({ sessionId: z.string(), status: z.int(), modifiedDate: moment }),
} as const;

/** Invoked by the client, each acknowledged. */
export const hubCalls = {
  JoinSession: z.strictObject({ sessionId: z.string() }),
  CloseSession: z.strictObject({ sessionId: z.string() }),
} as const;
