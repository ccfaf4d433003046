import { Button, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getPaymentReview, listPaymentReviews, MAX_REVIEW_NOTE_LENGTH, type PaymentReviewRow } from '@yardage/contract/desk-payments';
import { getDeskCounts } from '@yardage/contract/desk-waiting';
import { timeZoneName } from '@yardage/domain/dates';
import { type PaymentResult, paymentMethodLabel, paymentResultLabel, paymentStatusText } from '@yardage/domain/payment-status';
import { type ReactNode, useState } from 'react';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { useOverlayScope, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import layout from '#web/patterns/layout.module.css';
import { MailLink } from '#web/patterns/mail-link.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { askAgain, type ReviewChange, reviewQuery, saveReview } from '../desk-payments.api.ts';
import { DESK_PAYMENTS_MESSAGES as MESSAGES } from '../desk-payments.messages.ts';
import { ReviewReason } from './review-columns.tsx';

interface ReviewDrawerProps {
  /** Undefined while the drawer is closed. */
  reviewId: number | undefined;
  /** A link to the customer's page, where there is one. */
  customerLink: (globalCustomerNumber: string, text: string) => ReactNode;
  onClose: () => void;
}

/** A payment that needs a person: why, the facts, the processor's answer, and a note. */
export function ReviewDrawer({ reviewId, customerLink, onClose }: ReviewDrawerProps) {
  const shownId = useLast(reviewId) ?? 0;
  // A colleague may have written since the list was read.
  const query = useQuery({ ...reviewQuery(shownId), enabled: reviewId !== undefined, staleTime: 0 });
  const review = query.data;
  return (
    <SideDrawer
      isInUrl
      isOpen={reviewId !== undefined}
      onClose={onClose}
      title={review?.cartId ?? MESSAGES.titleLoading}
      status={review ? <ReviewReason reason={review.reason} /> : null}
      // All times below are in its time zone.
      context={review ? [review.customerName, formatCurrency(review.amount), timeZoneName(review.timeZone)].join(' · ') : null}
    >
      <DetailState query={query} skeletonLines={[1, 3, 6]}>
        {(loaded) => (
          <>
            <Notice kind="info" title={MESSAGES.reasonTexts[loaded.reason]}>
              {loaded.reason === 'disagreed' ? MESSAGES.processorSays(paymentStatusText(loaded.detail)) : loaded.detail}
            </Notice>
            <NoteForm key={loaded.id} review={loaded} />
            <ReviewFacts review={loaded} customerLink={customerLink} />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}

function ReviewFacts({ review, customerLink }: { review: PaymentReviewRow; customerLink: ReviewDrawerProps['customerLink'] }) {
  const { dateTime } = useFormats(review.timeZone);
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

function NoteForm({ review }: { review: PaymentReviewRow }) {
  const { finish } = useOverlayScope();
  const queryClient = useQueryClient();
  // Until the user types, the field shows the stored note, which colleagues may change. `version` is the one that was shown then.
  const [typed, setTyped] = useState<{ text: string; version: number }>();
  // After a refusal the newest version is on the screen, and the next change is sent for that version.
  const [isOutdated, setIsOutdated] = useState(false);
  const note = typed?.text ?? review.note ?? '';
  const isDone = review.doneAt !== null;
  const show = (row: PaymentReviewRow): void => putAnswer(queryClient, reviewQuery(row.id).queryKey, row);
  const refresh = () => Promise.all([listPaymentReviews, getDeskCounts].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })));
  const saving = useWrite({
    write: (body: ReviewChange, attempt) => saveReview(review.id, body, attempt),
    meta: { failureTitle: MESSAGES.saveFailed, failureText: MESSAGES.saveFailed, prefersServerMessage: true },
    onSuccess: (row) => {
      toasts.show({ kind: 'success', title: MESSAGES.saved });
      show(row);
    },
    onSettled: () => Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: [getPaymentReview.id] })]),
    onDone: (row, sent) => {
      // Keep what was typed while the note was being saved.
      setTyped((now) => (now && now.text.trim() !== (sent.note ?? now.text.trim()) ? { ...now, version: row.version } : undefined));
      if (sent.isDone !== isDone) finish();
    },
    onFailed: (error) => setIsOutdated(error instanceof HttpProblem && error.status === 409),
  });
  const asking = useWrite({
    write: ({ id }: PaymentReviewRow, attempt) => askAgain(id, attempt),
    meta: { failureTitle: MESSAGES.askFailed, failureText: MESSAGES.askFailed, prefersServerMessage: true },
    onSuccess: async (row, asked) => {
      toasts.show({ kind: 'success', title: MESSAGES.asked });
      // If only the processor's answer made the new version, the typed note is still up to date.
      const isSameNote = row.note === asked.note;
      setTyped((now) => (now && isSameNote && now.version === asked.version ? { ...now, version: row.version } : now));
      show(row);
      await refresh();
    },
  });
  const isChanged = note.trim() !== (review.note ?? '');
  const isOvertaken = isChanged && typed !== undefined && typed.version !== review.version;
  useUnsavedInput({ isChanged, isSending: saving.isPending });
  const save = (isDone: boolean): void => {
    if (saving.isPending) return;
    const version = typed && isChanged && !isOutdated ? typed.version : review.version;
    setIsOutdated(false);
    saving.mutate({ ...(isChanged && { note: note.trim() }), isDone, version });
  };
  return (
    <Card title={MESSAGES.decision}>
      <div className={layout.form}>
        {isOvertaken ? (
          <Notice kind="info" title={MESSAGES.changed}>
            {review.note ?? MESSAGES.noNote}
          </Notice>
        ) : null}
        <Textarea
          label={MESSAGES.note}
          description={MESSAGES.noteHint}
          rows={3}
          maxLength={MAX_REVIEW_NOTE_LENGTH}
          value={note}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped((before) => ({ text, version: before?.version ?? review.version }));
          }}
        />
        <div className={layout.actions}>
          <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate(review)}>
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
