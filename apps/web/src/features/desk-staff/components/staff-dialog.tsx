import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { listStaff, type StaffRow } from '@yardage/contract/desk-staff';
import { DESK_AREAS, mayUseDesk, STAFF_ROLES, type StaffRole } from '@yardage/contract/staff-roles';
import { faultsOf } from '@yardage/domain/faults';
import { emailFault } from '@yardage/domain/mail-rules';
import { STAFF_ROLE_NAMES } from '@yardage/domain/names.messages';
import { requiredNameFault } from '@yardage/domain/person-fields';
import { MEMBER_MESSAGES } from '@yardage/domain/rules.messages';
import { useRef } from 'react';
import { useFormBackup, useFreshForm, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useFreshRows, useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ConfirmDialog, DialogForm, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { Notice } from '#web/patterns/notice.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { addStaffMember, changeStaffMember, removeStaffMember, type StaffFields } from '../desk-staff.api.ts';
import { DESK_STAFF_MESSAGES as MESSAGES } from '../desk-staff.messages.ts';
import { staffName } from './staff-columns.tsx';

const EMPTY: StaffFields = { email: '', firstName: '', lastName: '', role: null };
const FIELDS = ['email', 'firstName', 'lastName', 'role'] as const;

interface StaffDialogProps {
  /** `add`, or the staff member whose role changes; undefined while the dialog is closed. */
  target: 'add' | StaffRow | undefined;
  onClose: () => void;
}

/** Dialog to add a staff member or to change a role. */
export function StaffDialog({ target, onClose }: StaffDialogProps) {
  const shown = useLast(target);
  const member = shown === 'add' ? undefined : shown;
  return (
    <FormDialog
      isInUrl
      isOpen={target !== undefined}
      onClose={onClose}
      title={member ? MESSAGES.editTitle : MESSAGES.addTitle}
      context={member ? staffName(member) : MESSAGES.addText}
    >
      {({ finish, close }) =>
        member?.isMe ? (
          <Notice kind="info" title={MESSAGES.ownRole} />
        ) : (
          <StaffForm key={member?.id ?? 'add'} member={member} onDone={finish} onCancel={close} />
        )
      }
    </FormDialog>
  );
}

function StaffForm({ member, onDone, onCancel }: { member: StaffRow | undefined; onDone: () => void; onCancel: () => void }) {
  const element = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const form = useForm<StaffFields>({ initialValues: member ?? EMPTY });
  useFreshRows(listStaff.id, member !== undefined);
  useFreshForm(form, member, (newer) => newer ?? EMPTY);
  useFormBackup(`staff.${member?.id ?? 'new'}`, form);
  const saving = useWrite({
    write: (fields: StaffFields & { role: StaffRole }, attempt) =>
      member ? changeStaffMember(member.id, fields, attempt) : addStaffMember(fields, attempt),
    meta: { failureTitle: MESSAGES.saveFailed, failureText: MESSAGES.saveFailed, prefersServerMessage: true, isForm: true },
    onSuccess: async ({ message }) => {
      toasts.show({ kind: 'success', title: message });
      await queryClient.invalidateQueries({ queryKey: [listStaff.id] });
    },
    onDone,
    onFailed: (error) => {
      if (!isFieldRefusal(error)) return;
      form.setErrors(placeErrors(error.problem, FIELDS));
      focusFirstFault(element.current);
    },
  });
  useUnsavedInput({ isChanged: form.isDirty(), isSending: saving.isPending });
  const submit = (): void => {
    if (saving.isPending) return;
    const { email, firstName, lastName, role } = form.values;
    const faults = faultsOf({
      email: member ? null : emailFault(email),
      firstName: requiredNameFault(firstName, MEMBER_MESSAGES.firstNameRequired),
      // Who was added by command may have no last name.
      lastName: member?.lastName === '' ? null : requiredNameFault(lastName, MEMBER_MESSAGES.lastNameRequired),
      role: role ? null : MESSAGES.roleRequired,
    });
    form.setErrors(faults);
    if (Object.keys(faults).length === 0 && role) saving.mutate({ email, firstName, lastName, role });
    else focusFirstFault(element.current);
  };
  const formError = (form.errors as { form?: string }).form;
  const { role } = form.values;
  return (
    <DialogForm
      ref={element}
      label={member ? MESSAGES.editTitle : MESSAGES.addTitle}
      onSubmit={submit}
      onCancel={onCancel}
      error={formError}
      isBusy={saving.isPending}
      submitText={MESSAGES.save}
    >
      <div className={layout.fields}>
        {member ? null : (
          <TextInput label={MESSAGES.email} type="email" autoComplete="off" maxLength={254} {...form.getInputProps('email')} />
        )}
        <div data-width="half">
          <TextInput label={MESSAGES.firstName} autoComplete="off" maxLength={80} {...form.getInputProps('firstName')} />
        </div>
        <div data-width="half">
          <TextInput label={MESSAGES.lastName} autoComplete="off" maxLength={80} {...form.getInputProps('lastName')} />
        </div>
        <NativeSelect
          label={MESSAGES.role}
          description={role ? roleText(role) : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={role ?? ''}
          error={form.errors.role}
          onChange={(event) => form.setFieldValue('role', STAFF_ROLES.find((name) => name === event.currentTarget.value) ?? null)}
        >
          <option value="">{MESSAGES.chooseRole}</option>
          {STAFF_ROLES.map((name) => (
            <option key={name} value={name}>
              {STAFF_ROLE_NAMES[name]}
            </option>
          ))}
        </NativeSelect>
      </div>
    </DialogForm>
  );
}

/** Returns what somebody with the role may do: everything, or the names of the areas. */
function roleText(role: StaffRole): string {
  if (role === 'Administrator') return MESSAGES.everything;
  return DESK_AREAS.filter((area) => mayUseDesk(role, [area]))
    .map((area) => MESSAGES.areas[area])
    .join(', ');
}

/** Asks before a staff member loses the access to the desk. */
export function RemoveStaffDialog({ member, onClose }: { member: StaffRow | undefined; onClose: () => void }) {
  const shown = useLast(member);
  const queryClient = useQueryClient();
  const removing = useWrite({
    write: ({ id }: StaffRow, attempt) => removeStaffMember(id, attempt),
    meta: { failureTitle: MESSAGES.removeFailed, failureText: MESSAGES.removeFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onDone: onClose,
    onFailed: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listStaff.id] }),
  });
  return (
    <ConfirmDialog
      isOpen={member !== undefined}
      onClose={onClose}
      title={MESSAGES.removeTitle}
      confirmText={MESSAGES.removeConfirm}
      isBusy={removing.isPending}
      onConfirm={() => member && removing.mutate(member)}
    >
      {shown ? MESSAGES.removeQuestion(staffName(shown), shown.email) : null}
    </ConfirmDialog>
  );
}
