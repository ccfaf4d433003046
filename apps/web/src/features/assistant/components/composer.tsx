import { Button, Textarea } from '@mantine/core';
import { MAX_ASSISTANT_MESSAGE_LENGTH } from '@yardage/domain/assistant';
import { type FormEvent, type KeyboardEvent, type Ref, useId } from 'react';
import { Icon } from '#web/patterns/icon.tsx';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import classes from './composer.module.css';

interface ComposerProps {
  value: string;
  onChange: (value: string) => void;
  isAnswering: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
  inputRef: Ref<HTMLTextAreaElement>;
}

/** The message box with Send, or Stop while the assistant is answering (AST-01, AST-03). */
export function Composer({ value, onChange, isAnswering, onSend, onStop, inputRef }: ComposerProps) {
  const counterId = useId();
  const text = value.trim();
  const send = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (text && !isAnswering) onSend(text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // During IME composition, Enter accepts the word and must not send.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  };
  return (
    <form className={classes.composer} onSubmit={send}>
      <Textarea
        ref={inputRef}
        classNames={{ input: classes.input }}
        aria-label={MESSAGES.message}
        aria-describedby={counterId}
        placeholder={MESSAGES.placeholder}
        variant="unstyled"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={MAX_ASSISTANT_MESSAGE_LENGTH}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.foot}>
        <span id={counterId} className={classes.counter} data-full={value.length >= MAX_ASSISTANT_MESSAGE_LENGTH || undefined}>
          <span aria-hidden="true">{MESSAGES.count(value.length, MAX_ASSISTANT_MESSAGE_LENGTH)}</span>
          <span className={classes.spoken}>{MESSAGES.countLabel(value.length, MAX_ASSISTANT_MESSAGE_LENGTH)}</span>
        </span>
        {isAnswering ? (
          <Button key="stop" type="button" variant="default" leftSection={<Icon name="stop" size={16} />} onClick={onStop}>
            {MESSAGES.stop}
          </Button>
        ) : (
          <Button key="send" type="submit" disabled={!text} leftSection={<Icon name="send" size={16} />}>
            {MESSAGES.send}
          </Button>
        )}
      </div>
    </form>
  );
}
