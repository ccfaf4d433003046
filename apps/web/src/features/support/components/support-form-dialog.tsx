import { Button, FileButton, Input, NativeSelect, Progress, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ATTACHMENT_TYPES, MAX_ATTACHMENTS, MAX_TITLE_LENGTH } from '@yardage/domain/support-rules';
import { useId } from 'react';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { useObjectUrl } from '#web/patterns/pictures/picture-list.tsx';
import { supportOptionsQuery } from '../support.api.ts';
import { SUPPORT_MESSAGES as MESSAGES } from '../support.messages.ts';
import classes from './support-form-dialog.module.css';
import { useSupportForm } from './use-support-form.ts';

/** Dialog with the Support Request Form. */
export function SupportFormDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <FormDialog isInAddress isOpen={isOpen} onClose={onClose} title={MESSAGES.formTitle}>
      {({ finish, leave }) => <SupportForm onDone={finish} onCancel={leave} />}
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

interface AttachmentsFieldProps {
  files: readonly File[];
  fault: string | null;
  isDisabled: boolean;
  onAdd: (files: readonly File[]) => void;
  onRemove: (file: File) => void;
  /** Called if the browser cannot display a file as a picture. */
  onUnreadable: (file: File) => void;
}

/** Field to add, preview and remove pictures (SUP-09 to SUP-13). */
function AttachmentsField({ files, fault, isDisabled, onAdd, onRemove, onUnreadable }: AttachmentsFieldProps) {
  const labelId = useId();
  return (
    <fieldset className={classes.group} aria-labelledby={labelId}>
      <div className={classes.head}>
        <div>
          <Input.Label labelElement="div" id={labelId}>
            {MESSAGES.attachments}
          </Input.Label>
          <p className={classes.hint}>{MESSAGES.attachmentsHint}</p>
        </div>
        {/* Allow every file type, so that a wrong one gets an error message instead of being greyed out. */}
        <FileButton onChange={onAdd} multiple accept={files.length < MAX_ATTACHMENTS ? [...ATTACHMENT_TYPES, '*/*'].join(',') : '*/*'}>
          {(props) => (
            <Button {...props} type="button" variant="default" disabled={isDisabled} leftSection={<Icon name="plus" size={16} />}>
              {MESSAGES.addFiles}
            </Button>
          )}
        </FileButton>
      </div>
      {files.length > 0 ? (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={`${file.name}/${file.size}/${file.lastModified}`} className={classes.file}>
              <Preview file={file} onUnreadable={() => onUnreadable(file)} />
              <span className={classes.name}>{file.name}</span>
              <span className={classes.size}>{sizeText(file.size)}</span>
              <button
                type="button"
                className={classes.remove}
                aria-label={MESSAGES.removeFile(file.name)}
                title={MESSAGES.removeFile(file.name)}
                disabled={isDisabled}
                onClick={() => onRemove(file)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={classes.fault} role="alert">
        {fault}
      </p>
    </fieldset>
  );
}

function Preview({ file, onUnreadable }: { file: File; onUnreadable: () => void }) {
  const url = useObjectUrl(file);
  return <span className={classes.preview}>{url ? <img src={url} alt="" onError={onUnreadable} /> : null}</span>;
}

const KILOBYTE = 1024;

function sizeText(bytes: number): string {
  return bytes < KILOBYTE * KILOBYTE ? `${Math.max(1, Math.round(bytes / KILOBYTE))} KB` : `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`;
}
