import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type CannedReply, listCannedReplies, MAX_REPLY_TITLE_LENGTH } from '@yardage/contract/canned-replies';
import { MAX_CHAT_MESSAGE_LENGTH } from '@yardage/domain/chat';
import { faultsOf, requiredFault } from '@yardage/domain/faults';
import { useRef } from 'react';
import { useFreshForm, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useFreshRows, useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ConfirmDialog, DialogForm, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isConflict, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import layout from '#web/patterns/person-form/person-form.module.css';
import { type ReplyFields, removeReply, saveReply } from '../canned-replies.api.ts';
import { CANNED_REPLIES_MESSAGES as MESSAGES } from '../canned-replies.messages.ts';

const FIELDS = ['dataSource', 'title', 'message'] as const;

interface ReplyDialogProps {
  /** `add`, or the reply to change; undefined while the dialog is closed. */
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
      isInUrl={false}
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
  const fieldsOf = (from: CannedReply | undefined): ReplyFields => ({
    dataSource: from?.dataSource ?? (dataSources.length === 1 ? (dataSources[0]?.code ?? '') : ''),
    title: from?.title ?? '',
    message: from?.message ?? '',
  });
  const form = useForm<ReplyFields>({ initialValues: fieldsOf(reply) });
  useFreshRows(listCannedReplies.id, reply !== undefined);
  useFreshForm(form, reply, fieldsOf);
  const saving = useWrite({
    write: (sent: ReplyFields, attempt) => saveReply(reply, sent, attempt),
    meta: { failureTitle: MESSAGES.saveFailed, failureText: MESSAGES.saveFailed, prefersServerMessage: true, isForm: true },
    onSuccess: async () => {
      toasts.show({ kind: 'success', title: MESSAGES.saved });
      await queryClient.invalidateQueries({ queryKey: [listCannedReplies.id] });
    },
    onDone,
    onFailed: (error) => {
      // A colleague's change comes into the form, except where something else was typed.
      if (isConflict(error)) void queryClient.invalidateQueries({ queryKey: [listCannedReplies.id] });
      if (!isFieldRefusal(error)) return;
      form.setErrors(placeErrors(error.problem, FIELDS));
      focusFirstFault(element.current);
    },
  });
  useUnsavedInput({ isChanged: form.isDirty() && !saving.isSuccess, isSending: saving.isPending });
  const submit = (): void => {
    if (saving.isPending) return;
    const { dataSource, title, message } = form.values;
    const faults = faultsOf({
      dataSource: requiredFault(dataSource, MESSAGES.dataSourceRequired),
      title: requiredFault(title, MESSAGES.titleRequired),
      message: requiredFault(message, MESSAGES.textRequired),
    });
    form.setErrors(faults);
    if (Object.keys(faults).length > 0) focusFirstFault(element.current);
    else saving.mutate({ dataSource, title: title.trim(), message: message.trim() });
  };
  return (
    <DialogForm
      ref={element}
      label={reply ? MESSAGES.editTitle : MESSAGES.add}
      onSubmit={submit}
      onCancel={onCancel}
      error={(form.errors as { form?: string }).form}
      isBusy={saving.isPending}
      submitText={MESSAGES.save}
    >
      <div className={layout.fields}>
        {reply ? null : (
          <NativeSelect
            label={MESSAGES.dataSource}
            data={[{ value: '', label: MESSAGES.chooseDataSource }, ...dataSources.map(({ code, name }) => ({ value: code, label: name }))]}
            {...form.getInputProps('dataSource')}
          />
        )}
        <TextInput label={MESSAGES.title} maxLength={MAX_REPLY_TITLE_LENGTH} autoComplete="off" {...form.getInputProps('title')} />
        <Textarea label={MESSAGES.text} rows={4} maxLength={MAX_CHAT_MESSAGE_LENGTH} {...form.getInputProps('message')} />
      </div>
    </DialogForm>
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
    onFailed: onClose,
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
