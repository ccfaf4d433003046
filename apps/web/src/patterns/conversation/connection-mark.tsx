import type { Connection } from '@yardage/domain/chat-client';
import { useEffect, useState } from 'react';
import classes from './connection-mark.module.css';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';

/** Shorter interruptions are not shown. */
const NOTICE_AFTER_MS = 1500;

/** Shows the state of the live connection (CHT-30): nothing while connected, a word after it has been lost for a moment. */
export function ConnectionMark({ connection }: { connection: Connection }) {
  const [isLasting, setIsLasting] = useState(false);
  const isConnected = connection === 'connected';
  if (isConnected && isLasting) setIsLasting(false);
  useEffect(() => {
    if (isConnected) return;
    const timer = setTimeout(() => setIsLasting(true), NOTICE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);
  const isShown = isLasting && !isConnected;
  return (
    <span className={classes.mark} data-connection={connection} title={isShown ? MESSAGES.connectionHint : undefined}>
      {isShown ? <span className={classes.dot} aria-hidden="true" /> : null}
      <span role="status" className={classes.word}>
        {isShown ? MESSAGES.connection[connection] : ''}
      </span>
    </span>
  );
}
