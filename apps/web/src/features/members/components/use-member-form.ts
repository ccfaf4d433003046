import { useForm } from '@mantine/form';
import type { MemberRow } from '@yardage/contract/members';
import { type MemberFields, memberFaults } from '@yardage/domain/member-rules';
import { useRef } from 'react';
import { useKeptForm } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { saveMember } from '../members.api.ts';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';
import { useMembersRefresh } from '../use-members-refresh.ts';

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

/** State, validation and submission of the member form (USR-11 to USR-16). */
export function useMemberForm(member: MemberRow | undefined, onDone: () => void) {
  const element = useRef<HTMLFormElement>(null);
  const refresh = useMembersRefresh();
  const form = useForm<MemberFields>({ initialValues: fieldsOf(member) });
  useKeptForm(`member.${member?.id ?? 'new'}`, form);
  const saving = useWrite({
    write: (fields: MemberFields, attempt) => saveMember(member?.id, fields, attempt),
    meta: {
      failureTitle: member ? MESSAGES.updateFailed : MESSAGES.addFailed,
      failureText: member ? MESSAGES.updateFailed : MESSAGES.addFailed,
      prefersServerMessage: true,
      isForm: true,
    },
    onSuccess: async () => {
      toasts.show({ kind: 'success', title: MESSAGES.saved });
      await refresh();
    },
    onDone,
    onRefused: (error) => {
      if (!isFieldRefusal(error)) return;
      form.setErrors(placeErrors(error.problem, FIELDS));
      focusFirstFault(element.current);
    },
  });
  const submit = (): void => {
    if (saving.isPending) return;
    const faults = memberFaults(form.values);
    form.setErrors(faults);
    if (Object.keys(faults).length === 0) saving.mutate(form.values);
    else focusFirstFault(element.current);
  };
  return { element, form, submit, isBusy: saving.isPending, formError: (form.errors as { form?: string }).form };
}
