import { Button } from '@mantine/core';
import { ACTIVE_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { type ReactNode, useState } from 'react';
import { ChatHead } from '#web/patterns/conversation/chat-head.tsx';
import { chatSubject } from '#web/patterns/conversation/chat-subject.ts';
import { CONVERSATION_MESSAGES } from '#web/patterns/conversation/conversation.messages.ts';
import { ChatMissing, Conversation } from '#web/patterns/conversation/conversation.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { CHAT_MESSAGES as MESSAGES } from '../chat.messages.ts';
import { type useChat, useEndChat } from '../use-chat.ts';
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
      <ConfirmDialog
        isOpen={isAsking && (isActive || isPending)}
        onClose={() => setIsAsking(false)}
        title={MESSAGES.endTitle}
        confirmText={isActive ? MESSAGES.end : MESSAGES.withdraw}
        cancelText={isActive ? MESSAGES.keepChat : MESSAGES.keepWaiting}
        isBusy={ending.isPending}
        onConfirm={() => ending.end(sessionId, { onSettled: () => setIsAsking(false) })}
      >
        {isActive ? MESSAGES.endText : MESSAGES.withdrawText}
      </ConfirmDialog>
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
