import type { Connection } from '@yardage/domain/chat-client';
import { type ReactNode, useEffect, useState } from 'react';
import { useRecordTitle } from '#web/lib/navigation/page-title.ts';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import classes from './chat-head.module.css';
import { ChatStatus } from './chat-list.tsx';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';

interface ChatHeadProps {
  /** Shown as a skeleton while loading. Set `hasTitle` to false if the surrounding frame already shows the title. */
  title?: string | undefined;
  hasTitle?: boolean;
  status: number;
  connection: Connection;
  /** Shown beside the status, such as who the chat is with and what it is about. */
  facts: readonly (string | null | undefined)[];
  isLoading: boolean;
  /** Action buttons. */
  children: ReactNode;
}

/** The header of a chat: title, status, facts and actions. */
export function ChatHead({ title, hasTitle = true, status, connection, facts, isLoading, children }: ChatHeadProps) {
  useRecordTitle(hasTitle && title !== undefined, title ?? '');
  return (
    <div className={classes.head}>
      <div className={classes.heading}>
        {hasTitle ? <h2 className={classes.title}>{isLoading ? <Skeleton width={220} /> : title}</h2> : null}
        <div className={classes.facts}>
          {isLoading ? <Skeleton width={80} /> : <ChatStatus status={status} />}
          {isLoading ? <StillLoading /> : null}
          {facts.map((fact) => (fact ? <span key={fact}>{fact}</span> : null))}
          <ConnectionMark connection={connection} />
        </div>
      </div>
      <div className={classes.actions}>{isLoading ? null : children}</div>
    </div>
  );
}

/** Shorter interruptions are not shown. */
const NOTICE_AFTER_MS = 1500;

/** Shows the state of the live connection (CHT-30): nothing while connected, a word after it has been lost for a moment. */
function ConnectionMark({ connection }: { connection: Connection }) {
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
      <span role="status">{isShown ? MESSAGES.connection[connection] : ''}</span>
    </span>
  );
}
