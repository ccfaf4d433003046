import { Button, NativeSelect, Progress, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MAX_TITLE_LENGTH } from '@yardage/domain/support-rules';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { Notice } from '#web/patterns/notice.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { supportOptionsQuery } from '../support.api.ts';
import { SUPPORT_MESSAGES as MESSAGES } from '../support.messages.ts';
import { AttachmentsField } from './attachments-field.tsx';
import classes from './support-form.module.css';
import { useSupportForm } from './use-support-form.ts';

interface SupportFormProps {
  onDone: () => void;
  onCancel: () => void;
}

/** The Support Request Form (SUP-09 to SUP-14). */
export function SupportForm({ onDone, onCancel }: SupportFormProps) {
  const state = useSupportForm(onDone);
  const { element, customer, form, isBusy } = state;
  useUnsavedInput({ isChanged: form.isDirty() || state.files.length > 0, isSending: isBusy });
  const options = useQuery(supportOptionsQuery(customer)).data;
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
            {text}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
  return (
    <form
      ref={element}
      noValidate
      aria-label={MESSAGES.formTitle}
      onSubmit={(event) => {
        event.preventDefault();
        state.submit();
      }}
    >
      <div className={layout.fields}>
        <TextInput label={MESSAGES.customer} value={`${customer.displayName} · ${customer.customerNumber}`} readOnly />
        <TextInput label={MESSAGES.title} maxLength={MAX_TITLE_LENGTH} required withAsterisk={false} {...form.getInputProps('title')} />
        {choice('category', MESSAGES.category, MESSAGES.chooseCategory, options?.categories ?? [])}
        {choice('type', MESSAGES.type, MESSAGES.chooseType, options?.types ?? [])}
        <Textarea label={MESSAGES.description} rows={5} required withAsterisk={false} {...form.getInputProps('description')} />
        <AttachmentsField
          files={state.files}
          fault={state.filesFault}
          isDisabled={isBusy}
          onAdd={state.addFiles}
          onRemove={state.removeFile}
          onUnreadable={state.refuseFile}
        />
      </div>
      {state.formError ? <Notice kind="failure" title={state.formError} /> : null}
      {isBusy ? <Sending share={state.share} /> : null}
      <div className={layout.actions}>
        <Button type="button" variant="default" disabled={isBusy} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {MESSAGES.send}
        </Button>
      </div>
    </form>
  );
}

/** Upload progress. At 100 % the server checks the pictures. */
function Sending({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  const text = percent < 100 ? MESSAGES.sending(percent) : MESSAGES.checking;
  return (
    <div className={classes.sending}>
      <p role="status">{text}</p>
      <Progress.Root size={6}>
        <Progress.Section value={percent} aria-label={text} />
      </Progress.Root>
    </div>
  );
}
