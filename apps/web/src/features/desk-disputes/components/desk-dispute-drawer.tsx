import { Anchor, Button, NativeSelect, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeskDisputeDetail } from '@yardage/contract/desk-disputes';
import { timeZoneName } from '@yardage/domain/dates';
import { canStillChange, MAX_DISPUTE_NOTE_LENGTH, noteFault } from '@yardage/domain/disputes';
import { DISPUTE_STATUS_NAMES } from '@yardage/domain/disputes.messages';
import { REJECT_REASON_NAMES } from '@yardage/domain/names.messages';
import { formatQuantity } from '@yardage/domain/quantities';
import { useState } from 'react';
import { useDraft } from '#web/lib/drafts.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { DISPUTE_MESSAGES as SHARED } from '#web/patterns/dispute/dispute.messages.ts';
import { DisputeStatus } from '#web/patterns/dispute/dispute-status.tsx';
import { DisputeFacts, DisputeTimeline } from '#web/patterns/dispute/dispute-timeline.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import layout from '#web/patterns/layout.module.css';
import { MailLink } from '#web/patterns/mail-link.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import {
  DESK_ANSWERS,
  DESK_DISPUTE_READS,
  type DeskAnswer,
  deskDisputeQuery,
  loadDeskDisputeFile,
  sendAnswer,
} from '../desk-disputes.api.ts';
import { DESK_DISPUTES_MESSAGES as MESSAGES } from '../desk-disputes.messages.ts';

interface DeskDisputeDrawerProps {
  /** Undefined while the drawer is closed. */
  disputeId: number | undefined;
  /** The address of the customer's page; null for users who may not see it. */
  customerHref: ((globalCustomerNumber: string) => string) | null;
  onClose: () => void;
}

/** A dispute at the desk: the conversation, the answer, and what was billed. */
export function DeskDisputeDrawer({ disputeId, customerHref, onClose }: DeskDisputeDrawerProps) {
  const shownId = useLast(disputeId) ?? 0;
  const query = useQuery({ ...deskDisputeQuery(shownId), enabled: disputeId !== undefined });
  const dispute = query.data;
  return (
    <SideDrawer
      isInUrl
      isOpen={disputeId !== undefined}
      onClose={onClose}
      title={dispute ? SHARED.title(dispute.documentNumber) : SHARED.titleLoading}
      status={dispute ? <DisputeStatus dispute={dispute} /> : null}
      // All times below are in its time zone.
      context={dispute ? [dispute.customerName, dispute.globalCustomerNumber, timeZoneName(dispute.timeZone)].join(' · ') : null}
      facts={dispute ? <DisputeFacts dispute={dispute} /> : null}
    >
      <DetailState query={query} skeletonLines={[3, 5]}>
        {(loaded) => (
          <>
            <DisputeTimeline dispute={loaded} load={(fileId) => loadDeskDisputeFile(loaded.id, fileId)} />
            {canStillChange(loaded) ? <AnswerForm key={loaded.id} dispute={loaded} /> : null}
            <BilledLine dispute={loaded} />
            <InvoiceFacts dispute={loaded} customerHref={customerHref} />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}

/** Answers the dispute. If the dispute changes meanwhile, the form shows that first, and the answer has to be sent again. */
function AnswerForm({ dispute }: { dispute: DeskDisputeDetail }) {
  const queryClient = useQueryClient();
  const [message, setMessage] = useDraft(`desk-dispute.${dispute.id}`);
  const [outcome, setOutcome] = useState<DeskAnswer>('credit-promised');
  const [isSubmitted, setIsSubmitted] = useState(false);
  // The version that the writer has seen. If there is a later one, the writer has to see it before the answer is sent.
  const [seen, setSeen] = useState(dispute.version);
  const isChanged = seen !== dispute.version;
  // After a refusal the newest version is on the screen, and the next answer is sent for that version.
  const [isOutdated, setIsOutdated] = useState(false);
  const sending = useWrite({
    write: (body: { outcome: DeskAnswer; message: string; version: number }, attempt) => sendAnswer(dispute.id, body, attempt),
    meta: { failureText: MESSAGES.sendFailed, prefersServerMessage: true },
    onSuccess: (_answer, { message: sent }) => {
      // Clears the draft even if the page was left meanwhile, but keeps what was typed while the answer was being sent.
      setMessage((typed) => (typed.trim() === sent ? '' : typed));
      toasts.show({ kind: 'success', title: MESSAGES.sent });
    },
    onSettled: () => Promise.all(DESK_DISPUTE_READS.map((id) => queryClient.invalidateQueries({ queryKey: [id] }))),
    onDone: ({ version }) => {
      setSeen(version);
      setIsSubmitted(false);
    },
    onFailed: (error) => setIsOutdated(error instanceof HttpProblem && error.status === 409),
  });
  useUnsavedInput({ isChanged: false, isSending: sending.isPending });
  const fault = isSubmitted ? noteFault(message) : null;
  return (
    <Card title={MESSAGES.answer}>
      <form
        className={layout.form}
        noValidate
        aria-label={MESSAGES.answer}
        onSubmit={(event) => {
          event.preventDefault();
          setIsSubmitted(true);
          if (sending.isPending || noteFault(message) !== null) return;
          const version = isOutdated ? dispute.version : seen;
          setSeen(version);
          setIsOutdated(false);
          sending.mutate({ outcome, message: message.trim(), version });
        }}
      >
        {isChanged && message.trim() !== '' ? <Notice kind="info" title={MESSAGES.changed} /> : null}
        <NativeSelect
          label={MESSAGES.outcome}
          description={MESSAGES.outcomeHints[outcome]}
          value={outcome}
          onChange={(event) => setOutcome(event.currentTarget.value as DeskAnswer)}
        >
          {DESK_ANSWERS.map((value) => (
            <option key={value} value={value}>
              {DISPUTE_STATUS_NAMES[value]}
            </option>
          ))}
        </NativeSelect>
        <Textarea
          label={MESSAGES.message}
          description={dispute.isCreatorMailed ? MESSAGES.messageHint : MESSAGES.nobodyGetsIt}
          rows={4}
          maxLength={MAX_DISPUTE_NOTE_LENGTH}
          value={message}
          error={fault}
          onChange={(event) => {
            // The user who starts to type has read the version on the screen.
            if (message.trim() === '') setSeen(dispute.version);
            setMessage(event.currentTarget.value);
          }}
        />
        <div className={layout.actions}>
          <Button type="submit" loading={sending.isPending}>
            {MESSAGES.send}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** The billed line beside its ticket and the agreed price. */
function BilledLine({ dispute: { line, unitOfMeasure, timeZone } }: { dispute: DeskDisputeDetail }) {
  // As on the paper ticket.
  const { dateTime } = useFormats(timeZone);
  if (!line) return null;
  return (
    <InfoCard
      title={MESSAGES.comparison}
      isComplete
      rows={[
        { label: MESSAGES.billedQuantity, value: formatQuantity(line.quantity, unitOfMeasure) },
        { label: MESSAGES.ticketQuantity, value: formatQuantity(line.ticketQuantity, unitOfMeasure) },
        { label: MESSAGES.billedPrice, value: formatCurrency(line.unitPrice) },
        { label: MESSAGES.agreedPrice, value: formatCurrency(line.agreedPrice) },
        { label: MESSAGES.lineAmount, value: formatCurrency(line.amount) },
        { label: MESSAGES.ticketed, value: dateTime(line.ticketedAt) },
        ...(line.rejectReason ? [{ label: MESSAGES.rejected, value: REJECT_REASON_NAMES[line.rejectReason] }] : []),
      ]}
    />
  );
}

function InvoiceFacts({ dispute, customerHref }: Pick<DeskDisputeDrawerProps, 'customerHref'> & { dispute: DeskDisputeDetail }) {
  const { dateTime } = useFormats(dispute.timeZone);
  const { customerName, globalCustomerNumber, dataSourceName } = dispute;
  const account = `${customerName} · ${globalCustomerNumber} · ${dataSourceName}`;
  return (
    <InfoCard
      title={MESSAGES.facts}
      isComplete
      rows={[
        { label: MESSAGES.account, value: customerHref ? <Anchor href={customerHref(globalCustomerNumber)}>{account}</Anchor> : account },
        { label: MESSAGES.invoiceDate, value: formatDay(dispute.invoiceDate) },
        { label: MESSAGES.dueDate, value: formatDay(dispute.dueDate) },
        { label: MESSAGES.invoiceAmount, value: formatCurrency(dispute.invoiceAmount) },
        { label: MESSAGES.openAmount, value: formatCurrency(dispute.openAmount) },
        {
          label: MESSAGES.openedBy,
          value: (
            <>
              {dispute.createdByName} {dispute.createdByEmail ? <MailLink email={dispute.createdByEmail} /> : null}
            </>
          ),
        },
        { label: MESSAGES.since, value: dateTime(dispute.createdDate) },
      ]}
    />
  );
}
