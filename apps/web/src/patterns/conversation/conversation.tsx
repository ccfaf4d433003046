import type { ReactNode } from 'react';
import { Composer } from './composer.tsx';
import classes from './conversation.module.css';
import type { ChatSide } from './message-groups.ts';
import { MessageLog } from './message-log.tsx';
import type { useConversation } from './use-conversation.ts';

interface ConversationProps {
  sessionId: string;
  side: ChatSide;
  /** The data source's; until the chat has loaded, nobody knows. */
  timeZone: string | undefined;
  conversation: ReturnType<typeof useConversation>;
  canWrite: boolean;
  isFocused?: boolean;
  /** Instead of the field, where nothing can be written. */
  closing?: ReactNode;
}

/** A chat's messages and, where one may write, the field for the next. */
export function Conversation({ sessionId, side, timeZone, conversation, canWrite, isFocused = false, closing }: ConversationProps) {
  const { messages, otherReadSequence, typingName, retry, markSeen, write, tellTyping } = conversation;
  return (
    <div className={classes.conversation}>
      <MessageLog
        key={sessionId}
        messages={messages}
        side={side}
        timeZone={timeZone}
        otherReadSequence={otherReadSequence}
        typingName={typingName}
        onRetry={retry}
        onSeen={markSeen}
      />
      {canWrite ? (
        <Composer key={`write ${sessionId}`} sessionId={sessionId} isFocused={isFocused} onSend={write} onTyping={tellTyping} />
      ) : closing ? (
        <div className={classes.closing}>{closing}</div>
      ) : null}
    </div>
  );
}
