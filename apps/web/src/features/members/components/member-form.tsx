import { Button, Checkbox, TextInput } from '@mantine/core';
import type { MemberRow } from '@yardage/contract/members';
import type { MemberFields } from '@yardage/domain/member-rules';
import { Notice } from '#web/patterns/notice.tsx';
import { AddressField } from '#web/patterns/person-form/address-field.tsx';
import { knownAddresses } from '#web/patterns/person-form/address-sources.ts';
import layout from '#web/patterns/person-form/person-form.module.css';
import { StateField } from '#web/patterns/person-form/state-field.tsx';
import { MEMBERS_WORDS as WORDS } from '../members.messages.ts';
import { RoleField } from './role-field.tsx';
import { useMemberForm } from './use-member-form.ts';

type TextField = 'firstName' | 'lastName' | 'phone' | 'city' | 'zip';
const INPUT_MODES: Partial<Record<TextField, 'tel' | 'numeric'>> = { phone: 'tel', zip: 'numeric' };

interface MemberFormProps {
  /** Whom to change; somebody new without it. */
  member?: MemberRow;
  onDone: () => void;
  onCancel: () => void;
}

/** Adds a member or changes one (USR-11 to USR-14). */
export function MemberForm({ member, onDone, onCancel }: MemberFormProps) {
  const { element, form, submit, isBusy, formError } = useMemberForm(member, onDone);
  const field = (name: TextField & keyof MemberFields, width: 'half' | 'third') => (
    <div data-width={width}>
      <TextInput
        label={WORDS[name]}
        size="md"
        autoComplete="off"
        inputMode={INPUT_MODES[name] ?? 'text'}
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
      aria-label={member ? WORDS.editTitle : WORDS.addTitle}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={layout.fields}>
        {field('firstName', 'half')}
        {field('lastName', 'half')}
        <div data-width="half">
          <TextInput
            label={WORDS.email}
            size="md"
            type="email"
            autoComplete="off"
            maxLength={254}
            required
            withAsterisk={false}
            disabled={member !== undefined}
            {...form.getInputProps('email')}
          />
        </div>
        {field('phone', 'half')}
        <AddressField
          source={knownAddresses}
          value={form.values.address}
          error={form.errors.address}
          onType={(address) => form.setFieldValue('address', address)}
          onChoose={({ address, city, stateId, zipcode }) => {
            form.setValues({ address: address || form.values.address, city, stateId, zip: zipcode });
            for (const name of ['address', 'city', 'stateId', 'zip'] as const) form.clearFieldError(name);
          }}
        />
        {field('city', 'third')}
        <div data-width="third">
          <StateField
            value={form.values.stateId}
            error={form.errors.stateId}
            onChange={(stateId) => form.setFieldValue('stateId', stateId)}
          />
        </div>
        {field('zip', 'third')}
        <RoleField
          label={WORDS.role}
          value={form.values.roleId}
          error={form.errors.roleId}
          onChange={(roleId) => form.setFieldValue('roleId', roleId)}
        />
        {member ? (
          <Checkbox label={WORDS.enable} description={WORDS.enableText} {...form.getInputProps('isEnabled', { type: 'checkbox' })} />
        ) : null}
      </div>
      {formError ? <Notice kind="failure" title={formError} /> : null}
      <div className={layout.actions}>
        <Button type="button" variant="default" onClick={onCancel}>
          {WORDS.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {WORDS.save}
        </Button>
      </div>
    </form>
  );
}
