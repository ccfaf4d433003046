import { Button, Checkbox, TextInput } from '@mantine/core';
import type { MemberRow } from '@yardage/contract/members';
import type { MemberFields } from '@yardage/domain/member-rules';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { knownAddresses } from '#web/patterns/person-form/address-field.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { PlaceFields } from '#web/patterns/person-form/place-fields.tsx';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';
import { RoleField } from './role-field.tsx';
import { useMemberForm } from './use-member-form.ts';

type TextField = 'firstName' | 'lastName' | 'phone';

interface MemberFormProps {
  /** The member to edit; undefined to add a new one. */
  member?: MemberRow;
  onDone: () => void;
  onCancel: () => void;
}

/** Form to add or edit a member (USR-11 to USR-14). */
export function MemberForm({ member, onDone, onCancel }: MemberFormProps) {
  const { element, form, submit, isBusy, formError } = useMemberForm(member, onDone);
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
    <form
      ref={element}
      noValidate
      aria-label={member ? MESSAGES.editTitle : MESSAGES.addTitle}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
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
          value={form.values.roleId}
          error={form.errors.roleId}
          onChange={(roleId) => form.setFieldValue('roleId', roleId)}
        />
        {member ? (
          <Checkbox label={MESSAGES.enable} description={MESSAGES.enableText} {...form.getInputProps('isEnabled', { type: 'checkbox' })} />
        ) : null}
      </div>
      {formError ? <Notice kind="failure" title={formError} /> : null}
      <div className={layout.actions}>
        <Button type="button" variant="default" disabled={isBusy} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {MESSAGES.save}
        </Button>
      </div>
    </form>
  );
}
