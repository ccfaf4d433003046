import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MessagePage } from '#web/patterns/message-page.tsx';
import { REGISTRATION_SUCCESS_WORDS as WORDS } from './registration-success.messages.ts';

/** Confirms the registration and explains what happens next. */
export function RegistrationSuccessPage() {
  return (
    <MessagePage
      title={WORDS.title}
      message={WORDS.text}
      action={
        <Button component={Link} to="/">
          {WORDS.login}
        </Button>
      }
    />
  );
}
