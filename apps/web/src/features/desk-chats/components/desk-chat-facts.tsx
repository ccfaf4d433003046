import { useMediaQuery } from '@mantine/hooks';
import type { DeskChat } from '@yardage/contract/desk-chats';
import { useState } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { DESK_CHATS_MESSAGES as MESSAGES } from '../desk-chats.messages.ts';
import classes from './desk-chat-facts.module.css';

/** The customer, and the order, ticket or address that the chat is about. Collapsed above the chat on narrow screens. */
export function DeskChatFacts({ session }: { session: DeskChat | undefined }) {
  const { dateTime } = useFormats(session?.timeZone);
  const isBeside = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const [isOpen, setIsOpen] = useState(isBeside);
  const facts = session
    ? [
        ...session.facts.map(({ label, value }) => [label, value] as const),
        [MESSAGES.customer, session.customerName] as const,
        [MESSAGES.customerNumber, session.customerNumber] as const,
        [MESSAGES.person, session.customerUserName] as const,
        [MESSAGES.email, session.customerUserEmail] as const,
        [MESSAGES.dataSource, session.dataSourceName] as const,
        [MESSAGES.started, dateTime(session.timeStamp)] as const,
      ]
    : [];
  return (
    <details className={classes.facts} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={classes.title}>
        {MESSAGES.about}
        <Icon name="chevron" size={16} />
      </summary>
      {session ? (
        <dl className={classes.lines}>
          {facts.map(([label, value]) => (
            <div key={label} className={classes.line}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <div className={classes.skeleton}>
          <StillLoading />
          <Skeleton width="70%" />
          <Skeleton width="50%" />
          <Skeleton width="62%" />
        </div>
      )}
    </details>
  );
}
