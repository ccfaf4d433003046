import { VisuallyHidden } from '@mantine/core';
import type { ChatSession } from '@yardage/contract/chat';
import { ACTIVE_CHAT, ENDED_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { formatRelative } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import classes from './chat-row.module.css';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';

/** Class for the link around a row. The caller renders the link because it knows the target. */
export const CHAT_ROW_CLASS = classes.row;

interface ChatRowProps {
  session: ChatSession;
  now: Date;
  title: string;
  /** Shown between the title and the last message. */
  detail?: string | undefined;
  /** Shown beside the status. */
  note?: string | null | undefined;
}

/** A chat in a list: title, last message, its age (TBL-11), status and unread count. */
export function ChatRow({ session: { status, message, modifiedDate, unreadCount, timeZone }, now, title, detail, note }: ChatRowProps) {
  const { dateTime } = useFormats(timeZone);
  return (
    <>
      <span className={classes.top}>
        <span className={classes.subject} title={title}>
          {title}
        </span>
        <time className={classes.time} dateTime={modifiedDate} title={dateTime(modifiedDate)}>
          {formatRelative(modifiedDate, now)}
        </time>
      </span>
      {detail ? <span className={classes.last}>{detail}</span> : null}
      <span className={classes.last}>{message}</span>
      <span className={classes.bottom}>
        <ChatStatus status={status} />
        {note ? <span className={classes.note}>{note}</span> : null}
        <UnreadBadge count={unreadCount} />
      </span>
    </>
  );
}

/** The number of unread messages. Renders nothing if there are none. */
export function UnreadBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{MESSAGES.unread(count)}</VisuallyHidden>
    </span>
  );
}

const KINDS: Record<number, StatusKind> = { [PENDING_CHAT]: 'pending', [ACTIVE_CHAT]: 'active' };

/** Shows a chat's status. Any status other than pending or active counts as ended (CHT-09). */
export function ChatStatus({ status }: { status: number }) {
  const known = status === PENDING_CHAT || status === ACTIVE_CHAT ? status : ENDED_CHAT;
  return <StatusMark kind={KINDS[known] ?? 'closed'}>{MESSAGES.status[known]}</StatusMark>;
}
