import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { MemberRow } from '@yardage/contract/members';
import { type MemberFields, memberFaults } from '@yardage/domain/member-rules';
import { useRef } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { changedValues, useFormBackup, useFreshForm, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { ConfirmDialog, DialogForm, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import layout from '#web/patterns/person-form/person-form.module.css';
import { knownAddresses, PlaceFields } from '#web/patterns/person-form/place-fields.tsx';
import { RoleField } from '#web/patterns/person-form/role-field.tsx';
import { memberFailures, memberQuery, removeMember, rolesQuery, saveMember, saveNewMember, useMembersRefresh } from '../members.api.ts';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';
import { memberName } from './member-columns.tsx';

interface MemberDialogProps {
  /** `add`, or the id of the member to edit; undefined while the dialog is closed. */
  target: 'add' | number | undefined;
  onClose: () => void;
}

/** Dialog with the member form. */
export function MemberDialog({ target, onClose }: MemberDialogProps) {
  const shown = useLast(target);
  const isEdit = typeof shown === 'number';
  // Always asks again: what is saved are all fields but role and access, and a colleague may have changed some.
  const query = useQuery({ ...memberQuery(useCustomer(), isEdit ? shown : 0), enabled: isEdit && target !== undefined, staleTime: 0 });
  return (
    <FormDialog
      isInUrl
      isOpen={target !== undefined}
      onClose={onClose}
      title={isEdit ? MESSAGES.editTitle : MESSAGES.addTitle}
      context={isEdit ? null : MESSAGES.addText}
    >
      {({ finish, close }) =>
        isEdit ? (
          <DetailState query={query} skeletonLines={[5, 5]}>
            {(member) => <MemberForm key={member.id} member={member} onDone={finish} onCancel={close} />}
          </DetailState>
        ) : (
          <MemberForm onDone={finish} onCancel={close} />
        )
      }
    </FormDialog>
  );
}

type TextField = 'firstName' | 'lastName' | 'phone';

interface MemberFormProps {
  /** The member to edit; undefined to add a new one. */
  member?: MemberRow;
  onDone: () => void;
  onCancel: () => void;
}

/** Form to add or edit a member (USR-11 to USR-14). */
function MemberForm({ member, onDone, onCancel }: MemberFormProps) {
  const { element, form, submit, isBusy, formError } = useMemberForm(member, onDone);
  const roles = useQuery(rolesQuery(useCustomer()));
  useUnsavedInput({ isChanged: form.isDirty(), isSending: isBusy });
  const field = (name: TextField & keyof MemberFields) => (
    <div data-width="half">
      <TextInput
        label={MESSAGES[name]}
        autoComplete="off"
        inputMode={name === 'phone' ? 'tel' : 'text'}
        maxLength={80}
        required
        withAsterisk={false}
        {...form.getInputProps(name)}
      />
    </div>
  );
  return (
    <DialogForm
      ref={element}
      label={member ? MESSAGES.editTitle : MESSAGES.addTitle}
      onSubmit={submit}
      onCancel={onCancel}
      error={formError}
      isBusy={isBusy}
      submitText={MESSAGES.save}
    >
      <div className={layout.fields}>
        {field('firstName')}
        {field('lastName')}
        <div data-width="half">
          <TextInput
            label={MESSAGES.email}
            type="email"
            autoComplete="off"
            maxLength={254}
            required
            withAsterisk={false}
            disabled={member !== undefined}
            {...form.getInputProps('email')}
          />
        </div>
        {field('phone')}
        <PlaceFields form={form} source={knownAddresses} isOwn={false} />
        <RoleField
          label={MESSAGES.role}
          query={roles}
          value={form.values.roleId}
          error={form.errors.roleId}
          onChange={(roleId) => form.setFieldValue('roleId', roleId)}
        />
        {member ? (
          <Checkbox label={MESSAGES.enable} description={MESSAGES.enableText} {...form.getInputProps('isEnabled', { type: 'checkbox' })} />
        ) : null}
      </div>
    </DialogForm>
  );
}

const EMPTY: MemberFields = {
  email: '',
  phone: '',
  firstName: '',
  lastName: '',
  address: '',
  city: '',
  stateId: null,
  zip: '',
  roleId: null,
  isEnabled: true,
};
const FIELDS = Object.keys(EMPTY) as (keyof MemberFields)[];

function fieldsOf(member: MemberRow | undefined): MemberFields {
  if (!member) return EMPTY;
  const { email, phone, firstName, lastName, address, city, stateId, zip, roleId, isEnabled } = member;
  return { email, phone, firstName, lastName, address, city, stateId, zip, roleId, isEnabled };
}

/** Returns whether a refusal means that the list is outdated. */
function isOutdated(error: Error): boolean {
  return error instanceof HttpProblem && [403, 404, 409].includes(error.status);
}

/** State, validation and submission of the member form (USR-11 to USR-16). */
function useMemberForm(member: MemberRow | undefined, onDone: () => void) {
  const element = useRef<HTMLFormElement>(null);
  const refresh = useMembersRefresh();
  const form = useForm<MemberFields>({ initialValues: fieldsOf(member) });
  useFreshForm(form, member, fieldsOf);
  useFormBackup(`member.${member?.id ?? 'new'}`, form);
  const saving = useWrite({
    write: (fields: MemberFields, attempt) =>
      member ? saveMember(member.id, fields, changedValues(form), attempt) : saveNewMember(fields, attempt),
    meta: memberFailures.save(member === undefined),
    onSuccess: async () => {
      toasts.show({ kind: 'success', title: MESSAGES.saved });
      await refresh();
    },
    onDone,
    // Somebody else may have changed or removed the member.
    onError: (error) => void (isOutdated(error) && refresh(true)),
    onFailed: (error) => {
      if (!isFieldRefusal(error)) return;
      form.setErrors(placeErrors(error.problem, FIELDS));
      focusFirstFault(element.current);
    },
  });
  const submit = (): void => {
    if (saving.isPending) return;
    const faults = memberFaults(form.values, member?.phone);
    form.setErrors(faults);
    if (Object.keys(faults).length === 0) saving.mutate(form.values);
    else focusFirstFault(element.current);
  };
  return { element, form, submit, isBusy: saving.isPending, formError: (form.errors as { form?: string }).form };
}

interface DeleteMemberDialogProps {
  /** The member to delete; undefined while the dialog is closed. */
  member: MemberRow | undefined;
  onClose: () => void;
  onDeleted: (memberId: number) => void;
}

/** Asks for confirmation before a member is deleted (USR-17). */
export function DeleteMemberDialog({ member, onClose, onDeleted }: DeleteMemberDialogProps) {
  const shown = useLast(member);
  const refresh = useMembersRefresh();
  const removing = useWrite({
    write: ({ email }: MemberRow, attempt) => removeMember(email, attempt),
    meta: memberFailures.delete(),
    onSuccess: async () => {
      toasts.show({ kind: 'success', title: MESSAGES.deleted });
      await refresh();
    },
    onDone: (_answer, { id }) => {
      onClose();
      onDeleted(id);
    },
    // Somebody else may have changed or removed the member. If the member is gone, the dialog closes.
    onError: (error) => void (isOutdated(error) && refresh()),
    onFailed: (error, { id }) => {
      if (!(error instanceof HttpProblem && error.status === 404)) return;
      onClose();
      onDeleted(id);
    },
  });
  return (
    <ConfirmDialog
      isOpen={member !== undefined}
      onClose={onClose}
      title={MESSAGES.deleteTitle}
      confirmText={MESSAGES.deleteMember}
      isBusy={removing.isPending}
      onConfirm={() => member && removing.mutate(member)}
    >
      {shown ? MESSAGES.deleteQuestion(memberName(shown), shown.email) : null}
    </ConfirmDialog>
  );
}
