import type { ChatSession } from '@yardage/contract/chat';
import { ACTIVE_CHAT, ENDED_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { ApiError } from '#server/http/api-error';
import { CHAT_MESSAGES } from './chat.messages.ts';
import { type ChatCursor, readCursor, writeCursor } from './chat-cursor.ts';

const PAGE_SIZE = 20;
const STATUSES: Readonly<Record<string, number>> = { pending: PENDING_CHAT, active: ACTIVE_CHAT, ended: ENDED_CHAT };

/** Returns the status id of a filter (CHT-06), or undefined for all chats. */
export const statusOf = (name: string | undefined): number | undefined => STATUSES[name ?? ''];

/** Returns the page of chats after a cursor. Reads one extra row to know whether there are more. */
export async function pageOf(
  { cursor: text }: { cursor?: string | undefined },
  find: (cursor: ChatCursor | undefined, limit: number) => Promise<ChatSession[]>,
): Promise<{ items: ChatSession[]; hasMore: boolean; nextCursor: string | null }> {
  const cursor = text ? readCursor(text) : undefined;
  if (text && !cursor) throw new ApiError('validation-failed', { fieldErrors: { cursor: [CHAT_MESSAGES.cursorUnknown] } });
  const found = await find(cursor, PAGE_SIZE + 1);
  const items = found.slice(0, PAGE_SIZE);
  const last = items.at(-1);
  const hasMore = found.length > PAGE_SIZE;
  return { items, hasMore, nextCursor: hasMore && last ? writeCursor(last) : null };
}
