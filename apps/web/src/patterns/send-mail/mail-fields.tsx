import { Button, Pill, PillsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getProfile } from '@yardage/contract/users';
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { isCommaTyped } from './mail-rules.ts';
import { SEND_MAIL_MESSAGES } from './send-mail.messages.ts';
import classes from './send-mail.module.css';

interface CcFieldProps {
  emails: readonly string[];
  /** The text being typed. */
  text: string;
  error: string | undefined;
  onType: (text: string) => void;
  /** Adds the text to the list of addresses. */
  onAdd: (text: string) => void;
  onRemove: (email: string) => void;
}

/** Addresses as chips. Enter or a comma adds one, Backspace removes the last one (MAIL-04). */
export function CcField({ emails, text, error, onType, onAdd, onRemove }: CcFieldProps) {
  const type = (typed: string): void => (isCommaTyped(text, typed) ? onAdd(typed) : onType(typed));
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const last = emails.at(-1);
    if (event.key === 'Enter') {
      // Enter adds the address and does not submit the form.
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
    <PillsInput classNames={{ input: classes.frame }} label={SEND_MAIL_MESSAGES.cc} description={SEND_MAIL_MESSAGES.ccHint} error={error}>
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
          className={classes.typed}
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

/** Says that the user's own address could not be loaded, and offers to try again. */
export function SenderMissing({ isFailed, retry }: ReturnType<typeof useSender>) {
  if (!isFailed) return null;
  return (
    <Notice
      kind="failure"
      title={SEND_MAIL_MESSAGES.senderFailed}
      action={
        <Button variant="default" onClick={retry}>
          {SEND_MAIL_MESSAGES.retry}
        </Button>
      }
    />
  );
}

/** The signed-in user's address, which a mail form needs. */
export function useSender() {
  const { data, isError, refetch } = useQuery(endpointQuery(getProfile, {}));
  return { email: data?.email ?? '', isFailed: isError && !data, retry: (): void => void refetch() };
}

/** Remembers what was sent. While a mail is being sent, the user may already be writing the next one, which must not be emptied. */
export function useSentValues(form: { getValues: () => unknown }) {
  const sent = useRef('');
  return {
    note: (): void => {
      sent.current = JSON.stringify(form.getValues());
    },
    /** Whether the form still has what was sent, so that it can be emptied. */
    areShown: (): boolean => JSON.stringify(form.getValues()) === sent.current,
  };
}
