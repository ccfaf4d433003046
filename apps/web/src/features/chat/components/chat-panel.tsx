import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ACTIVE_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { type ReactNode, useMemo, useState } from 'react';
import { type CustomerKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { ChatHead } from '#web/patterns/conversation/chat-head.tsx';
import { CONVERSATION_MESSAGES } from '#web/patterns/conversation/conversation.messages.ts';
import { ChatMissing, Conversation } from '#web/patterns/conversation/conversation.tsx';
import { chatSubject } from '#web/patterns/conversation/use-chat-list.ts';
import { useConversation } from '#web/patterns/conversation/use-conversation.ts';
import { useSentFirst } from '#web/patterns/conversation/use-sent-first.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { chatCalls, chatQuery, chatsKey, endChat } from '../chat.api.ts';
import { CHAT_MESSAGES as MESSAGES } from '../chat.messages.ts';
import classes from './chat-panel.module.css';

interface ChatPanelProps {
  sessionId: string;
  chat: ReturnType<typeof useChat>;
  /** False in a drawer, which shows the subject in its own header. */
  hasTitle: boolean;
  /** Actions shown after the chat has ended. */
  afterEnd?: ReactNode;
}

/** A chat with dispatch: subject, status, messages, and End Chat while it is active (CHT-18). */
export function ChatPanel({ sessionId, chat: { query, conversation, session }, hasTitle, afterEnd }: ChatPanelProps) {
  const { status, connection } = conversation;
  const ending = useEndChat();
  const [isAsking, setIsAsking] = useState(false);
  const isActive = status === ACTIVE_CHAT;
  const isPending = status === PENDING_CHAT;
  if (!session && query.isError) return <ChatMissing query={query} />;
  const agent = session?.agentName;
  const jobRequirement = session?.context.jobRequirement;
  return (
    <section className={classes.panel} aria-label={MESSAGES.view}>
      <ChatHead
        title={session && chatSubject(session.context)}
        hasTitle={hasTitle}
        status={status}
        connection={connection}
        facts={[isPending ? MESSAGES.waiting : agent && CONVERSATION_MESSAGES.with(agent)]}
        isLoading={!session}
      >
        {isActive || isPending ? (
          // Before a dispatcher has joined, the same call withdraws the request.
          <Button variant={isActive ? 'default' : 'subtle'} loading={ending.isPending} onClick={() => setIsAsking(true)}>
            {isActive ? MESSAGES.end : MESSAGES.withdraw}
          </Button>
        ) : null}
      </ChatHead>
      <EndQuestion
        sessionId={sessionId}
        isActive={isActive}
        isOpen={isAsking && (isActive || isPending)}
        onClose={() => setIsAsking(false)}
        ending={ending}
      />
      {jobRequirement ? <p className={classes.requirement}>{MESSAGES.jobRequirementLine(jobRequirement)}</p> : null}
      <Conversation
        sessionId={sessionId}
        side="customer"
        timeZone={session?.timeZone}
        conversation={conversation}
        canWrite={isActive || isPending}
        isFocused
        closing={
          session ? (
            <>
              <p>{MESSAGES.ended}</p>
              {afterEnd}
            </>
          ) : null
        }
      />
    </section>
  );
}

interface EndQuestionProps {
  sessionId: string;
  /** Whether a dispatcher has joined. */
  isActive: boolean;
  isOpen: boolean;
  onClose: () => void;
  ending: ReturnType<typeof useEndChat>;
}

/** Asks before the chat is ended or withdrawn, and sends what is written first. */
function EndQuestion({ sessionId, isActive, isOpen, onClose, ending }: EndQuestionProps) {
  const sentFirst = useSentFirst(sessionId);
  const close = (): void => {
    sentFirst.cancel();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={MESSAGES.endTitle}
      confirmText={isActive ? MESSAGES.end : MESSAGES.withdraw}
      cancelText={isActive ? MESSAGES.keepChat : MESSAGES.keepWaiting}
      isBusy={ending.isPending || sentFirst.isWaiting}
      onConfirm={() => sentFirst.run(() => ending.end(sessionId, { onSettled: close }))}
    >
      {sentFirst.note ?? (isActive ? MESSAGES.endText : MESSAGES.withdrawText)}
    </ConfirmDialog>
  );
}

/** One of the user's chats with live updates. */
export function useChat(sessionId: string) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const calls = useMemo(() => {
    const own = chatCalls(customer);
    // The chat list shows unread counts, so refetch it.
    const markRead = async (id: string, sequence: number): Promise<void> => {
      await own.markRead(id, sequence);
      await queryClient.invalidateQueries({ queryKey: chatsKey(customer) });
    };
    return { ...own, markRead };
  }, [customer, queryClient]);
  const query = useQuery(chatQuery(customer, sessionId));
  const conversation = useConversation({ sessionId, query, side: 'customer', calls });
  return { query, conversation, session: query.data };
}

interface EndCall {
  /** Whose chat it is. Another customer may be selected when the answer arrives. */
  customer: CustomerKey;
  sessionId: string;
}

/** Ends a chat and updates the cached chat and the chat lists (API-20). Ending an ended chat changes nothing, so it needs no key. */
export function useEndChat() {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: ({ customer: of, sessionId }: EndCall) => endChat(of, sessionId),
    onSuccess: ({ sessionId, status, modifiedDate }, { customer: of }) => {
      putAnswer(queryClient, chatQuery(of, sessionId).queryKey, (known) => known && { ...known, status, modifiedDate });
      void queryClient.invalidateQueries({ queryKey: chatsKey(of) });
    },
    meta: { failureTitle: MESSAGES.endFailedTitle, failureText: MESSAGES.endFailed, noResponseText: MESSAGES.endFailed },
  });
  return {
    isPending,
    end: (sessionId: string, callbacks: Parameters<typeof mutate>[1] = {}) => mutate({ customer, sessionId }, callbacks),
    endAsync: (sessionId: string) => mutateAsync({ customer, sessionId }),
  };
}
