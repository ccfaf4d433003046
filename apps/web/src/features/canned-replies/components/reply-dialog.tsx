import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type CannedReply, listCannedReplies, MAX_REPLY_TITLE_LENGTH } from '@yardage/contract/canned-replies';
import { MAX_CHAT_MESSAGE_LENGTH } from '@yardage/domain/chat';
import { useRef, useState } from 'react';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ConfirmDialog, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import layout from '#web/patterns/person-form/person-form.module.css';
import { type ReplyFields, removeReply, saveReply } from '../canned-replies.api.ts';
import { CANNED_REPLIES_MESSAGES as MESSAGES } from '../canned-replies.messages.ts';

const FIELDS = ['dataSource', 'title', 'message'] as const;

interface ReplyDialogProps {
  /** `add`, or the reply that changes; undefined while the dialog is closed. */
  target: 'add' | CannedReply | undefined;
  dataSources: readonly { code: string; name: string }[];
  onClose: () => void;
}

/** Dialog to add a canned reply or to change one. */
export function ReplyDialog({ target, dataSources, onClose }: ReplyDialogProps) {
  const shown = useLast(target);
  const reply = shown === 'add' ? undefined : shown;
  return (
    <FormDialog
      isOpen={target !== undefined}
      onClose={onClose}
      title={reply ? MESSAGES.editTitle : MESSAGES.add}
      context={reply?.dataSourceName}
    >
      {({ finish, close }) => (
        <ReplyForm key={reply?.id ?? 'add'} reply={reply} dataSources={dataSources} onDone={finish} onCancel={close} />
      )}
    </FormDialog>
  );
}

interface ReplyFormProps {
  reply: CannedReply | undefined;
  dataSources: ReplyDialogProps['dataSources'];
  onDone: () => void;
  onCancel: () => void;
}

function ReplyForm({ reply, dataSources, onDone, onCancel }: ReplyFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const [start] = useState<ReplyFields>({
    dataSource: reply?.dataSource ?? (dataSources.length === 1 ? (dataSources[0]?.code ?? '') : ''),
    title: reply?.title ?? '',
    message: reply?.message ?? '',
  });
  const [fields, setFields] = useState(start);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const change = (changes: Partial<ReplyFields>): void => setFields((before) => ({ ...before, ...changes }));
  const saving = useWrite({
    write: (sent: ReplyFields, attempt) => saveReply(reply?.id, sent, attempt),
    meta: { failureTitle: MESSAGES.saveFailed, failureText: MESSAGES.saveFailed, prefersServerMessage: true, isForm: true },
    onSuccess: async () => {
      toasts.show({ kind: 'success', title: MESSAGES.saved });
      await queryClient.invalidateQueries({ queryKey: [listCannedReplies.id] });
    },
    onDone,
    onRefused: (error) => {
      if (!isFieldRefusal(error)) return;
      setFaults(placeErrors(error.problem, FIELDS) as Record<string, string>);
      focusFirstFault(element.current);
    },
  });
  useUnsavedInput({ isChanged: JSON.stringify(fields) !== JSON.stringify(start) && !saving.isSuccess, isSending: saving.isPending });
  const submit = (): void => {
    const found = {
      ...(fields.dataSource === '' && { dataSource: MESSAGES.dataSourceRequired }),
      ...(fields.title.trim() === '' && { title: MESSAGES.titleRequired }),
      ...(fields.message.trim() === '' && { message: MESSAGES.textRequired }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) focusFirstFault(element.current);
    else if (!saving.isPending) saving.mutate({ ...fields, title: fields.title.trim(), message: fields.message.trim() });
  };
  return (
    <form
      ref={element}
      noValidate
      aria-label={reply ? MESSAGES.editTitle : MESSAGES.add}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={layout.fields}>
        {reply ? null : (
          <NativeSelect
            label={MESSAGES.dataSource}
            value={fields.dataSource}
            error={faults.dataSource}
            onChange={(event) => change({ dataSource: event.currentTarget.value })}
            data={[{ value: '', label: MESSAGES.chooseDataSource }, ...dataSources.map(({ code, name }) => ({ value: code, label: name }))]}
          />
        )}
        <TextInput
          label={MESSAGES.title}
          maxLength={MAX_REPLY_TITLE_LENGTH}
          autoComplete="off"
          value={fields.title}
          error={faults.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Textarea
          label={MESSAGES.text}
          rows={4}
          maxLength={MAX_CHAT_MESSAGE_LENGTH}
          value={fields.message}
          error={faults.message}
          onChange={(event) => change({ message: event.currentTarget.value })}
        />
      </div>
      <div className={layout.actions}>
        <Button type="button" variant="default" disabled={saving.isPending} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {MESSAGES.save}
        </Button>
      </div>
    </form>
  );
}

/** Asks before a canned reply is deleted. */
export function RemoveReplyDialog({ reply, onClose }: { reply: CannedReply | undefined; onClose: () => void }) {
  const shown = useLast(reply);
  const queryClient = useQueryClient();
  const removing = useWrite({
    write: ({ id }: CannedReply, attempt) => removeReply(id, attempt),
    meta: { failureTitle: MESSAGES.removeFailed, failureText: MESSAGES.removeFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onDone: onClose,
    onRefused: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listCannedReplies.id] }),
  });
  return (
    <ConfirmDialog
      isOpen={reply !== undefined}
      onClose={onClose}
      title={MESSAGES.removeTitle(shown?.title ?? '')}
      confirmText={MESSAGES.remove}
      isBusy={removing.isPending}
      onConfirm={() => reply && removing.mutate(reply)}
    >
      {MESSAGES.removeText}
    </ConfirmDialog>
  );
}
