import { useQuery } from '@tanstack/react-query';
import type { Announcement } from '@yardage/contract/dashboard';
import { formatNumber } from '@yardage/domain/quantities';
import { useId, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { announcementsQuery } from '../dashboard.api.ts';
import { PEOPLE_MESSAGES as MESSAGES } from '../dashboard.messages.ts';
import classes from './announcements-card.module.css';
import { QueryCard, ToggleLine } from './query-card.tsx';

const SHOWN_AT_FIRST = 4;

/** The supplier's announcements, newest first (DSH-03). */
export function AnnouncementsCard() {
  const query = useQuery(announcementsQuery(useCustomer()));
  return (
    <QueryCard title={MESSAGES.announcements} query={query} skeleton={4}>
      {({ items }) => (items.length === 0 ? <p className={classes.none}>{MESSAGES.noAnnouncements}</p> : <News items={items} />)}
    </QueryCard>
  );
}

function News({ items }: { items: readonly Announcement[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const shown = isOpen ? items : items.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <div id={listId}>
        {shown.map(({ id, title, body, postedDate }) => (
          <article key={id} className={classes.item}>
            <h3 className={classes.title}>{title}</h3>
            <p className={classes.posted}>{MESSAGES.posted(formatDay(postedDate))}</p>
            <p className={classes.body}>{body}</p>
          </article>
        ))}
      </div>
      {items.length > SHOWN_AT_FIRST ? (
        <ToggleLine isOpen={isOpen} controls={listId} onToggle={setIsOpen}>
          {isOpen ? MESSAGES.less : MESSAGES.more(formatNumber(items.length - SHOWN_AT_FIRST))}
        </ToggleLine>
      ) : null}
    </>
  );
}
