import { useQuery } from '@tanstack/react-query';
import type { Contact } from '@yardage/contract/dashboard';
import { formatPhone, telHref } from '@yardage/domain/phones';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { summaryQuery } from '../dashboard.api.ts';
import { PEOPLE_MESSAGES as MESSAGES } from '../dashboard.messages.ts';
import classes from './contacts-card.module.css';
import { QueryCard } from './query-card.tsx';

const ROLES = ['accountRep', 'salesRep', 'regionalManager'] as const;

/** The supplier's contacts for this account, each with email and phone (DSH-06). */
export function ContactsCard() {
  const query = useQuery(summaryQuery(useCustomer(), 'contacts'));
  return (
    <QueryCard title={MESSAGES.contacts} query={query} skeleton={3}>
      {(summary) => {
        const people = ROLES.flatMap((role) => (summary[role] ? [{ role, contact: summary[role] }] : []));
        if (people.length === 0) return <p className={classes.none}>{MESSAGES.noContacts}</p>;
        return (
          <div className={classes.people}>
            {people.map(({ role, contact }) => (
              <Person key={role} title={MESSAGES[role]} contact={contact} />
            ))}
          </div>
        );
      }}
    </QueryCard>
  );
}

function Person({ title, contact: { name, email, phone } }: { title: string; contact: Contact }) {
  return (
    <div className={classes.person}>
      <p className={classes.title}>{title}</p>
      <p className={classes.name}>{name}</p>
      <address className={classes.ways}>
        <a className={classes.way} href={`mailto:${email}`} title={MESSAGES.mailTo(name)}>
          <Icon name="mail" size={16} />
          <span>{email}</span>
        </a>
        <a className={classes.way} href={telHref(phone)} title={MESSAGES.call(name, formatPhone(phone))}>
          <Icon name="phone" size={16} />
          <span>{formatPhone(phone)}</span>
        </a>
      </address>
    </div>
  );
}
