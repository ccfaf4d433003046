import { NativeSelect } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { shownName } from '@yardage/domain/names';
import { MEMBER_ROLE_NAMES, MEMBER_ROLE_TEXTS } from '@yardage/domain/names.messages';
import type { ReactNode } from 'react';
import { OptionsFailure } from '../notice.tsx';
import { PERSON_FORM_MESSAGES as MESSAGES } from './person-form.messages.ts';

interface Role {
  id: number;
  name: string;
  description: string;
}

interface RoleFieldProps {
  label: string;
  /** The query of the roles that the user may assign. */
  query: UseQueryResult<Role[]>;
  value: number | null;
  /** Shown until a role is selected. */
  hint?: string | undefined;
  error?: ReactNode;
  onChange: (roleId: number | null) => void;
}

/** Select with the roles that the user may assign, and the description of the selected one (USR-10). */
export function RoleField({ label, query, value, hint, error, onChange }: RoleFieldProps) {
  const roles = query.data ?? [];
  const chosen = roles.find(({ id }) => id === value);
  return (
    <>
      <NativeSelect
        label={label}
        required
        withAsterisk={false}
        description={chosen ? shownName(MEMBER_ROLE_TEXTS, chosen.description) : hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value === null ? '' : String(value)}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
      >
        <option value="">{MESSAGES.chooseRole}</option>
        {roles.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {shownName(MEMBER_ROLE_NAMES, name)}
          </option>
        ))}
      </NativeSelect>
      <OptionsFailure query={query} />
    </>
  );
}
