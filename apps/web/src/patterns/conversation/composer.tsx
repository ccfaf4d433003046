import { ActionIcon, Textarea } from '@mantine/core';
import { MAX_CHAT_MESSAGE_LENGTH } from '@yardage/domain/chat';
import { type KeyboardEvent, useState } from 'react';
import { Icon } from '#web/patterns/icon.tsx';
import classes from './composer.module.css';
import { CONVERSATION_MESSAGES as WORDS } from './conversation.messages.ts';

/** From here on it is said how much room is left. */
const NEAR_END = 200;
/** A tab's drafts, so that a minimised chat or another page does not cost what was being written. */
const drafts = new Map<string, string>();

interface ComposerProps {
  sessionId: string;
  /** Whether the keyboard goes here at once. */
  isFocused: boolean;
  onSend: (text: string) => void;
  onTyping: () => void;
}

/** Where a message is written: Enter sends, Shift+Enter begins a new line, and nothing but blanks is nothing (CHT-22, CHT-23). */
export function Composer({ sessionId, isFocused, onSend, onTyping }: ComposerProps) {
  const [text, setText] = useState(drafts.get(sessionId) ?? '');
  const left = MAX_CHAT_MESSAGE_LENGTH - text.trim().length;
  const canSend = text.trim() !== '' && left >= 0;

  const change = (next: string): void => {
    setText(next);
    if (next === '') drafts.delete(sessionId);
    else drafts.set(sessionId, next);
  };
  const send = (): void => {
    if (!canSend) return;
    onSend(text.trim());
    change('');
  };
  const react = (event: KeyboardEvent): void => {
    // An input method's Enter chooses a word.
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
        aria-label={WORDS.write}
        placeholder={WORDS.placeholder}
        autosize
        minRows={1}
        maxRows={6}
        autoFocus={isFocused}
        data-autofocus={isFocused || undefined}
        enterKeyHint="send"
        value={text}
        error={left < 0 ? WORDS.over(-left) : null}
        description={left >= 0 && left <= NEAR_END ? WORDS.left(left) : null}
        inputWrapperOrder={['input', 'description', 'error']}
        onChange={(event) => {
          change(event.currentTarget.value);
          if (event.currentTarget.value.trim() !== '') onTyping();
        }}
        onKeyDown={react}
      />
      <ActionIcon type="submit" size={40} aria-label={WORDS.send} disabled={!canSend}>
        <Icon name="send" />
      </ActionIcon>
    </form>
  );
}
