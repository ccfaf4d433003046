import type { ReactNode } from 'react';
import { Composer } from './composer.tsx';
import classes from './conversation.module.css';
import type { ChatSide } from './message-groups.ts';
import { MessageLog } from './message-log.tsx';
import type { useConversation } from './use-conversation.ts';

interface ConversationProps {
  sessionId: string;
  side: ChatSide;
  /** The data source's time zone. Undefined until the chat has loaded. */
  timeZone: string | undefined;
  conversation: ReturnType<typeof useConversation>;
  canWrite: boolean;
  isFocused?: boolean;
  /** Shown above the message field. */
  above?: ReactNode;
  /** Shown instead of the message field when the user cannot write. */
  closing?: ReactNode;
}

/** A chat's messages and, if the user may write, the message field. */
export function Conversation({ sessionId, side, timeZone, conversation, canWrite, isFocused = false, above, closing }: ConversationProps) {
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
        <>
          {above}
          <Composer key={`write ${sessionId}`} sessionId={sessionId} isFocused={isFocused} onSend={write} onTyping={tellTyping} />
        </>
      ) : closing ? (
        <div className={classes.closing}>{closing}</div>
      ) : null}
    </div>
  );
}
