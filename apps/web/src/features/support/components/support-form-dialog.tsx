import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listSupportTickets } from '@yardage/contract/support';
import { shownName } from '@yardage/domain/names';
import { SUPPORT_CATEGORY_NAMES, SUPPORT_TYPE_NAMES } from '@yardage/domain/names.messages';
import { SUPPORT_MESSAGES } from '@yardage/domain/rules.messages';
import {
  ATTACHMENT_TYPES,
  attachmentFault,
  MAX_ATTACHMENTS,
  MAX_TITLE_LENGTH,
  type SupportFields,
  supportFaults,
} from '@yardage/domain/support-rules';
import { useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormBackup, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { FilesField, UploadProgress, useFiles } from '#web/patterns/files-field/files-field.tsx';
import { DialogForm, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { OptionsFailure } from '#web/patterns/notice.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { sendFailure, sendSupportRequest, supportOptionsQuery } from '../support.api.ts';
import { SUPPORT_MESSAGES as MESSAGES } from '../support.messages.ts';

const CHOICE_NAMES = { category: SUPPORT_CATEGORY_NAMES, type: SUPPORT_TYPE_NAMES };

/** Dialog with the Support Request Form. */
export function SupportFormDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <FormDialog isInUrl isOpen={isOpen} onClose={onClose} title={MESSAGES.formTitle}>
      {({ finish, close }) => <SupportForm onDone={finish} onCancel={close} />}
    </FormDialog>
  );
}

interface SupportFormProps {
  onDone: () => void;
  onCancel: () => void;
}

/** The Support Request Form (SUP-09 to SUP-14). */
function SupportForm({ onDone, onCancel }: SupportFormProps) {
  const state = useSupportForm(onDone);
  const { element, customer, form, files, isBusy } = state;
  useUnsavedInput({ isChanged: form.isDirty() || files.files.length > 0, isSending: isBusy });
  const query = useQuery(supportOptionsQuery(customer));
  const options = query.data;
  const choice = (name: 'category' | 'type', label: string, placeholder: string, choices: readonly { id: number; name: string }[]) => (
    <div data-width="half">
      <NativeSelect
        label={label}
        required
        withAsterisk={false}
        value={form.values[name] === null ? '' : String(form.values[name])}
        error={form.errors[name]}
        onChange={(event) => form.setFieldValue(name, event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
      >
        <option value="">{placeholder}</option>
        {choices.map(({ id, name: text }) => (
          <option key={id} value={String(id)}>
            {shownName(CHOICE_NAMES[name], text)}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
  return (
    <DialogForm
      ref={element}
      label={MESSAGES.formTitle}
      onSubmit={state.submit}
      onCancel={onCancel}
      error={state.formError}
      isBusy={isBusy}
      submitText={MESSAGES.send}
    >
      <div className={layout.fields}>
        <TextInput label={MESSAGES.customer} value={`${customer.displayName} · ${customer.customerNumber}`} readOnly />
        <TextInput label={MESSAGES.title} maxLength={MAX_TITLE_LENGTH} required withAsterisk={false} {...form.getInputProps('title')} />
        {choice('category', MESSAGES.category, MESSAGES.chooseCategory, options?.categories ?? [])}
        {choice('type', MESSAGES.type, MESSAGES.chooseType, options?.types ?? [])}
        <OptionsFailure query={query} />
        <Textarea label={MESSAGES.description} rows={5} required withAsterisk={false} {...form.getInputProps('description')} />
        <FilesField
          label={MESSAGES.attachments}
          hint={MESSAGES.attachmentsHint}
          addText={MESSAGES.addFiles}
          types={ATTACHMENT_TYPES}
          state={files}
          isDisabled={isBusy}
        />
      </div>
      {isBusy ? <UploadProgress progress={state.progress} /> : null}
    </DialogForm>
  );
}

const EMPTY: SupportFields = { title: '', description: '', category: null, type: null };
const FIELDS = ['title', 'description', 'category', 'type', 'attachments'] as const;

/** The request form's state: fields, files and upload progress (SUP-09 to SUP-14). */
function useSupportForm(onDone: () => void) {
  const element = useRef<HTMLFormElement>(null);
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const form = useForm<SupportFields>({ initialValues: EMPTY });
  useFormBackup('support', form);
  const files = useFiles({
    maxCount: MAX_ATTACHMENTS,
    faultOf: attachmentFault,
    tooMany: () => SUPPORT_MESSAGES.tooManyFiles,
    // The server would refuse it too (SUP-10).
    unreadable: () => SUPPORT_MESSAGES.wrongFileType,
  });
  const [progress, setProgress] = useState(0);

  const sending = useWrite({
    write: (fields: SupportFields, attempt) => {
      setProgress(0);
      return sendSupportRequest(customer, fields, files.files, setProgress, attempt);
    },
    meta: sendFailure(),
    onSuccess: async () => {
      toasts.show({ kind: 'success', title: MESSAGES.sent });
      await queryClient.invalidateQueries({ queryKey: [listSupportTickets.id] });
    },
    onDone,
    onFailed: (error) => {
      if (!isFieldRefusal(error)) return;
      const { attachments, ...faults } = placeErrors(error.problem, FIELDS);
      form.setErrors(faults);
      files.setFault(attachments ?? null);
      focusFirstFault(element.current);
    },
  });

  const submit = (): void => {
    if (sending.isPending) return;
    const faults = supportFaults(form.values);
    form.setErrors(faults);
    if (Object.keys(faults).length === 0) sending.mutate(form.values);
    else focusFirstFault(element.current);
  };
  const formError = (form.errors as { form?: string }).form;
  return { element, customer, form, files, submit, isBusy: sending.isPending, progress, formError };
}
