import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CHAT_MESSAGES } from '#web/features/chat/chat.messages.ts';
import { signOffOutbox, ticketName, type WaitingSignOff } from '#web/features/tickets/sign-offs.api.ts';
import { SIGN_OFFS_MESSAGES as MESSAGES } from '#web/features/tickets/sign-offs.messages.ts';
import { discardRefused, refusedMessages } from '#web/lib/hub/unsent-chat-messages.ts';
import type { Waiting } from '#web/lib/offline/outbox.ts';
import { useStore } from '#web/lib/store.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
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

const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** The chat messages that the server refused. Each leads to its chat; the chat may no longer exist, so they can also be discarded here. */
function RefusedMessages() {
  const messages = useStore(refusedMessages);
  return (
    <div className={classes.place} role="status" aria-label={CHAT_MESSAGES.unsentLabel}>
      {messages.length > 0 ? (
        <p className={classes.bar} data-kind="offline">
          <Icon name="alert" size={16} />
          <span data-focus-lines>
            {CHAT_MESSAGES.unsentRefused(messages.length)}{' '}
            {messages.map((message) => {
              const { clientMessageId, sessionId, customer } = message;
              const text = shorten(message.text);
              return (
                <span key={clientMessageId} className={classes.entry}>
                  <Link to="/newOrderChat/$sessionId" params={{ sessionId }} search={{ customer: customer.globalCustomerNumber } as never}>
                    {text}
                  </Link>
                  <button
                    type="button"
                    className={classes.discard}
                    aria-label={CHAT_MESSAGES.discardRefused(text)}
                    title={CHAT_MESSAGES.discardRefused(text)}
                    onClick={() => discardRefused(message)}
                  >
                    <Icon name="close" size={14} />
                  </button>
                </span>
              );
            })}
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
      <span data-focus-lines={isRefused || undefined}>
        {text}{' '}
        {entries.map((entry, index) => {
          const { key, body } = entry;
          return (
            <span key={key} className={isRefused ? classes.entry : undefined}>
              {index > 0 && !isRefused ? ', ' : ''}
              <Link to="/tickets/sign" search={{ ticket: body.entry.ticketId, customer: body.customer.globalCustomerNumber } as never}>
                {ticketName(body)}
              </Link>
              {isRefused ? <DiscardRefused entry={entry} /> : null}
            </span>
          );
        })}
      </span>
    </p>
  );
}

/** Discards a refused sign-off after a question that says why it was refused. Its ticket may be out of the user's reach meanwhile. */
function DiscardRefused({ entry: { key, body, reason } }: { entry: Waiting<WaitingSignOff> }) {
  const [isAsking, setIsAsking] = useState(false);
  const label = CHAT_MESSAGES.discardRefused(ticketName(body));
  return (
    <>
      <button type="button" className={classes.discard} aria-label={label} title={label} onClick={() => setIsAsking(true)}>
        <Icon name="close" size={14} />
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={MESSAGES.discardTitle}
        confirmText={MESSAGES.discard}
        onConfirm={() => void signOffOutbox.discard(key)}
      >
        {[MESSAGES.refusedTicket(ticketName(body), reason ?? ''), MESSAGES.discardText].join(' ')}
      </ConfirmDialog>
    </>
  );
}
