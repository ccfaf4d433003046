import { ActionIcon, Button, Textarea } from '@mantine/core';
import { ENDED_CHAT, MAX_CHAT_MESSAGE_LENGTH } from '@yardage/domain/chat';
import type { KeyboardEvent, ReactNode } from 'react';
import { useDraft } from '#web/lib/drafts.ts';
import { isPermanentFailure } from '#web/lib/http/http-errors.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';
import classes from './conversation.module.css';
import type { ChatSide } from './message-groups.ts';
import { copyUnsent, MessageLog } from './message-log.tsx';
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
  const { messages, otherReadSequence, typingName, retry, discard, markSeen, write, sendTyping } = conversation;
  const isEnded = conversation.status === ENDED_CHAT;
  return (
    <div className={classes.conversation}>
      <MessageLog
        key={sessionId}
        messages={messages}
        side={side}
        timeZone={timeZone}
        otherReadSequence={otherReadSequence}
        typingName={typingName}
        isEnded={isEnded}
        onRetry={retry}
        onDiscard={discard}
        onSeen={markSeen}
      />
      {isEnded ? <LeftDraft sessionId={sessionId} /> : null}
      {canWrite ? (
        <>
          {above}
          <Composer key={`write ${sessionId}`} sessionId={sessionId} isFocused={isFocused} onSend={write} onTyping={sendTyping} />
        </>
      ) : closing ? (
        <div className={classes.closing}>{closing}</div>
      ) : null}
    </div>
  );
}

/** What was being written when the chat ended. The field is gone, so the text can be copied, for instance into a new chat. */
function LeftDraft({ sessionId }: { sessionId: string }) {
  const [text, change] = useDraft(draftOf(sessionId));
  if (text.trim() === '') return null;
  return (
    <section className={classes.left} aria-label={MESSAGES.notSent}>
      <strong>{MESSAGES.notSent}</strong>
      <p>{text}</p>
      <Button variant="default" onClick={() => void copyUnsent(text)}>
        {MESSAGES.copy}
      </Button>
      <Button variant="subtle" onClick={() => change('')}>
        {MESSAGES.discard}
      </Button>
    </section>
  );
}

const draftOf = (sessionId: string): string => `chat.${sessionId}`;

/** The remaining character count is shown from this many characters on. */
const NEAR_END = 200;

interface ComposerProps {
  sessionId: string;
  /** Whether the field takes the focus on mount. */
  isFocused: boolean;
  onSend: (text: string) => void;
  onTyping: () => void;
}

/** The message field: Enter sends, Shift+Enter starts a new line, and blank text is not sent (CHT-22, CHT-23). */
function Composer({ sessionId, isFocused, onSend, onTyping }: ComposerProps) {
  // A draft, so that minimising the chat, changing the page or a reload does not lose the text.
  const [text, change] = useDraft(draftOf(sessionId));
  const left = MAX_CHAT_MESSAGE_LENGTH - text.trim().length;
  const canSend = text.trim() !== '' && left >= 0;

  const send = (): void => {
    if (!canSend) return;
    onSend(text.trim());
    change('');
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    // During IME composition, Enter accepts a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      data-offline-ok
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        className={classes.field}
        classNames={{ input: classes.input }}
        aria-label={MESSAGES.write}
        placeholder={MESSAGES.placeholder}
        autosize
        minRows={1}
        maxRows={6}
        autoFocus={isFocused}
        data-autofocus={isFocused || undefined}
        enterKeyHint="send"
        value={text}
        error={left < 0 ? MESSAGES.over(-left) : null}
        description={left >= 0 && left <= NEAR_END ? MESSAGES.left(left) : null}
        inputWrapperOrder={['input', 'description', 'error']}
        onChange={(event) => {
          change(event.currentTarget.value);
          if (event.currentTarget.value.trim() !== '') onTyping();
        }}
        onKeyDown={handleKeyDown}
      />
      <ActionIcon type="submit" size={40} aria-label={MESSAGES.send} disabled={!canSend}>
        <Icon name="send" />
      </ActionIcon>
    </form>
  );
}

/** Shown instead of a chat that does not exist or could not be loaded. */
export function ChatMissing({ query: { error, refetch } }: { query: { error: Error | null; refetch: () => unknown } }) {
  if (isPermanentFailure(error)) {
    return (
      <div className={classes.missing}>
        <Notice kind="info" title={MESSAGES.missing}>
          {MESSAGES.missingText}
        </Notice>
      </div>
    );
  }
  return (
    <div className={classes.missing}>
      <Notice
        kind="failure"
        title={MESSAGES.chatFailed}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {MESSAGES.tryAgain}
          </Button>
        }
      />
    </div>
  );
}
