import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { logFailure } from '#web/lib/log.ts';
import { MessagePage } from '#web/patterns/message-page.tsx';
import { ERROR_MESSAGES } from './error.messages.ts';

/**
 * Stands in for a page that crashed; the frame around it goes on working (SHL-12). Trying again loads everything anew, because what the
 * page crashed on may be an answer that is still remembered, or a script of the release before.
 */
export function PageCrash({ error }: ErrorComponentProps) {
  useEffect(() => logFailure('A page crashed.', error), [error]);
  return (
    <MessagePage
      isInFrame
      title={ERROR_MESSAGES.pageCrashTitle}
      message={ERROR_MESSAGES.pageCrash}
      action={<Button onClick={() => window.location.reload()}>{ERROR_MESSAGES.retry}</Button>}
    />
  );
}
