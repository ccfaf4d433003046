import { getDeskChat } from '@yardage/contract/desk-chats';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** One chat with its messages and context. It is silent because the chat panel shows the error itself. */
export function deskChatQuery(sessionId: string) {
  return endpointQuery(getDeskChat, { params: { sessionId } }, { isSilent: true });
}
