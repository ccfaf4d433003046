import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listStates } from '@yardage/contract/registration';
import type { ReactNode } from 'react';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { PERSON_FORM_MESSAGES } from './person-form.messages.ts';

interface StateFieldProps {
  value: number | null;
  error?: ReactNode;
  onChange: (stateId: number | null) => void;
}

/** A select with the country's states (REG-18). */
export function StateField({ value, error, onChange }: StateFieldProps) {
  const states = useQuery({ ...endpointQuery(listStates, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  return (
    <NativeSelect
      label={PERSON_FORM_MESSAGES.state}
      required
      withAsterisk={false}
      autoComplete="address-level1"
      value={value === null ? '' : String(value)}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
    >
      <option value="">{PERSON_FORM_MESSAGES.chooseState}</option>
      {states.map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
