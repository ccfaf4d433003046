import { Link } from '@tanstack/react-router';
import { signOffOutbox, ticketName, type WaitingSignOff } from '#web/features/tickets/sign-offs.api.ts';
import { SIGN_OFFS_MESSAGES as MESSAGES } from '#web/features/tickets/sign-offs.messages.ts';
import type { Waiting } from '#web/lib/offline/outbox.ts';
import { useStore } from '#web/lib/store.ts';
import { Icon } from '#web/patterns/icon.tsx';
import classes from './connection-bar.module.css';

/** The sign-offs that were not sent, on every page: those that the server refused, and those that wait. Each leads to its ticket. */
export function UnsentBar() {
  const waiting = useStore(signOffOutbox.waiting);
  const refused = waiting.filter(({ isRefused }) => isRefused);
  const others = waiting.filter(({ isRefused }) => !isRefused);
  return (
    <div className={classes.place} role="status" aria-label={MESSAGES.unsentLabel}>
      {refused.length > 0 ? <Line text={MESSAGES.unsentRefused(refused.length)} entries={refused} isRefused /> : null}
      {others.length > 0 ? <Line text={MESSAGES.unsentWaiting(others.length)} entries={others} /> : null}
    </div>
  );
}

interface LineProps {
  text: string;
  entries: readonly Waiting<WaitingSignOff>[];
  isRefused?: boolean;
}

function Line({ text, entries, isRefused = false }: LineProps) {
  return (
    <p className={classes.bar} data-kind={isRefused ? 'offline' : undefined}>
      <Icon name={isRefused ? 'alert' : 'info'} size={16} />
      <span>
        {text}{' '}
        {entries.map(({ key, body }, index) => (
          <span key={key}>
            {index > 0 ? ', ' : ''}
            <Link to="/tickets/sign" search={{ ticket: body.entry.ticketId, customer: body.customer.globalCustomerNumber } as never}>
              {ticketName(body)}
            </Link>
          </span>
        ))}
      </span>
    </p>
  );
}
