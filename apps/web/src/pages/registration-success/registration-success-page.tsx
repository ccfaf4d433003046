import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MessagePage } from '#web/patterns/message-page.tsx';
import { REGISTRATION_SUCCESS_MESSAGES as MESSAGES } from './registration-success.messages.ts';

/** Confirms the registration and explains what happens next. */
export function RegistrationSuccessPage() {
  return (
    <MessagePage
      title={MESSAGES.title}
      message={MESSAGES.text}
      action={
        <Button component={Link} to="/">
          {MESSAGES.login}
        </Button>
      }
    />
  );
}
