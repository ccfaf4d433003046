import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWrite } from '#web/lib/query/use-write.ts';
import { useConversation } from '#web/patterns/conversation/use-conversation.ts';
import { changeDeskChat, DESK_CHAT_CALLS, DESK_CHATS_KEY, type DeskChange, deskChatQuery } from './desk-chats.api.ts';
import { DESK_CHATS_MESSAGES as MESSAGES } from './desk-chats.messages.ts';

/** One chat at the desk with live updates, and the mutation for its actions. */
export function useDeskChat(sessionId: string, onChangeFailed: () => void) {
  const queryClient = useQueryClient();
  const options = deskChatQuery(sessionId);
  const query = useQuery(options);
  const calls = useMemo(
    () => ({
      ...DESK_CHAT_CALLS,
      // The chat list shows unread counts, so refetch it.
      markRead: async (id: string, sequence: number): Promise<void> => {
        await DESK_CHAT_CALLS.markRead(id, sequence);
        await queryClient.invalidateQueries({ queryKey: DESK_CHATS_KEY });
      },
    }),
    [queryClient],
  );
  const isReader = query.data?.isMine ?? false;
  const conversation = useConversation({ sessionId, query, side: 'desk', calls, isReader });
  const change = useWrite({
    write: (wanted: DeskChange, attempt) => changeDeskChat(sessionId, wanted, attempt),
    // Refetch after an error too, because another dispatcher may have changed the chat first.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: options.queryKey }),
        queryClient.invalidateQueries({ queryKey: DESK_CHATS_KEY }),
      ]),
    onRefused: onChangeFailed,
    meta: {
      failureTitle: MESSAGES.changeFailedTitle,
      failureText: MESSAGES.changeFailed,
      unknownText: MESSAGES.changeFailed,
      prefersServerMessage: true,
    },
  });
  return { query, conversation, session: query.data, change };
}
