import type { Connection } from '@yardage/domain/chat-client';
import type { ReactNode } from 'react';
import { Bone } from '#web/patterns/bone.tsx';
import classes from './chat-head.module.css';
import { ChatStatus } from './chat-status.tsx';
import { ConnectionMark } from './connection-mark.tsx';

interface ChatHeadProps {
  /** Not where the frame around it says it; a skeleton until it is known. */
  title?: string | undefined;
  hasTitle?: boolean;
  status: number;
  connection: Connection;
  /** Beside the status: with whom, about what. */
  facts: readonly (string | null | undefined)[];
  isLoading: boolean;
  /** What can be done with it. */
  children: ReactNode;
}

/** The top of a chat: what it is about, how it stands, and what can be done. */
export function ChatHead({ title, hasTitle = true, status, connection, facts, isLoading, children }: ChatHeadProps) {
  return (
    <div className={classes.head}>
      <div className={classes.heading}>
        {hasTitle ? <h2 className={classes.title}>{isLoading ? <Bone width={220} /> : title}</h2> : null}
        <div className={classes.facts}>
          {isLoading ? <Bone width={80} /> : <ChatStatus status={status} />}
          {facts.map((fact) => (fact ? <span key={fact}>{fact}</span> : null))}
          <ConnectionMark connection={connection} />
        </div>
      </div>
      <div className={classes.actions}>{isLoading ? null : children}</div>
    </div>
  );
}
