import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listStates } from '@yardage/contract/registration';
import type { ReactNode } from 'react';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { AddressField, type AddressSource } from './address-field.tsx';
import { PERSON_FORM_MESSAGES as MESSAGES } from './person-form.messages.ts';

interface Place {
  address: string;
  city: string;
  stateId: number | null;
  zip: string;
}

/** The parts of a form that these fields use. */
interface PlaceForm {
  values: Place;
  errors: Readonly<Record<string, ReactNode>>;
  setFieldValue(name: keyof Place, value: never): void;
}

interface PlaceFieldsProps {
  form: PlaceForm;
  source: AddressSource;
  /** Whether the browser may fill in the user's own address. False if it is somebody else's. */
  isOwn: boolean;
}

/** Address, city, state and ZIP code. Selecting a suggestion fills in all four (REG-15). */
export function PlaceFields({ form, source, isOwn }: PlaceFieldsProps) {
  const change = (changes: Partial<Place>): void => {
    for (const [name, value] of Object.entries(changes)) form.setFieldValue(name as keyof Place, value as never);
  };
  const field = (name: 'city' | 'zip', autoComplete: string) => (
    <div data-width="third">
      <TextInput
        label={MESSAGES[name]}
        inputMode={name === 'zip' ? 'numeric' : 'text'}
        autoComplete={isOwn ? autoComplete : 'off'}
        maxLength={80}
        required
        withAsterisk={false}
        value={form.values[name]}
        error={form.errors[name]}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    </div>
  );
  return (
    <>
      <AddressField
        source={source}
        value={form.values.address}
        error={form.errors.address}
        onType={(address) => change({ address })}
        onChoose={({ address, city, stateId, zipcode }) => change({ address: address || form.values.address, city, stateId, zip: zipcode })}
      />
      {field('city', 'address-level2')}
      <div data-width="third">
        <StateField value={form.values.stateId} error={form.errors.stateId} onChange={(stateId) => change({ stateId })} />
      </div>
      {field('zip', 'postal-code')}
    </>
  );
}

interface StateFieldProps {
  value: number | null;
  error?: ReactNode;
  onChange: (stateId: number | null) => void;
}

/** A select with the country's states (REG-18). */
function StateField({ value, error, onChange }: StateFieldProps) {
  const states = useQuery({ ...endpointQuery(listStates, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  return (
    <NativeSelect
      label={MESSAGES.state}
      required
      withAsterisk={false}
      autoComplete="address-level1"
      value={value === null ? '' : String(value)}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
    >
      <option value="">{MESSAGES.chooseState}</option>
      {states.map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
