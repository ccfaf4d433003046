import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { listPaymentReviews, MAX_REVIEW_NOTE_LENGTH, type PaymentReviewRow } from '@yardage/contract/desk-payments';
import { type PaymentResult, paymentMethodLabel, paymentResultLabel, paymentStatusText } from '@yardage/domain/payment-status';
import { type ReactNode, useState } from 'react';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useOverlayScope, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import layout from '#web/patterns/layout.module.css';
import { MailLink } from '#web/patterns/mail-link.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { askAgain, saveReview } from '../desk-payments.api.ts';
import { DESK_PAYMENTS_MESSAGES as MESSAGES } from '../desk-payments.messages.ts';
import { ReviewReason } from './review-columns.tsx';

interface ReviewDrawerProps {
  /** Undefined while the drawer is closed. */
  review: PaymentReviewRow | undefined;
  /** A link to the customer's page, where there is one. */
  customerLink: (globalCustomerNumber: string, text: string) => ReactNode;
  onClose: () => void;
}

/** A payment that needs a person: why, the facts, the processor's answer, and a note. */
export function ReviewDrawer({ review, customerLink, onClose }: ReviewDrawerProps) {
  const listed = useLast(review);
  const [answer, setAnswer] = useState<{ row: PaymentReviewRow; to: PaymentReviewRow }>();
  // A written review may leave the list. The server's answer counts until the list brings a newer row.
  const shown = answer && answer.to === listed ? answer.row : listed;
  return (
    <SideDrawer
      isInAddress
      isOpen={review !== undefined}
      onClose={onClose}
      title={shown?.cartId ?? ''}
      status={shown ? <ReviewReason reason={shown.reason} /> : null}
      context={shown ? `${shown.customerName} · ${formatCurrency(shown.amount)}` : null}
    >
      {shown ? (
        <div className={layout.sections}>
          <Notice kind="info" title={MESSAGES.reasonTexts[shown.reason]}>
            {shown.detail}
          </Notice>
          <NoteForm key={shown.id} review={shown} onAnswer={(row) => listed && setAnswer({ row, to: listed })} />
          <ReviewFacts review={shown} customerLink={customerLink} />
        </div>
      ) : null}
    </SideDrawer>
  );
}

function ReviewFacts({ review, customerLink }: { review: PaymentReviewRow; customerLink: ReviewDrawerProps['customerLink'] }) {
  const { dateTime } = useFormats();
  const done = review.doneAt ? MESSAGES.doneBy(review.doneBy ?? MESSAGES.byItself, dateTime(review.doneAt)) : null;
  return (
    <InfoCard
      title={MESSAGES.facts}
      isComplete
      rows={[
        {
          label: MESSAGES.customer,
          value: customerLink(review.globalCustomerNumber, `${review.customerName} · ${review.globalCustomerNumber}`),
        },
        { label: MESSAGES.amount, value: formatCurrency(review.amount) },
        { label: MESSAGES.method, value: paymentMethodLabel(review.method) },
        {
          label: MESSAGES.status,
          value: `${paymentResultLabel(review.paymentResult as PaymentResult)}: ${paymentStatusText(review.statusMessage)}`,
        },
        { label: MESSAGES.paid, value: dateTime(review.startedAt) },
        { label: MESSAGES.since, value: dateTime(review.createdAt) },
        { label: MESSAGES.processorId, value: review.processorId },
        { label: MESSAGES.payer, value: review.payerEmail ? <MailLink email={review.payerEmail} /> : null },
        { label: MESSAGES.isDone, value: done },
      ]}
    />
  );
}

function NoteForm({ review, onAnswer }: { review: PaymentReviewRow; onAnswer: (row: PaymentReviewRow) => void }) {
  const { finish } = useOverlayScope();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string>();
  // Until something is typed, the field follows what colleagues write.
  const note = typed ?? review.note ?? '';
  const isDone = review.doneAt !== null;
  const refresh = () => queryClient.invalidateQueries({ queryKey: [listPaymentReviews.id] });
  const saving = useWrite({
    write: (body: { note: string; isDone: boolean }, attempt) => saveReview(review.id, body, attempt),
    meta: { failureTitle: MESSAGES.saveFailed, failureText: MESSAGES.saveFailed, prefersServerMessage: true },
    onSuccess: async () => {
      toasts.show({ kind: 'success', title: MESSAGES.saved });
      await refresh();
    },
    onDone: (row, sent) => {
      onAnswer(row);
      // What was typed meanwhile stays.
      setTyped((now) => (now?.trim() === sent.note ? undefined : now));
      if (sent.isDone !== isDone) finish();
    },
  });
  const asking = useWrite({
    write: (id: number, attempt) => askAgain(id, attempt),
    meta: { failureTitle: MESSAGES.askFailed, failureText: MESSAGES.askFailed, prefersServerMessage: true },
    onSuccess: async () => {
      toasts.show({ kind: 'success', title: MESSAGES.asked });
      await refresh();
    },
    onDone: onAnswer,
  });
  const isChanged = note.trim() !== (review.note ?? '');
  useUnsavedInput({ isChanged, isSending: saving.isPending });
  const save = (isDone: boolean): void => {
    if (!saving.isPending) saving.mutate({ note: note.trim(), isDone });
  };
  return (
    <Card title={MESSAGES.decision}>
      <div className={layout.form}>
        <Textarea
          label={MESSAGES.note}
          description={MESSAGES.noteHint}
          rows={3}
          maxLength={MAX_REVIEW_NOTE_LENGTH}
          value={note}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={layout.actions}>
          <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate(review.id)}>
            {MESSAGES.ask}
          </Button>
          <Button variant="default" disabled={!isChanged || saving.isPending} onClick={() => save(isDone)}>
            {MESSAGES.save}
          </Button>
          <Button loading={saving.isPending} onClick={() => save(!isDone)}>
            {isDone ? MESSAGES.reopen : MESSAGES.done}
          </Button>
        </div>
      </div>
    </Card>
  );
}
