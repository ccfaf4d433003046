import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { SignOff } from '@yardage/contract/sign-offs';
import type { TicketDetail } from '@yardage/contract/tickets';
import { formatQuantity } from '@yardage/domain/quantities';
import { canBeSigned } from '@yardage/domain/tickets';
import { Suspense, useState } from 'react';
import { profileQuery } from '#web/features/account/account.api.ts';
import { sendAsCorrection, signOffOutbox, type WaitingSignOff } from '#web/features/tickets/sign-offs.api.ts';
import { SIGN_OFFS_MESSAGES as MESSAGES } from '#web/features/tickets/sign-offs.messages.ts';
import { ticketQuery } from '#web/features/tickets/tickets.api.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { hasPreviousPage } from '#web/lib/navigation/previous-page.ts';
import { useCanBeSigned } from '#web/lib/offline/can-be-signed.ts';
import type { Waiting } from '#web/lib/offline/outbox.ts';
import { discardFirst, hasPendingInput, releaseInput, unsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useStore } from '#web/lib/store.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { TicketMark } from '#web/patterns/ticket-status.tsx';
import classes from './ticket-sign.module.css';

const loadForm = () => import('#web/features/tickets/components/sign-off/sign-off-form.tsx');
const SignOffForm = lazyOpened(() => loadForm().then(({ SignOffForm }) => SignOffForm));
const SignOffCard = lazyOpened(() =>
  import('#web/features/tickets/components/sign-off/sign-off-card.tsx').then(({ SignOffCard }) => SignOffCard),
);
// The form is loaded while the ticket is.
loadForm().catch(() => undefined);

/** Signing for one load: the form, or the entry that exists and a way to correct it. */
export function TicketSign({ ticketId }: { ticketId: number | undefined }) {
  const { globalCustomerNumber } = useCustomer();
  if (ticketId === undefined) return <Notice kind="info" title={MESSAGES.noTicket} />;
  return <TicketToSign key={`${globalCustomerNumber} ${ticketId}`} ticketId={ticketId} />;
}

function TicketToSign({ ticketId }: { ticketId: number }) {
  const query = useQuery(ticketQuery(useCustomer(), ticketId));
  const profile = useQuery(profileQuery());
  // The form is prefilled with the user's name, so it waits for the profile, but not if that fails.
  const isWaiting = profile.isPending;
  const receiver = profile.data ? `${profile.data.firstName} ${profile.data.lastName}`.trim() : '';
  return (
    <DetailState query={isWaiting ? { ...query, data: undefined, isFetching: true } : query} skeletonLines={[2, 4, 3]}>
      {(ticket) => <LoadToSign ticket={ticket} receiver={receiver} />}
    </DetailState>
  );
}

function LoadToSign({ ticket, receiver }: { ticket: TicketDetail; receiver: string }) {
  const router = useRouter();
  const [corrected, setCorrected] = useState<SignOff | null>(null);
  const leave = (): void => {
    releaseInput();
    if (hasPreviousPage(router.history)) router.history.back({ ignoreBlocker: true });
    else void router.navigate({ to: '/tickets', search: { details: ticket.id } as never });
  };
  const isSigned = ticket.signOffs.length > 0;
  const current = ticket.signOffs.find(({ isCorrected }) => !isCorrected);
  // A filled-in form stays open if somebody else signs meanwhile.
  const canSign = useCanBeSigned();
  const isOffered = !isSigned && canSign(ticket);
  const [wasOffered, setWasOffered] = useState(isOffered);
  if (isOffered && !wasOffered) setWasOffered(true);
  const hasInput = useStore(unsavedInput, hasPendingInput);
  const isFormShown = corrected !== null || isOffered || (wasOffered && hasInput);
  const cancel = (): void =>
    discardFirst(undefined, () => {
      releaseInput();
      setCorrected(null);
    });
  const kept = useStore(signOffOutbox.waiting, (waiting) => waiting.find(({ body }) => body.entry.ticketId === ticket.id));
  if (kept) {
    return (
      <div className={classes.page}>
        <LoadFacts ticket={ticket} />
        <KeptSignOff kept={kept} current={current} />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <LoadFacts ticket={ticket} />
      {!isSigned && !canBeSigned(ticket) ? (
        <Notice kind="info" title={ticket.isCancelled ? MESSAGES.cancelled : isOffered ? MESSAGES.notOnJobOffline : MESSAGES.notOnJob} />
      ) : null}
      <Suspense fallback={<Skeleton height={320} />}>
        {isSigned && !isFormShown ? <SignOffCard ticketId={ticket.id} entries={ticket.signOffs} onCorrect={setCorrected} /> : null}
        {isFormShown ? (
          <SignOffForm
            ticket={ticket}
            corrects={corrected}
            overtakenBy={current?.id === corrected?.id ? undefined : current}
            onCorrect={setCorrected}
            receiver={receiver}
            onDone={leave}
            onCancel={isSigned ? cancel : undefined}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

interface KeptSignOffProps {
  kept: Waiting<WaitingSignOff>;
  /** The entry that counts, if somebody else has signed meanwhile. */
  current: SignOff | undefined;
}

/** An entry that was signed without a connection and waits, or that the server refused since. */
function KeptSignOff({ kept: { key, body, isRefused, isEarly, reason }, current }: KeptSignOffProps) {
  const isOvertaken = current !== undefined && current.id !== body.entry.correctsId;
  return (
    <>
      {isRefused ? (
        <>
          <Notice kind="failure" title={MESSAGES.failed}>
            {isOvertaken ? MESSAGES.overtaken : reason}
          </Notice>
          <Button size="lg" onClick={() => void (isOvertaken ? sendAsCorrection(key, body, current.id) : signOffOutbox.retry(key))}>
            {isOvertaken ? MESSAGES.sendAsCorrection : MESSAGES.sendAgain}
          </Button>
        </>
      ) : (
        <Notice kind="info" title={MESSAGES.kept}>
          {isEarly ? MESSAGES.keptEarlyText : MESSAGES.keptText}
        </Notice>
      )}
      <DiscardSignOff entryKey={key} />
    </>
  );
}

/** Removes an entry that was not sent yet, after a question: the wrong load may have been signed. */
function DiscardSignOff({ entryKey }: { entryKey: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button size="lg" variant="default" onClick={() => setIsAsking(true)}>
        {MESSAGES.discard}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={MESSAGES.discardTitle}
        confirmText={MESSAGES.discard}
        onConfirm={() => void signOffOutbox.discard(entryKey)}
      >
        {MESSAGES.discardText}
      </ConfirmDialog>
    </>
  );
}

/** Identifies the load by facts that are also on the driver's paper. */
function LoadFacts({ ticket }: { ticket: TicketDetail }) {
  const facts = [
    formatQuantity(ticket.totalQuantity, ticket.unitOfMeasure),
    MESSAGES.load(ticket.loadNumber),
    ticket.truckNo ? MESSAGES.truck(ticket.truckNo) : '',
    ticket.ticketProducts[0]?.productDescription ?? '',
  ].filter(Boolean);
  return (
    <header className={classes.head}>
      <h2 className={classes.number}>
        {ticket.ticketNumber} <TicketMark ticket={ticket} />
      </h2>
      <p className={classes.facts}>{facts.join(' · ')}</p>
      <p className={classes.facts}>{[ticket.job, ticket.addressLine1].filter(Boolean).join(', ')}</p>
    </header>
  );
}
