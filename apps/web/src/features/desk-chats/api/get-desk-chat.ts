import { getDeskChat } from '@yardage/contract/desk-chats';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** One chat with its messages and what it is about; a failure is told in its place. */
export function deskChatQuery(sessionId: string) {
  return endpointQuery(getDeskChat, { params: { sessionId } }, { isSilent: true });
}
