import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { logFailure } from '#web/lib/log.ts';
import { MessagePage } from '#web/patterns/message-page.tsx';
import { ERROR_MESSAGES } from './error.messages.ts';

/**
 * Shown instead of a page that crashed; the layout around it keeps working (SHL-12). Retry reloads everything, because the cause may be
 * a cached response or a script of the previous release.
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
