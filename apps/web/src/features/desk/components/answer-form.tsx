import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getDeskSupport, listDeskSupport } from '@yardage/contract/desk';
import type { SupportDetail } from '@yardage/contract/support';
import { MAX_DESCRIPTION_LENGTH, SUPPORT_STATUS } from '@yardage/domain/support-rules';
import { useState } from 'react';
import { useDraft } from '#web/lib/drafts.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { answerSupport } from '../desk.api.ts';
import { DESK_SUPPORT_MESSAGES as MESSAGES } from '../desk.messages.ts';
import classes from './desk-form.module.css';

/** Replies to a support request and sets its status. For an open request the default is In Progress. */
export function AnswerForm({ request }: { request: SupportDetail }) {
  const queryClient = useQueryClient();
  const [reply, setReply] = useDraft(`support.${request.id}`);
  // Null until the user selects a status. Until then it follows the request, which a colleague may change meanwhile.
  const [chosen, setChosen] = useState<number | null>(null);
  const status = chosen ?? (request.status === SUPPORT_STATUS.open ? SUPPORT_STATUS.inProgress : request.status);
  const [isAsked, setIsAsked] = useState(false);
  const text = reply.trim();
  const hasNothing = text === '' && status === request.status;
  const saving = useWrite({
    write: (answer: { status: number; reply?: string }, attempt) => answerSupport(request.id, answer, attempt),
    meta: { failureText: MESSAGES.saveFailed, prefersServerMessage: true },
    onSuccess: async ({ message }) => {
      toasts.show({ kind: 'success', title: message });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [getDeskSupport.id] }),
        queryClient.invalidateQueries({ queryKey: [listDeskSupport.id] }),
      ]);
    },
    onDone: (_answer, { reply: sent = '' }) => {
      // Keep what was typed while the answer was on its way.
      setReply((typed) => (typed.trim() === sent ? '' : typed));
      setChosen(null);
      setIsAsked(false);
    },
  });
  const submit = (): void => {
    setIsAsked(true);
    if (!saving.isPending && !hasNothing) saving.mutate({ status, ...(text && { reply: text }) });
  };
  return (
    <Card title={MESSAGES.answer}>
      <form
        className={classes.form}
        noValidate
        aria-label={MESSAGES.answer}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Textarea
          label={MESSAGES.reply}
          description={MESSAGES.replyHint}
          rows={4}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={reply}
          error={isAsked && hasNothing ? MESSAGES.nothingToSave : null}
          onChange={(event) => setReply(event.currentTarget.value)}
        />
        <NativeSelect label={MESSAGES.newStatus} value={String(status)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
          {Object.entries(MESSAGES.statuses).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
        <div className={classes.actions}>
          <Button type="submit" loading={saving.isPending}>
            {text ? MESSAGES.send : MESSAGES.saveStatus}
          </Button>
        </div>
      </form>
    </Card>
  );
}
