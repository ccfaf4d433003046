import { SENDERS } from '@yardage/domain/chat';
import type { KeptMessage } from '@yardage/domain/chat-messages';
import { useMemo } from 'react';
import { dayIn, formatDay } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Icon, LineIcon } from '#web/patterns/icon.tsx';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';
import { type ChatSide, groupMessages, type MessageGroup } from './message-groups.ts';
import { MessageItem } from './message-item.tsx';
import classes from './message-log.module.css';
import { useStickyEnd } from './use-sticky-end.ts';

/** Only used here, so it is not in the list of icons that every page loads. */
const SPARK = 'M10 2.5l1.8 5.2 5.2 1.8-5.2 1.8L10 16.5l-1.8-5.2L3 9.5l5.2-1.8z';

const DAY_MS = 86_400_000;

interface MessageLogProps {
  messages: readonly KeptMessage[];
  side: ChatSide;
  /** The last sequence number that the other side has read. */
  otherReadSequence: number;
  typingName: string | null;
  timeZone: string | undefined;
  onRetry: (clientMessageId: string) => void;
  /** Called when the reader is at the end and has seen every message. */
  onSeen: () => void;
}

/** The messages by day and sender, with own messages on the right. It stays scrolled to the end unless the reader has scrolled up. */
export function MessageLog({ messages, timeZone: chatsTimeZone, side, otherReadSequence, typingName, onRetry, onSeen }: MessageLogProps) {
  const { timeZone, today, clock } = useFormats(chatsTimeZone);
  const days = useMemo(() => groupMessages(messages, side, (moment) => dayIn(timeZone, new Date(moment))), [messages, side, timeZone]);
  const { box, news, goToEnd, onScroll } = useStickyEnd(messages, onSeen);
  const now = today();
  const yesterday = dayIn('UTC', new Date(Date.parse(`${now}T00:00:00Z`) - DAY_MS));
  const dayName = (day: string): string => (day === now ? MESSAGES.today : day === yesterday ? MESSAGES.yesterday : formatDay(day));
  const lastRead = messages.findLast(({ isOwn, sequence }) => isOwn && sequence !== null && sequence <= otherReadSequence);
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <div ref={box} className={classes.log} role="log" aria-label={MESSAGES.log} aria-live="polite" tabIndex={0} onScroll={onScroll}>
        {days.map(({ day, groups }) => (
          <section key={day} className={classes.day} aria-label={dayName(day)}>
            <h3 className={classes.dayName}>{dayName(day)}</h3>
            {groups.map((group) => (
              <div key={group.key} className={classes.group} data-placing={group.placing}>
                <GroupHead group={group} />
                {group.messages.map((message) =>
                  group.placing === 'system' ? (
                    <p key={message.id} className={classes.system}>
                      {message.message} <time dateTime={message.timestamp}>{clock(message.timestamp)}</time>
                    </p>
                  ) : (
                    <MessageItem
                      key={message.clientMessageId ?? message.id}
                      message={message}
                      time={clock(message.timestamp)}
                      isRead={message === lastRead}
                      onRetry={onRetry}
                    />
                  ),
                )}
              </div>
            ))}
          </section>
        ))}
        {typingName ? <p className={classes.typing}>{MESSAGES.typing(typingName)}</p> : null}
      </div>
      {news > 0 ? (
        <button type="button" className={classes.news} onClick={goToEnd}>
          <Icon name="descending" size={14} />
          {MESSAGES.newMessages(news)}
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
  return (
    <p className={classes.sender} data-assistant={isAssistant || undefined}>
      {isAssistant ? (
        <LineIcon path={SPARK} size={14} />
      ) : (
        <Icon name={senderType === SENDERS.humanAgent ? 'headset' : 'person'} size={14} />
      )}
      {senderName ? <strong>{senderName}</strong> : null}
      {senderName !== role ? <span className={classes.role}>{role}</span> : null}
    </p>
  );
}
