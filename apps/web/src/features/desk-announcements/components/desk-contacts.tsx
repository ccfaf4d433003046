import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CONTACT_KINDS, type DeskContact, listDeskContacts } from '@yardage/contract/desk-contacts';
import { faultsOf, requiredFault } from '@yardage/domain/faults';
import { emailFault } from '@yardage/domain/mail-rules';
import { requiredNameFault } from '@yardage/domain/person-fields';
import { useRef, useState } from 'react';
import { useFormBackup, useFreshForm, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useFreshRows, useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { ConfirmDialog, DialogForm, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isConflict, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { Notice, OptionsFailure } from '#web/patterns/notice.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import {
  announcementSourcesQuery,
  type ContactFields,
  contactsQuery,
  removeContact,
  replacedContact,
  saveContact,
} from '../desk-announcements.api.ts';
import { DESK_ANNOUNCEMENTS_MESSAGES as MESSAGES } from '../desk-announcements.messages.ts';

const ownerText = ({ customer, dataSourceName }: DeskContact): string => customer?.displayName ?? MESSAGES.contactOf(dataSourceName);

/** The contacts that were written at the desk. */
export function DeskContacts() {
  const query = useQuery(contactsQuery());
  const queryClient = useQueryClient();
  const [target, setTarget] = useState<'add' | DeskContact>();
  const [toDelete, setToDelete] = useState<DeskContact>();
  const lastToDelete = useLast(toDelete);
  const removing = useWrite({
    write: removeContact,
    meta: { failureTitle: MESSAGES.deleteFailed, failureText: MESSAGES.deleteFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listDeskContacts.id] }),
    onDone: () => setToDelete(undefined),
    onFailed: () => setToDelete(undefined),
  });
  return (
    <>
      <Card
        title={MESSAGES.views.contacts}
        aside={
          <Button size="sm" leftSection={<Icon name="plus" size={16} />} onClick={() => setTarget('add')}>
            {MESSAGES.addContact}
          </Button>
        }
      >
        <DetailState query={query} skeletonLines={[4]}>
          {(contacts) => (
            <LineTable
              label={MESSAGES.views.contacts}
              lines={contacts}
              lineKey={({ kind, dataSource, customer }) => `${kind} ${dataSource} ${customer?.globalCustomerNumber}`}
              emptyText={MESSAGES.noContacts}
              columns={[
                { header: MESSAGES.contactFor, isText: true, value: ownerText },
                { header: MESSAGES.kind, value: ({ kind }) => MESSAGES.kinds[kind] },
                { header: MESSAGES.name, isText: true, value: ({ name }) => name },
                { header: MESSAGES.email, value: ({ email }) => email },
                { header: MESSAGES.phone, value: ({ phone }) => phone },
              ]}
              card={(contact) => ({
                title: contact.name,
                result: MESSAGES.kinds[contact.kind],
                details: [ownerText(contact), `${contact.phone} · ${contact.email}`],
              })}
              action={{
                header: MESSAGES.actions,
                cell: (contact) => (
                  <>
                    <ContactAction icon="edit" label={MESSAGES.edit(contact.name)} onClick={() => setTarget(contact)} />
                    <ContactAction icon="trash" label={MESSAGES.delete(contact.name)} onClick={() => setToDelete(contact)} />
                  </>
                ),
              }}
            />
          )}
        </DetailState>
      </Card>
      <ContactDialog target={target} contacts={query.data ?? []} onClose={() => setTarget(undefined)} />
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        onClose={() => setToDelete(undefined)}
        title={MESSAGES.deleteContactTitle}
        confirmText={MESSAGES.deleteConfirm}
        isBusy={removing.isPending}
        onConfirm={() => toDelete && removing.mutate(toDelete)}
      >
        {lastToDelete ? MESSAGES.deleteContactText(lastToDelete.name) : null}
      </ConfirmDialog>
    </>
  );
}

function ContactAction({ icon, label, onClick }: { icon: 'edit' | 'trash'; label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </ActionIcon>
  );
}

const EMPTY: ContactFields = { kind: 'account-rep', dataSource: '', globalCustomerNumber: '', name: '', email: '', phone: '' };
const FIELDS = ['kind', 'dataSource', 'globalCustomerNumber', 'name', 'email', 'phone'] as const;

function fieldsOf(contact: DeskContact | undefined): ContactFields {
  if (!contact) return EMPTY;
  const { kind, dataSource, customer, name, email, phone } = contact;
  const owner = customer
    ? { dataSource: '', globalCustomerNumber: customer.globalCustomerNumber }
    : { dataSource, globalCustomerNumber: '' };
  return { kind, ...owner, name, email, phone };
}

interface ContactDialogProps {
  /** A new contact, or the one that is changed. Undefined while the dialog is closed. */
  target: 'add' | DeskContact | undefined;
  contacts: readonly DeskContact[];
  onClose: () => void;
}

/** Dialog to write a contact for a customer or for a data source, or to change one. */
function ContactDialog({ target, contacts, onClose }: ContactDialogProps) {
  const shown = useLast(target);
  const contact = shown === 'add' ? undefined : shown;
  const title = contact ? MESSAGES.editContactTitle : MESSAGES.contactTitle;
  return (
    <FormDialog isInUrl={false} isOpen={target !== undefined} onClose={onClose} title={title}>
      {({ finish, close }) => <ContactForm title={title} contact={contact} contacts={contacts} onDone={finish} onCancel={close} />}
    </FormDialog>
  );
}

interface ContactFormProps {
  title: string;
  contact: DeskContact | undefined;
  contacts: readonly DeskContact[];
  onDone: () => void;
  onCancel: () => void;
}

function ContactForm({ title, contact, contacts, onDone, onCancel }: ContactFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const query = useQuery(announcementSourcesQuery());
  const sources = query.data ?? [];
  const form = useForm<ContactFields>({ initialValues: fieldsOf(contact) });
  useFormBackup(
    contact ? `desk-contact.${contact.kind}.${contact.customer?.globalCustomerNumber ?? contact.dataSource}` : 'desk-contact',
    form,
  );
  // The newest row of the list: a colleague may have changed it since the dialog was opened.
  const replaced = replacedContact(contacts, form.values);
  useFreshRows(listDeskContacts.id, true);
  useFreshForm(form, (contact && replaced) ?? contact, fieldsOf);
  const saving = useWrite({
    write: saveContact,
    meta: { failureTitle: MESSAGES.contactSaveFailed, failureText: MESSAGES.contactSaveFailed, prefersServerMessage: true, isForm: true },
    onSuccess: async ({ message }) => {
      toasts.show({ kind: 'success', title: message });
      await queryClient.invalidateQueries({ queryKey: [listDeskContacts.id] });
    },
    onDone,
    onFailed: (error) => {
      // Another contact is there meanwhile: the form says which one it would replace.
      if (isConflict(error)) void queryClient.invalidateQueries({ queryKey: [listDeskContacts.id] });
      if (!isFieldRefusal(error)) return;
      form.setErrors(placeErrors(error.problem, FIELDS));
      focusFirstFault(element.current);
    },
  });
  useUnsavedInput({ isChanged: form.isDirty(), isSending: saving.isPending });
  const submit = (): void => {
    if (saving.isPending) return;
    const { dataSource, globalCustomerNumber, name, email, phone } = form.values;
    const faults = faultsOf({
      dataSource: dataSource === '' && globalCustomerNumber.trim() === '' ? MESSAGES.ownerRequired : null,
      name: requiredNameFault(name, MESSAGES.nameRequired),
      email: emailFault(email),
      phone: requiredFault(phone, MESSAGES.phoneRequired),
    });
    form.setErrors(faults);
    if (Object.keys(faults).length === 0) saving.mutate({ ...form.values, replaces: replaced?.updatedAt });
    else focusFirstFault(element.current);
  };
  const formError = (form.errors as { form?: string }).form;
  return (
    <DialogForm
      ref={element}
      label={title}
      onSubmit={submit}
      onCancel={onCancel}
      error={formError}
      isBusy={saving.isPending}
      submitText={MESSAGES.save}
    >
      {replaced && !contact ? <Notice kind="info" title={MESSAGES.replaces(replaced.name)} /> : null}
      <div className={layout.fields}>
        <NativeSelect label={MESSAGES.kind} disabled={contact !== undefined} {...form.getInputProps('kind')}>
          {CONTACT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {MESSAGES.kinds[kind]}
            </option>
          ))}
        </NativeSelect>
        <div data-width="half">
          <NativeSelect label={MESSAGES.dataSource} disabled={contact !== undefined} {...form.getInputProps('dataSource')}>
            <option value="" />
            {sources.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </div>
        <div data-width="half">
          <TextInput
            label={MESSAGES.customerNumber}
            description={MESSAGES.customerHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={20}
            autoComplete="off"
            disabled={contact !== undefined}
            {...form.getInputProps('globalCustomerNumber')}
          />
        </div>
        <OptionsFailure query={query} />
        <TextInput label={MESSAGES.name} maxLength={80} autoComplete="off" {...form.getInputProps('name')} />
        <div data-width="half">
          <TextInput label={MESSAGES.email} type="email" maxLength={254} autoComplete="off" {...form.getInputProps('email')} />
        </div>
        <div data-width="half">
          <TextInput label={MESSAGES.phone} inputMode="tel" maxLength={40} autoComplete="off" {...form.getInputProps('phone')} />
        </div>
      </div>
    </DialogForm>
  );
}
