import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DeskAnnouncementRow, listDeskAnnouncements } from '@yardage/contract/desk-announcements';
import { faultsOf, requiredFault } from '@yardage/domain/faults';
import { useRef } from 'react';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useFormBackup, useFreshForm, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useFreshRows, useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ConfirmDialog, DialogForm, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isConflict, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { Notice, OptionsFailure } from '#web/patterns/notice.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { announcementSourcesQuery, removeAnnouncement, saveAnnouncement } from '../desk-announcements.api.ts';
import { DESK_ANNOUNCEMENTS_MESSAGES as MESSAGES } from '../desk-announcements.messages.ts';
import classes from './announcement-dialog.module.css';

interface Values {
  title: string;
  body: string;
  postedOn: string;
  expiresOn: string;
  isForChosen: boolean;
  dataSources: string[];
}
const FIELDS = ['title', 'body', 'postedOn', 'expiresOn', 'dataSources'] as const;

interface AnnouncementDialogProps {
  /** `add`, or the announcement to change; undefined while the dialog is closed. */
  target: 'add' | DeskAnnouncementRow | undefined;
  onClose: () => void;
}

/** Dialog to write an announcement, with a preview. An announcement from the supplier's systems is read-only. */
export function AnnouncementDialog({ target, onClose }: AnnouncementDialogProps) {
  const shown = useLast(target);
  const row = shown === 'add' ? undefined : shown;
  const isReadOnly = row !== undefined && !row.isOfDesk;
  const title = isReadOnly ? MESSAGES.readOnlyTitle : row ? MESSAGES.editTitle : MESSAGES.addTitle;
  return (
    <FormDialog isInUrl isOpen={target !== undefined} onClose={onClose} title={title}>
      {({ finish, close }) =>
        isReadOnly ? (
          <>
            <Notice kind="info" title={MESSAGES.readOnlyText} />
            <Preview title={row.title} body={row.body} postedOn={row.postedOn} />
          </>
        ) : (
          <AnnouncementForm key={row?.id ?? 'add'} row={row} onDone={finish} onCancel={close} />
        )
      }
    </FormDialog>
  );
}

function AnnouncementForm({ row, onDone, onCancel }: { row: DeskAnnouncementRow | undefined; onDone: () => void; onCancel: () => void }) {
  const element = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const today = useFormats().today();
  const query = useQuery(announcementSourcesQuery());
  const sources = query.data ?? [];
  const valuesOf = (from: DeskAnnouncementRow | undefined): Values => ({
    title: from?.title ?? '',
    body: from?.body ?? '',
    postedOn: from?.postedOn ?? today,
    expiresOn: from?.expiresOn ?? '',
    isForChosen: (from?.dataSources ?? null) !== null,
    dataSources: from?.dataSources ?? [],
  });
  const form = useForm<Values>({ initialValues: valuesOf(row) });
  useFreshRows(listDeskAnnouncements.id, row !== undefined);
  useFreshForm(form, row, valuesOf);
  useFormBackup(`announcement.${row?.id ?? 'new'}`, form);
  const saving = useWrite({
    write: ({ isForChosen, dataSources, expiresOn, ...values }: Values, attempt) =>
      saveAnnouncement(row, { ...values, expiresOn: expiresOn || null, dataSources: isForChosen ? dataSources : null }, attempt),
    meta: { failureTitle: MESSAGES.saveFailed, failureText: MESSAGES.saveFailed, prefersServerMessage: true, isForm: true },
    onSuccess: async ({ message }) => {
      toasts.show({ kind: 'success', title: message });
      await queryClient.invalidateQueries({ queryKey: [listDeskAnnouncements.id] });
    },
    onDone,
    onFailed: (error) => {
      // A colleague's change comes into the form, except where something else was typed.
      if (isConflict(error)) void queryClient.invalidateQueries({ queryKey: [listDeskAnnouncements.id] });
      if (!isFieldRefusal(error)) return;
      form.setErrors(placeErrors(error.problem, FIELDS));
      focusFirstFault(element.current);
    },
  });
  useUnsavedInput({ isChanged: form.isDirty(), isSending: saving.isPending });
  const submit = (): void => {
    if (saving.isPending) return;
    const { title, body, postedOn, expiresOn, isForChosen, dataSources } = form.values;
    const faults = faultsOf({
      title: requiredFault(title, MESSAGES.titleRequired),
      body: requiredFault(body, MESSAGES.bodyRequired),
      postedOn: requiredFault(postedOn, MESSAGES.dayRequired),
      expiresOn: expiresOn !== '' && expiresOn < postedOn ? MESSAGES.daysReversed : null,
      dataSources: isForChosen && dataSources.length === 0 ? MESSAGES.sourceRequired : null,
    });
    form.setErrors(faults);
    if (Object.keys(faults).length === 0) saving.mutate(form.values);
    else focusFirstFault(element.current);
  };
  const { title, body, postedOn, isForChosen } = form.values;
  const formError = (form.errors as { form?: string }).form;
  return (
    <DialogForm
      ref={element}
      label={row ? MESSAGES.editTitle : MESSAGES.addTitle}
      onSubmit={submit}
      onCancel={onCancel}
      error={formError}
      isBusy={saving.isPending}
      submitText={MESSAGES.save}
    >
      <div className={layout.fields}>
        <TextInput label={MESSAGES.title} maxLength={120} autoComplete="off" {...form.getInputProps('title')} />
        <Textarea label={MESSAGES.body} maxLength={2000} autosize minRows={3} maxRows={10} {...form.getInputProps('body')} />
        <div data-width="half">
          <TextInput type="date" label={MESSAGES.firstDay} {...form.getInputProps('postedOn')} />
        </div>
        <div data-width="half">
          <TextInput
            type="date"
            label={MESSAGES.lastDay}
            description={MESSAGES.lastDayHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('expiresOn')}
          />
        </div>
        <Checkbox label={MESSAGES.chooseSources} {...form.getInputProps('isForChosen', { type: 'checkbox' })} />
        {isForChosen ? (
          <Checkbox.Group label={MESSAGES.sources} {...form.getInputProps('dataSources')}>
            <div className={classes.sources}>
              {sources.map(({ code, name }) => (
                <Checkbox key={code} value={code} label={name} />
              ))}
            </div>
          </Checkbox.Group>
        ) : null}
        {isForChosen ? <OptionsFailure query={query} /> : null}
      </div>
      <Preview title={title} body={body} postedOn={postedOn} />
    </DialogForm>
  );
}

/** The announcement as the dashboard shows it. */
function Preview({ title, body, postedOn }: { title: string; body: string; postedOn: string }) {
  // While the date field is empty, the preview keeps the previous day.
  const day = useLast(postedOn || undefined);
  return (
    <section className={classes.preview} aria-label={MESSAGES.preview}>
      <p className={classes.label}>{MESSAGES.preview}</p>
      <p className={classes.title}>{title || MESSAGES.title}</p>
      <p className={classes.day}>{day ? MESSAGES.posted(formatDay(day)) : null}</p>
      <p className={classes.body}>{body || MESSAGES.body}</p>
    </section>
  );
}

interface DeleteAnnouncementProps {
  /** Undefined while nothing is asked. */
  announcement: DeskAnnouncementRow | undefined;
  onClose: () => void;
}

/** Asks before an announcement is deleted. */
export function DeleteAnnouncement({ announcement, onClose }: DeleteAnnouncementProps) {
  const queryClient = useQueryClient();
  const shown = useLast(announcement);
  const removing = useWrite({
    write: ({ id }: DeskAnnouncementRow, attempt) => removeAnnouncement(id, attempt),
    meta: { failureTitle: MESSAGES.deleteFailed, failureText: MESSAGES.deleteFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listDeskAnnouncements.id] }),
    onDone: onClose,
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={announcement !== undefined}
      onClose={onClose}
      title={MESSAGES.deleteTitle}
      confirmText={MESSAGES.deleteConfirm}
      isBusy={removing.isPending}
      onConfirm={() => announcement && removing.mutate(announcement)}
    >
      {shown ? MESSAGES.deleteText(shown.title) : null}
    </ConfirmDialog>
  );
}
