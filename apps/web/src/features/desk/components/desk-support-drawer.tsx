import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeskSupportDetail } from '@yardage/contract/desk';
import { MAX_DESCRIPTION_LENGTH, SUPPORT_STATUS } from '@yardage/domain/support-rules';
import { useState } from 'react';
import { useDraft } from '#web/lib/drafts.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import layout from '#web/patterns/layout.module.css';
import { Notice } from '#web/patterns/notice.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { SupportExchange, SupportFields, SupportPictures } from '#web/patterns/support-request/support-details.tsx';
import { SUPPORT_REQUEST_MESSAGES as MESSAGES } from '#web/patterns/support-request/support-request.messages.ts';
import { SupportStatus } from '#web/patterns/support-request/support-status.tsx';
import {
  answerSupport,
  DESK_SUPPORT_READS,
  deskAttachmentsQuery,
  deskSupportQuery,
  loadDeskAttachment,
  type SupportAnswer,
} from '../desk.api.ts';
import { DESK_SUPPORT_MESSAGES } from '../desk.messages.ts';

interface DeskSupportDrawerProps {
  /** Undefined while the drawer is closed. */
  requestId: number | undefined;
  onClose: () => void;
}

/** A customer's support request in a drawer, with the answer form below the messages. */
export function DeskSupportDrawer({ requestId, onClose }: DeskSupportDrawerProps) {
  const shownId = useLast(requestId) ?? 0;
  const isOpen = requestId !== undefined;
  const query = useQuery({ ...deskSupportQuery(shownId), enabled: isOpen });
  const files = useQuery({ ...deskAttachmentsQuery(shownId), enabled: isOpen });
  const request = query.data;
  return (
    <SideDrawer
      isInUrl
      isOpen={isOpen}
      onClose={onClose}
      title={request ? MESSAGES.title(request.id) : MESSAGES.titleLoading}
      status={request ? <SupportStatus status={request.status} /> : null}
      context={request?.title}
    >
      <DetailState query={query} skeletonLines={[3, 5]}>
        {(loaded) => (
          <>
            <SupportExchange request={loaded} />
            <SupportPictures query={files} load={({ attachment }) => loadDeskAttachment(loaded.id, attachment)} />
            <AnswerForm key={loaded.id} request={loaded} />
            <SupportFields request={loaded} creator={loaded.creator} />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}

/** Replies to a support request and sets its status. For an open request the default is In Progress. */
function AnswerForm({ request }: { request: DeskSupportDetail }) {
  const queryClient = useQueryClient();
  const [reply, setReply] = useDraft(`support.${request.id}`);
  // Null until the user selects a status. Until then it follows the request, which a colleague may change meanwhile.
  const [chosen, setChosen] = useState<number | null>(null);
  const status = chosen ?? (request.status === SUPPORT_STATUS.open ? SUPPORT_STATUS.inProgress : request.status);
  const [isSubmitted, setIsSubmitted] = useState(false);
  // The version that the writer has seen. If there is a later one, the writer has to see it before the answer is sent.
  const [seen, setSeen] = useState(request.version);
  // After a refusal the newest version is on the screen, and the next answer is sent for that version.
  const [isOutdated, setIsOutdated] = useState(false);
  const hasBegun = reply.trim() !== '' || chosen !== null;
  const begin = (): void => {
    // The user who starts to type has read the version on the screen.
    if (!hasBegun) setSeen(request.version);
  };
  const text = reply.trim();
  const hasNothing = text === '' && status === request.status;
  const saving = useWrite({
    write: (answer: SupportAnswer, attempt) => answerSupport(request.id, answer, attempt),
    meta: { failureText: DESK_SUPPORT_MESSAGES.saveFailed, prefersServerMessage: true },
    onSuccess: ({ message }, { reply: sent = '' }) => {
      // Clears the draft even if the page was left meanwhile, but keeps what was typed while the answer was being sent.
      setReply((typed) => (typed.trim() === sent ? '' : typed));
      toasts.show({ kind: 'success', title: message });
    },
    onSettled: () => Promise.all(DESK_SUPPORT_READS.map((id) => queryClient.invalidateQueries({ queryKey: [id] }))),
    onDone: (_answer, sent) => {
      setChosen(null);
      setIsSubmitted(false);
      // The user's own answer made the next version.
      setSeen(sent.version + 1);
    },
    onFailed: (error) => setIsOutdated(error instanceof HttpProblem && error.status === 409),
  });
  // While the user's own answer is being saved, a refetch may already return it. That is no change by somebody else.
  const isOvertaken = !saving.isPending && hasBegun && seen !== request.version;
  useUnsavedInput({ isChanged: false, isSending: saving.isPending });
  const submit = (): void => {
    setIsSubmitted(true);
    if (saving.isPending || hasNothing) return;
    const version = isOutdated || !hasBegun ? request.version : seen;
    setSeen(version);
    setIsOutdated(false);
    saving.mutate({ status, version, ...(text && { reply: text }) });
  };
  return (
    <Card title={DESK_SUPPORT_MESSAGES.answer}>
      <form
        className={layout.form}
        noValidate
        aria-label={DESK_SUPPORT_MESSAGES.answer}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {isOvertaken ? <Notice kind="info" title={DESK_SUPPORT_MESSAGES.changed} /> : null}
        <Textarea
          label={DESK_SUPPORT_MESSAGES.reply}
          description={answerHint(request)}
          rows={4}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={reply}
          error={isSubmitted && hasNothing ? DESK_SUPPORT_MESSAGES.nothingToSave : null}
          onChange={(event) => {
            begin();
            setReply(event.currentTarget.value);
          }}
        />
        <NativeSelect
          label={DESK_SUPPORT_MESSAGES.newStatus}
          value={String(status)}
          onChange={(event) => {
            begin();
            setChosen(Number(event.currentTarget.value));
          }}
        >
          {Object.entries(DESK_SUPPORT_MESSAGES.statuses).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
        <div className={layout.actions}>
          <Button type="submit" loading={saving.isPending}>
            {text ? DESK_SUPPORT_MESSAGES.send : DESK_SUPPORT_MESSAGES.saveStatus}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Says who gets an answer. */
function answerHint({ creator }: DeskSupportDetail): string {
  if (!creator) return DESK_SUPPORT_MESSAGES.askerUnknown;
  return creator.hasAccess ? DESK_SUPPORT_MESSAGES.replyHint : DESK_SUPPORT_MESSAGES.nobodyGetsIt;
}
