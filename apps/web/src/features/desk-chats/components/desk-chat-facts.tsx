import { useMediaQuery } from '@mantine/hooks';
import type { DeskChat } from '@yardage/contract/desk-chats';
import { useState } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Bone } from '#web/patterns/bone.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { StillLoading } from '#web/patterns/still-loading.tsx';
import { DESK_CHATS_WORDS as WORDS } from '../desk-chats.messages.ts';
import classes from './desk-chat-facts.module.css';

/** The customer, and the order, ticket or address that the chat is about. Collapsed above the chat on narrow screens. */
export function DeskChatFacts({ session }: { session: DeskChat | undefined }) {
  const { dateTime } = useFormats(session?.timeZone);
  const isBeside = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const [isOpen, setIsOpen] = useState(isBeside);
  const facts = session
    ? [
        ...session.facts.map(({ label, value }) => [label, value] as const),
        [WORDS.customer, session.customerName] as const,
        [WORDS.customerNumber, session.customerNumber] as const,
        [WORDS.person, session.customerUserName] as const,
        [WORDS.email, session.customerUserEmail] as const,
        [WORDS.dataSource, session.dataSourceName] as const,
        [WORDS.started, dateTime(session.timeStamp)] as const,
      ]
    : [];
  return (
    <details className={classes.facts} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={classes.title}>
        {WORDS.about}
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
        <div className={classes.bones}>
          <StillLoading />
          <Bone width="70%" />
          <Bone width="50%" />
          <Bone width="62%" />
        </div>
      )}
    </details>
  );
}
