import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { SESSION_MESSAGES } from '#web/lib/session/session.messages.ts';
import { useSignIn } from '#web/lib/session/session.ts';
import { noteSignInWindow } from '#web/lib/session/sign-in-window.ts';
import { MessagePage } from '#web/patterns/message-page.tsx';
import { LOGIN_MESSAGES } from './login.messages.ts';

/** Redirects to the provider's sign-in page as soon as it is mounted. */
export function LoginPage() {
  const { status, start } = useSignIn();
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    noteSignInWindow();
    start();
  }, [start]);
  const action = <Button onClick={start}>{LOGIN_MESSAGES.retry}</Button>;
  if (status === 'unavailable') return <MessagePage title={LOGIN_MESSAGES.failed} message={SESSION_MESSAGES.unavailable} action={action} />;
  if (status === 'returned') return <MessagePage title={LOGIN_MESSAGES.stopped} message={LOGIN_MESSAGES.stoppedText} action={action} />;
  return <MessagePage title={LOGIN_MESSAGES.leaving} message={LOGIN_MESSAGES.leavingText} />;
}
