import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { getDeskAccount } from '@yardage/contract/desk-account';
import { listDeskAccounts } from '@yardage/contract/desk-customers';
import { faultsOf, requiredFault } from '@yardage/domain/faults';
import { emailFault } from '@yardage/domain/mail-rules';
import { PHONE_PATTERN, phoneDigits, requiredNameFault } from '@yardage/domain/person-fields';
import { MEMBER_MESSAGES } from '@yardage/domain/rules.messages';
import { useRef, useState } from 'react';
import { useFormBackup, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DialogForm, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import layout from '#web/patterns/person-form/person-form.module.css';
import { inviteOwner, type OwnerFields } from '../desk-account.api.ts';
import { DESK_ACCOUNT_MESSAGES as MESSAGES } from '../desk-account.messages.ts';
import { DisabledUser } from './disabled-user.tsx';

const EMPTY: OwnerFields = { email: '', firstName: '', lastName: '', phone: '' };
const FIELDS = ['email', 'firstName', 'lastName', 'phone'] as const;

/** Dialog to invite the first Owner of an account (STF-02). */
export function OwnerDialog({ account, isOpen, onClose }: { account: string; isOpen: boolean; onClose: () => void }) {
  return (
    <FormDialog isInUrl={false} isOpen={isOpen} onClose={onClose} title={MESSAGES.inviteTitle} context={MESSAGES.inviteText}>
      {({ finish, close }) => <OwnerForm key={account} account={account} onDone={finish} onCancel={close} />}
    </FormDialog>
  );
}

function OwnerForm({ account, onDone, onCancel }: { account: string; onDone: () => void; onCancel: () => void }) {
  const element = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const [refusedEmail, setRefusedEmail] = useState('');
  const form = useForm<OwnerFields>({ initialValues: EMPTY });
  useFormBackup(`owner.${account}`, form);
  const inviting = useWrite({
    write: (fields: OwnerFields, attempt) => inviteOwner(account, fields, attempt),
    meta: { failureTitle: MESSAGES.inviteFailed, failureText: MESSAGES.inviteFailed, prefersServerMessage: true, isForm: true },
    onSuccess: async ({ message }) => {
      toasts.show({ kind: 'success', title: message });
      await Promise.all([getDeskAccount, listDeskAccounts].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })));
    },
    onDone,
    onFailed: (error, { email }) => {
      // The address of a disabled user is refused.
      setRefusedEmail(emailFault(email) ? '' : email);
      if (!isFieldRefusal(error)) return;
      form.setErrors(placeErrors(error.problem, FIELDS));
      focusFirstFault(element.current);
    },
  });
  useUnsavedInput({ isChanged: form.isDirty(), isSending: inviting.isPending });
  const submit = (): void => {
    if (inviting.isPending) return;
    const { email, firstName, lastName, phone } = form.values;
    const isPhone = PHONE_PATTERN.test(phoneDigits(phone));
    const faults = faultsOf({
      email: emailFault(email),
      firstName: requiredNameFault(firstName, MEMBER_MESSAGES.firstNameRequired),
      lastName: requiredNameFault(lastName, MEMBER_MESSAGES.lastNameRequired),
      phone: requiredFault(phone, MEMBER_MESSAGES.phoneRequired) ?? (isPhone ? null : MEMBER_MESSAGES.phoneInvalid),
    });
    form.setErrors(faults);
    if (Object.keys(faults).length === 0) inviting.mutate(form.values);
    else focusFirstFault(element.current);
  };
  const formError = (form.errors as { form?: string }).form;
  return (
    <DialogForm
      ref={element}
      label={MESSAGES.inviteTitle}
      onSubmit={submit}
      onCancel={onCancel}
      error={formError}
      isBusy={inviting.isPending}
      submitText={MESSAGES.send}
    >
      <DisabledUser email={refusedEmail} />
      <div className={layout.fields}>
        {FIELDS.map((name) => (
          <div key={name} data-width="half">
            <TextInput
              label={MESSAGES[name]}
              type={name === 'email' ? 'email' : 'text'}
              inputMode={name === 'phone' ? 'tel' : name === 'email' ? 'email' : 'text'}
              autoComplete="off"
              maxLength={name === 'email' ? 254 : 80}
              {...form.getInputProps(name)}
            />
          </div>
        ))}
      </div>
    </DialogForm>
  );
}
