import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { moment } from './scalars.ts';

/** How many waiting chats are listed at most: the newest ones. */
export const MAX_WAITING_CHATS = 200;

/** What waits for the caller at the desk. An area that they may not use has nothing. */
export const deskWaiting = z.strictObject({
  /** Chats that no dispatcher has joined, at most `MAX_WAITING_CHATS`. */
  chats: z.array(z.strictObject({ sessionId: z.string(), waitingSince: moment })),
  /** The caller's own chats with something that they have not read. */
  own: z.array(
    z.strictObject({
      sessionId: z.string(),
      customerName: z.string(),
      /** Whether a colleague passed the chat to the caller, who has not read it since. */
      isPassed: z.boolean(),
      /** The last message that the caller has not read. */
      lastSequence: z.int(),
    }),
  ),
  /** Requests that dispatch has to answer. `lastStep` grows with each one that begins to wait. */
  requests: z.strictObject({ count: z.int(), lastStep: z.int() }),
});
export type DeskWaiting = z.infer<typeof deskWaiting>;

export const getDeskWaiting = defineEndpoint({
  id: 'desk.waiting',
  requirement: 'STF-09',
  summary: 'Chats that nobody has joined, own chats with something unread, and how many requests wait for dispatch',
  method: 'GET',
  path: '/desk/waiting',
  access: { staff: ['chats', 'requests'] },
  scope: 'user',
  answer: deskWaiting,
});

/** How many records wait for staff in areas without a bell. An area that the caller may not use has 0. */
export const deskCounts = z.strictObject({
  /** Registrations that only staff can decide. */
  registrations: z.int(),
  /** Support requests that nobody has begun. */
  support: z.int(),
  /** Disputes without an answer. */
  disputes: z.int(),
  /** Payments that a person has to look at. */
  payments: z.int(),
});
export type DeskCounts = z.infer<typeof deskCounts>;

export const getDeskCounts = defineEndpoint({
  id: 'desk.counts',
  requirement: 'STF-09',
  summary: 'How many registrations, support requests, disputes and payments wait for staff',
  method: 'GET',
  path: '/desk/counts',
  access: { staff: ['registrations', 'support', 'disputes', 'payments'] },
  scope: 'user',
  answer: deskCounts,
});
