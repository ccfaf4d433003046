import { CHAT_HTML, SENDERS } from '@yardage/domain/chat';
import { textOfMessage } from '@yardage/domain/chat-lines';
import type { ClientMessage } from '@yardage/domain/chat-messages';
import { addDays, dayAt } from '@yardage/domain/dates';
import { type RefObject, Suspense, useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { lazyBeside } from '#web/lib/lazy-beside.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Icon, LineIcon } from '#web/patterns/icon.tsx';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';
import { type ChatSide, groupMessages, type MessageGroup } from './message-groups.ts';
import itemClasses from './message-item.module.css';
import classes from './message-log.module.css';
import { useIsFilled } from './use-is-filled.ts';

/** Only used here, so it is not in the list of icons that every page loads. */
const SPARK = 'M10 2.5l1.8 5.2 5.2 1.8-5.2 1.8L10 16.5l-1.8-5.2L3 9.5l5.2-1.8z';

interface MessageLogProps {
  messages: readonly ClientMessage[];
  side: ChatSide;
  /** The last sequence number that the other side has read. */
  otherReadSequence: number;
  typingName: string | null;
  timeZone: string | undefined;
  /** Whether the chat has ended: what failed can no longer be sent again. */
  isEnded: boolean;
  onRetry: (clientMessageId: string) => void;
  onDiscard: (clientMessageId: string) => void;
  /** Called when the reader is at the end and has seen every message. */
  onSeen: () => void;
}

/** The messages by day and sender, with own messages on the right. It stays scrolled to the end unless the reader has scrolled up. */
export function MessageLog({ messages, timeZone: chatsTimeZone, side, otherReadSequence, typingName, onSeen, ...failed }: MessageLogProps) {
  const { timeZone, clock } = useFormats(chatsTimeZone);
  const days = useMemo(() => groupMessages(messages, side, (moment) => dayAt(moment, timeZone)), [messages, side, timeZone]);
  const { box, newCount, goToEnd, onScroll } = useStickyEnd(messages, onSeen);
  const today = useToday(chatsTimeZone);
  const yesterday = addDays(today, -1);
  const dayName = (day: string): string => (day === today ? MESSAGES.today : day === yesterday ? MESSAGES.yesterday : formatDay(day));
  const lastRead = messages.findLast(({ isOwn, sequence }) => isOwn && sequence !== null && sequence <= otherReadSequence);
  const isFilled = useIsFilled(chatsTimeZone !== undefined);
  return (
    <div className={classes.frame}>
      <div
        ref={box}
        className={classes.log}
        role="log"
        aria-label={MESSAGES.log}
        aria-live={isFilled ? 'polite' : 'off'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        {days.map(({ day, groups }) => (
          <section key={day} className={classes.day} aria-label={dayName(day)}>
            <h3 className={classes.dayName}>{dayName(day)}</h3>
            {groups.map((group) => (
              <div key={group.key} className={classes.group} data-placing={group.placing}>
                <GroupHead group={group} />
                {group.messages.map((message) =>
                  group.placing === 'system' ? (
                    <p key={message.id} className={classes.system}>
                      {textOfMessage(message)} <time dateTime={message.timestamp}>{clock(message.timestamp)}</time>
                    </p>
                  ) : (
                    <MessageItem
                      key={message.clientMessageId ?? message.id}
                      message={message}
                      time={clock(message.timestamp)}
                      isRead={message === lastRead}
                      {...failed}
                    />
                  ),
                )}
              </div>
            ))}
          </section>
        ))}
        {/* Announced with every pause in typing, it would interrupt the reader all the time. */}
        <div aria-live="off">{typingName ? <p className={classes.typing}>{MESSAGES.typing(typingName)}</p> : null}</div>
      </div>
      {newCount > 0 ? (
        <button type="button" className={classes.news} onClick={goToEnd}>
          <Icon name="descending" size={14} />
          {MESSAGES.newMessages(newCount)}
        </button>
      ) : null}
    </div>
  );
}

/** Shows the sender's name, role and icon. Own messages have no heading. */
function GroupHead({ group: { placing, senderType, senderName, isOwn } }: { group: MessageGroup }) {
  if (placing === 'system' || isOwn) return null;
  const isAssistant = senderType === SENDERS.aiAgent;
  const role = isAssistant ? MESSAGES.assistant : senderType === SENDERS.humanAgent ? MESSAGES.dispatcher : MESSAGES.customer;
  // The assistant's stored name is in the language of the customer's user, so show its role instead.
  const name = isAssistant ? role : senderName;
  return (
    <p className={classes.sender} data-assistant={isAssistant || undefined}>
      {isAssistant ? (
        <LineIcon path={SPARK} size={14} />
      ) : (
        <Icon name={senderType === SENDERS.humanAgent ? 'headset' : 'person'} size={14} />
      )}
      {name ? <strong>{name}</strong> : null}
      {name !== role ? <span className={classes.role}>{role}</span> : null}
    </p>
  );
}

const HtmlMessage = lazyBeside(() => import('./html-message.tsx').then(({ HtmlMessage }) => HtmlMessage));

/** Copies a text that was not sent. */
export async function copyUnsent(text: string): Promise<void> {
  if (await copyText(text, MESSAGES.copyFailed)) toasts.show({ kind: 'success', title: MESSAGES.copied });
}

interface MessageItemProps extends Pick<MessageLogProps, 'isEnded' | 'onRetry' | 'onDiscard'> {
  message: ClientMessage;
  /** Formatted as `hh:mm a` (CHT-28). */
  time: string;
  isRead: boolean;
}

/** One message with its text, time and delivery state (CHT-24, CHT-25). */
function MessageItem({ message, time, isRead, isEnded, onRetry, onDiscard }: MessageItemProps) {
  const { isPending, isFailed, clientMessageId } = message;
  const action = (label: string, run: (clientMessageId: string) => void) => (
    <button type="button" className={itemClasses.retry} onClick={() => clientMessageId && run(clientMessageId)}>
      {label}
    </button>
  );
  return (
    <div className={itemClasses.item} data-pending={isPending || undefined} data-failed={isFailed || undefined}>
      <div className={itemClasses.bubble}>
        {message.type === CHAT_HTML ? (
          <Suspense fallback={null}>
            <HtmlMessage html={message.message} />
          </Suspense>
        ) : (
          <p className={itemClasses.text}>{message.message}</p>
        )}
      </div>
      <p className={itemClasses.meta} aria-live={isFailed ? undefined : 'off'}>
        <time dateTime={message.timestamp}>{time}</time>
        {isPending ? <span>{MESSAGES.sending}</span> : null}
        {isRead ? <span>{MESSAGES.read}</span> : null}
        {isFailed ? (
          <>
            <span className={itemClasses.failed}>{MESSAGES.failed}</span>
            {isEnded ? null : action(MESSAGES.retry, onRetry)}
            {action(MESSAGES.copy, () => void copyUnsent(message.message))}
            {action(MESSAGES.discard, onDiscard)}
          </>
        ) : null}
      </p>
    </div>
  );
}

/** The log counts as being at its end within this distance. */
const END_PX = 48;

interface StickyEnd {
  box: RefObject<HTMLDivElement | null>;
  /** Number of messages that arrived while the reader was scrolled up. */
  newCount: number;
  goToEnd: () => void;
  onScroll: () => void;
}

/** Keeps the log scrolled to its end while the reader is there. If they have scrolled up, it does not move and counts new messages. */
function useStickyEnd(messages: readonly ClientMessage[], onSeen: () => void): StickyEnd {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [newCount, setNewCount] = useState(0);
  const [known, setKnown] = useState(messages);
  /** Messages count as seen only if the end of the log is in view and the tab is visible. */
  const look = (): void => {
    if (isAtEnd.current && document.visibilityState === 'visible') onSeen();
  };
  const lookNow = useEffectEvent(look);

  const goToEnd = useCallback((): void => {
    isAtEnd.current = true;
    setNewCount(0);
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, []);

  useLayoutEffect(() => {
    if (messages === known) return;
    setKnown(messages);
    const wrote = messages.length > known.length && messages.at(-1)?.isOwn;
    if (isAtEnd.current || wrote) goToEnd();
    else setNewCount((before) => before + Math.max(0, messages.length - known.length));
  }, [messages, known, goToEnd]);

  // A phone's keyboard, a longer draft or a rotation shrinks the log; formatted messages that load late, and who is typing, make its
  // content longer. Keep the end in view.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const stay = (): void => {
      if (isAtEnd.current) element.scrollTo({ top: element.scrollHeight });
    };
    const size = new ResizeObserver(stay);
    const content = new MutationObserver(stay);
    size.observe(element);
    content.observe(element, { childList: true, subtree: true });
    return () => {
      size.disconnect();
      content.disconnect();
    };
  }, []);

  useEffect(() => {
    if (messages.length > 0) lookNow();
  }, [messages]);
  useEffect(() => {
    const turned = (): void => lookNow();
    document.addEventListener('visibilitychange', turned);
    return () => document.removeEventListener('visibilitychange', turned);
  }, []);

  const onScroll = (): void => {
    const element = box.current;
    if (!element) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < END_PX;
    if (!isAtEnd.current || newCount === 0) return;
    setNewCount(0);
    look();
  };
  return {
    box,
    newCount,
    goToEnd: () => {
      goToEnd();
      look();
    },
    onScroll,
  };
}
