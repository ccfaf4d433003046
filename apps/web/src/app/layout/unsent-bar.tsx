import { Link } from '@tanstack/react-router';
import { CHAT_MESSAGES } from '#web/features/chat/chat.messages.ts';
import { signOffOutbox, ticketName, type WaitingSignOff } from '#web/features/tickets/sign-offs.api.ts';
import { SIGN_OFFS_MESSAGES as MESSAGES } from '#web/features/tickets/sign-offs.messages.ts';
import { refusedChats } from '#web/lib/hub/unsent-chat-messages.ts';
import type { Waiting } from '#web/lib/offline/outbox.ts';
import { useStore } from '#web/lib/store.ts';
import { Icon } from '#web/patterns/icon.tsx';
import classes from './connection-bar.module.css';

/** What was not sent, on every page. */
export function UnsentBar() {
  return (
    <>
      <UnsentSignOffs />
      <RefusedMessages />
    </>
  );
}

const MAX_SHOWN = 60;

/** The chat messages that the server refused. Each leads to its chat, where it can be copied or discarded. */
function RefusedMessages() {
  const chats = useStore(refusedChats);
  const messages = chats.flatMap((chat) => chat.texts.map((text, index) => ({ ...chat, text, key: `${chat.sessionId} ${index}` })));
  return (
    <div className={classes.place} role="status" aria-label={CHAT_MESSAGES.unsentLabel}>
      {messages.length > 0 ? (
        <p className={classes.bar} data-kind="offline">
          <Icon name="alert" size={16} />
          <span>
            {CHAT_MESSAGES.unsentRefused(messages.length)}{' '}
            {messages.map(({ key, sessionId, customer, text }, index) => (
              <span key={key}>
                {index > 0 ? ', ' : ''}
                <Link to="/newOrderChat/$sessionId" params={{ sessionId }} search={{ customer: customer.globalCustomerNumber } as never}>
                  {text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}
                </Link>
              </span>
            ))}
          </span>
        </p>
      ) : null}
    </div>
  );
}

/** The sign-offs that were not sent: those that the server refused, and those that wait. Each leads to its ticket. */
function UnsentSignOffs() {
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
