import { Pill, PillsInput } from '@mantine/core';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { SEND_MAIL_MESSAGES } from './send-mail.messages.ts';
import classes from './send-mail.module.css';

interface CcFieldProps {
  emails: readonly string[];
  /** What is being typed. */
  text: string;
  error: string | undefined;
  onType: (text: string) => void;
  /** Asks for the text to become an address of the list. */
  onAdd: (text: string) => void;
  onRemove: (email: string) => void;
}

/** Addresses as chips; Enter or a comma adds one, Backspace takes the last back (MAIL-04). */
export function CcField({ emails, text, error, onType, onAdd, onRemove }: CcFieldProps) {
  const type = (typed: string): void => (typed.includes(',') ? onAdd(typed) : onType(typed));
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const last = emails.at(-1);
    if (event.key === 'Enter') {
      // Enter here ends an address, and never the whole form.
      event.preventDefault();
      if (text.trim() !== '') onAdd(text);
    } else if (event.key === 'Backspace' && text === '' && last) {
      onRemove(last);
    }
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text');
    if (!/[,;\s]/.test(pasted.trim())) return;
    event.preventDefault();
    onAdd(`${text} ${pasted}`);
  };
  return (
    <PillsInput label={SEND_MAIL_MESSAGES.cc} description={SEND_MAIL_MESSAGES.ccHint} error={error}>
      <Pill.Group gap={6}>
        {emails.map((email) => (
          <Pill
            key={email}
            className={classes.chip}
            withRemoveButton
            onRemove={() => onRemove(email)}
            removeButtonProps={{ 'aria-label': SEND_MAIL_MESSAGES.remove(email), 'aria-hidden': false, tabIndex: 0 }}
          >
            {email}
          </Pill>
        ))}
        <PillsInput.Field
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          data-autofocus
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
        />
      </Pill.Group>
    </PillsInput>
  );
}
