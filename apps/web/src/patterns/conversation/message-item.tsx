import { CHAT_HTML } from '@yardage/domain/chat';
import type { KeptMessage } from '@yardage/domain/chat-messages';
import { lazy, Suspense } from 'react';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';
import classes from './message-item.module.css';

const HtmlMessage = lazy(() => import('./html-message.tsx').then(({ HtmlMessage }) => ({ default: HtmlMessage })));

interface MessageItemProps {
  message: KeptMessage;
  /** Formatted as `hh:mm a` (CHT-28). */
  time: string;
  isRead: boolean;
  onRetry: (clientMessageId: string) => void;
}

/** One message with its text, time and delivery state (CHT-24, CHT-25). */
export function MessageItem({ message, time, isRead, onRetry }: MessageItemProps) {
  const { isPending, isFailed, clientMessageId } = message;
  return (
    <div className={classes.item} data-pending={isPending || undefined} data-failed={isFailed || undefined}>
      <div className={classes.bubble}>
        {message.type === CHAT_HTML ? (
          <Suspense fallback={null}>
            <HtmlMessage html={message.message} />
          </Suspense>
        ) : (
          <p className={classes.text}>{message.message}</p>
        )}
      </div>
      <p className={classes.meta}>
        <time dateTime={message.timestamp}>{time}</time>
        {isPending ? <span>{MESSAGES.sending}</span> : null}
        {isRead ? <span>{MESSAGES.read}</span> : null}
        {isFailed ? (
          <>
            <span className={classes.failed}>{MESSAGES.failed}</span>
            <button type="button" className={classes.retry} onClick={() => clientMessageId && onRetry(clientMessageId)}>
              {MESSAGES.retry}
            </button>
          </>
        ) : null}
      </p>
    </div>
  );
}
