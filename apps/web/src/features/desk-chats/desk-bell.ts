import { type DeskWaiting, MAX_WAITING_CHATS } from '@yardage/contract/desk-waiting';
import { DESK_CHATS_MESSAGES as MESSAGES } from './desk-chats.messages.ts';
import { notifyDesk } from './desk-notifications.ts';
import { playDeskSound } from './desk-sound.ts';

/** What the bell rings for, in the order in which it matters. */
const KINDS = ['passed', 'message', 'chats', 'requests'] as const;
type Kind = (typeof KINDS)[number];

/** Returns the texts about what began to wait since the last look, by kind. The first look finds nothing new, nor does a chat in view. */
export function newlyWaiting(before: DeskWaiting | undefined, now: DeskWaiting, viewedId?: string): Partial<Record<Kind, string>> {
  if (!before) return {};
  const waited = new Set(before.chats.map(({ sessionId }) => sessionId));
  const read = new Map(before.own.map((chat) => [chat.sessionId, chat]));
  const isUnheard = ({ sessionId, lastSequence }: DeskWaiting['own'][number]): boolean =>
    sessionId !== viewedId && lastSequence > (read.get(sessionId)?.lastSequence ?? 0);
  const unheard = now.own.filter(isUnheard);
  const passed = unheard.find(({ sessionId, isPassed }) => isPassed && !read.get(sessionId)?.isPassed);
  // A chat that the dispatcher has just joined was announced while it waited.
  const written = unheard.find((chat) => chat !== passed && !waited.has(chat.sessionId));
  const since = new Set(before.chats.map(({ sessionId, waitingSince }) => `${sessionId} ${waitingSince}`));
  // In a full list an older chat takes the place of one that was joined.
  const listedFrom =
    before.chats.length < MAX_WAITING_CHATS ? '' : (before.chats.map(({ waitingSince }) => waitingSince).toSorted()[0] ?? '');
  return {
    ...(passed && { passed: MESSAGES.passedToYou(passed.customerName) }),
    ...(written && { message: MESSAGES.wroteToYou(written.customerName) }),
    ...(now.chats.some(({ sessionId, waitingSince }) => waitingSince >= listedFrom && !since.has(`${sessionId} ${waitingSince}`)) && {
      chats: MESSAGES.newChat(now.chats.length),
    }),
    ...(now.requests.lastStep > before.requests.lastStep && { requests: MESSAGES.newRequest(now.requests.count) }),
  };
}

/** Plays the sound and shows the notifications for what began to wait since the last look. */
export function ringDeskBell(before: DeskWaiting | undefined, now: DeskWaiting, viewedId?: string): void {
  const news = newlyWaiting(before, now, viewedId);
  const kinds = KINDS.filter((kind) => news[kind] !== undefined);
  if (kinds.length === 0) return;
  playDeskSound();
  // The last one shown is on top.
  for (const kind of kinds.toReversed()) notifyDesk(news[kind] ?? '', kind);
}
