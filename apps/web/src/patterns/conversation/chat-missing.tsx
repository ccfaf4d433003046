import { Button } from '@mantine/core';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';
import classes from './conversation.module.css';

/** Shown instead of a chat that does not exist or could not be loaded. */
export function ChatMissing({ query: { error, refetch } }: { query: { error: Error | null; refetch: () => unknown } }) {
  if (error instanceof HttpProblem && error.status < 500) {
    return (
      <div className={classes.missing}>
        <Notice kind="info" title={MESSAGES.missing}>
          {MESSAGES.missingText}
        </Notice>
      </div>
    );
  }
  return (
    <div className={classes.missing}>
      <Notice
        kind="failure"
        title={MESSAGES.chatFailed}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {MESSAGES.tryAgain}
          </Button>
        }
      />
    </div>
  );
}
