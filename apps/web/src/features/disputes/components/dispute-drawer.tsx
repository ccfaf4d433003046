import { Button, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DisputeDetail } from '@yardage/contract/disputes';
import { PERMISSIONS } from '@yardage/contract/permissions';
import {
  afterMessage,
  canStillChange,
  disputeFileFault,
  MAX_DISPUTE_FILES,
  MAX_DISPUTE_NOTE_LENGTH,
  noteFault,
  tooManyDisputeFiles,
} from '@yardage/domain/disputes';
import { useState } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { DISPUTE_MESSAGES as SHARED } from '#web/patterns/dispute/dispute.messages.ts';
import { DisputeStatus } from '#web/patterns/dispute/dispute-status.tsx';
import { DisputeFacts, DisputeTimeline } from '#web/patterns/dispute/dispute-timeline.tsx';
import { FilesField, UploadProgress, useFiles } from '#web/patterns/files-field/files-field.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { isFieldRefusal } from '#web/patterns/form-errors.ts';
import layout from '#web/patterns/layout.module.css';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { DISPUTE_READS, disputeQuery, loadDisputeFile, sendReply, sendWithdrawal } from '../disputes.api.ts';
import { DISPUTES_MESSAGES as MESSAGES } from '../disputes.messages.ts';

interface DisputeDrawerProps {
  /** Undefined while the drawer is closed. */
  disputeId: number | undefined;
  onClose: () => void;
}

/** A dispute beside its invoice: the conversation, a message to the credit desk, and withdrawing (APY-03). */
export function DisputeDrawer({ disputeId, onClose }: DisputeDrawerProps) {
  const shownId = useLast(disputeId) ?? 0;
  const customer = useCustomer();
  const canDispute = useHoldsAny([PERMISSIONS.INVOICES_DISPUTE]);
  const query = useQuery({ ...disputeQuery(customer, shownId), enabled: disputeId !== undefined });
  const dispute = query.data;
  const canChange = canDispute && dispute !== undefined && canStillChange(dispute);
  return (
    <SideDrawer
      isInUrl
      isOpen={disputeId !== undefined}
      onClose={onClose}
      title={dispute ? SHARED.title(dispute.documentNumber) : SHARED.titleLoading}
      status={dispute ? <DisputeStatus dispute={dispute} /> : null}
      context={dispute?.description}
      facts={dispute ? <DisputeFacts dispute={dispute} /> : null}
      footer={canChange ? <Withdrawal key={dispute.id} dispute={dispute} /> : null}
    >
      <DetailState query={query} skeletonLines={[3, 5]}>
        {(loaded) => (
          <>
            <DisputeTimeline dispute={loaded} load={(fileId) => loadDisputeFile(customer, loaded.id, fileId)} />
            {canChange ? <ReplyForm key={loaded.id} dispute={loaded} /> : null}
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}

/** Refreshes all that shows disputes, after success and after a refusal: somebody else may have changed the dispute. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => Promise.all(DISPUTE_READS.map((id) => queryClient.invalidateQueries({ queryKey: [id] })));
}

function Withdrawal({ dispute }: { dispute: DisputeDetail }) {
  const customer = useCustomer();
  const refresh = useRefresh();
  const [isAsking, setIsAsking] = useState(false);
  const withdrawing = useWrite({
    write: (of: DisputeDetail, attempt) => sendWithdrawal(customer, of, attempt),
    meta: { failureText: MESSAGES.withdrawFailed, prefersServerMessage: true },
    onSuccess: () => void toasts.show({ kind: 'success', title: MESSAGES.withdrawn }),
    onSettled: refresh,
    onDone: () => setIsAsking(false),
    onFailed: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {MESSAGES.withdraw}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={MESSAGES.withdrawTitle}
        confirmText={MESSAGES.withdraw}
        isBusy={withdrawing.isPending}
        onConfirm={() => withdrawing.mutate(dispute)}
      >
        {MESSAGES.withdrawText(formatCurrency(dispute.amount), dispute.documentNumber)}
      </ConfirmDialog>
    </>
  );
}

function ReplyForm({ dispute }: { dispute: DisputeDetail }) {
  const customer = useCustomer();
  const refresh = useRefresh();
  const [message, setMessage] = useDraft(`dispute.${dispute.id}`);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [progress, setProgress] = useState(0);
  const attachedCount = dispute.entries.reduce((sum, { files }) => sum + files.length, 0);
  const files = useFiles({
    maxCount: MAX_DISPUTE_FILES - attachedCount,
    faultOf: disputeFileFault,
    tooMany: tooManyDisputeFiles,
  });
  const sending = useWrite({
    write: (text: string, attempt) => {
      setProgress(0);
      return sendReply(customer, dispute.id, text, { files: files.files, onProgress: setProgress }, attempt);
    },
    meta: { failureText: MESSAGES.replyFailed, prefersServerMessage: true, noResponseText: MESSAGES.unknown, isForm: true },
    onSuccess: (_answer, sent) => {
      // Clears the draft even if the page was left meanwhile, but keeps what was typed while the message was being sent.
      setMessage((typed) => (typed.trim() === sent ? '' : typed));
      toasts.show({ kind: 'success', title: MESSAGES.replied });
    },
    onSettled: refresh,
    onDone: () => {
      setIsSubmitted(false);
      files.clear();
    },
    onFailed: (error) => {
      if (isFieldRefusal(error)) files.setFault(Object.values(error.problem.errors ?? {}).flat()[0] ?? null);
    },
  });
  // The message is a draft and survives; files do not.
  useUnsavedInput({ isChanged: files.files.length > 0, isSending: sending.isPending });
  const fault = isSubmitted ? noteFault(message) : null;
  const isReopening = afterMessage(dispute).state !== dispute.state;
  return (
    <Card title={MESSAGES.reply}>
      <form
        className={layout.form}
        noValidate
        aria-label={MESSAGES.reply}
        onSubmit={(event) => {
          event.preventDefault();
          setIsSubmitted(true);
          if (!sending.isPending && noteFault(message) === null) sending.mutate(message.trim());
        }}
      >
        <Textarea
          label={MESSAGES.message}
          description={MESSAGES.replyHint(String(isReopening))}
          rows={3}
          maxLength={MAX_DISPUTE_NOTE_LENGTH}
          value={message}
          error={fault}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        {attachedCount < MAX_DISPUTE_FILES ? (
          <FilesField label={MESSAGES.files} hint={MESSAGES.filesHint} state={files} isDisabled={sending.isPending} />
        ) : null}
        {sending.isPending && files.files.length > 0 ? <UploadProgress progress={progress} /> : null}
        <div className={layout.actions}>
          <Button type="submit" loading={sending.isPending}>
            {MESSAGES.sendReply}
          </Button>
        </div>
      </form>
    </Card>
  );
}
