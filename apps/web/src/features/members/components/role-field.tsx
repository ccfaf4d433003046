import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { rolesQuery } from '../members.api.ts';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';

interface RoleFieldProps {
  label: string;
  value: number | null;
  error?: ReactNode;
  onChange: (roleId: number | null) => void;
}

/** Select with the roles that the user may assign, and the description of the selected one (USR-10). */
export function RoleField({ label, value, error, onChange }: RoleFieldProps) {
  const roles = useQuery(rolesQuery(useCustomer())).data ?? [];
  const chosen = roles.find(({ id }) => id === value);
  return (
    <NativeSelect
      label={label}
      required
      withAsterisk={false}
      description={chosen?.description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value === null ? '' : String(value)}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
    >
      <option value="">{MESSAGES.chooseRole}</option>
      {roles.map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
