import { ActionIcon, Textarea } from '@mantine/core';
import { MAX_CHAT_MESSAGE_LENGTH } from '@yardage/domain/chat';
import type { KeyboardEvent } from 'react';
import { useDraft } from '#web/lib/drafts.ts';
import { Icon } from '#web/patterns/icon.tsx';
import classes from './composer.module.css';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';

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
export function Composer({ sessionId, isFocused, onSend, onTyping }: ComposerProps) {
  // A draft, so that minimising the chat, changing the page or a reload does not lose the text.
  const [text, change] = useDraft(`chat.${sessionId}`);
  const left = MAX_CHAT_MESSAGE_LENGTH - text.trim().length;
  const canSend = text.trim() !== '' && left >= 0;

  const send = (): void => {
    if (!canSend) return;
    onSend(text.trim());
    change('');
  };
  const react = (event: KeyboardEvent): void => {
    // During IME composition, Enter accepts a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
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
        onKeyDown={react}
      />
      <ActionIcon type="submit" size={40} aria-label={MESSAGES.send} disabled={!canSend}>
        <Icon name="send" />
      </ActionIcon>
    </form>
  );
}
