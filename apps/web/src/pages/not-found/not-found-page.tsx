import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { MessagePage } from '#web/patterns/message-page.tsx';
import { NOT_FOUND_MESSAGES } from './not-found.messages.ts';

/** Shown for every unknown path (SHL-11). */
export function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <MessagePage
      mark={NOT_FOUND_MESSAGES.mark}
      title={NOT_FOUND_MESSAGES.title}
      message={NOT_FOUND_MESSAGES.text}
      action={<Button onClick={() => navigate({ to: '/dashboard' })}>{NOT_FOUND_MESSAGES.action}</Button>}
    />
  );
}
