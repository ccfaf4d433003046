import { Combobox, NativeSelect, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type AddressSuggestion, MIN_ADDRESS_SEARCH, searchAddresses, searchAddressesPublicly } from '@yardage/contract/addresses';
import { listStates } from '@yardage/contract/registration';
import { type ReactNode, useState } from 'react';
import { api } from '#web/lib/api.ts';
import { currentCustomer } from '#web/lib/customer/customer-url.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { OptionsFailure } from '../notice.tsx';
import { PERSON_FORM_MESSAGES as MESSAGES } from './person-form.messages.ts';
import classes from './place-fields.module.css';

const STATES = { ...endpointQuery(listStates, {}), staleTime: Number.POSITIVE_INFINITY };

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
  const states = useQuery(STATES);
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
        <StateField isOwn={isOwn} value={form.values.stateId} error={form.errors.stateId} onChange={(stateId) => change({ stateId })} />
      </div>
      {field('zip', 'postal-code')}
      <OptionsFailure query={states} />
    </>
  );
}

interface StateFieldProps {
  isOwn: boolean;
  value: number | null;
  error?: ReactNode;
  onChange: (stateId: number | null) => void;
}

/** A select with the country's states (REG-18). */
function StateField({ isOwn, value, error, onChange }: StateFieldProps) {
  const states = useQuery(STATES).data ?? [];
  return (
    <NativeSelect
      label={MESSAGES.state}
      required
      withAsterisk={false}
      autoComplete={isOwn ? 'address-level1' : 'off'}
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

/** Debounce of the address search (REG-16). */
const DEBOUNCE_MS = 500;

interface AddressFieldProps {
  value: string;
  error?: ReactNode;
  /** Label, if it is not a person's address. */
  label?: string;
  source: AddressSource;
  onType: (address: string) => void;
  onChoose: (suggestion: AddressSuggestion) => void;
}

/** A street address with suggestions that fill in the other fields. Any typed text is valid, selected or not (REG-15, REG-16). */
export function AddressField({ value, error, label = MESSAGES.address, source, onType, onChoose }: AddressFieldProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const isLongEnough = wanted.length >= MIN_ADDRESS_SEARCH;
  const query = useQuery({ ...source(wanted), enabled: isLongEnough, placeholderData: keepPreviousData });
  const isAnswered = isLongEnough && typed.trim() === wanted && query.isFetched && !query.isError && !query.isPlaceholderData;
  const found = isAnswered ? (query.data ?? []) : [];
  const choose = (index: string): void => {
    const suggestion = found[Number(index)];
    if (!suggestion) return;
    onChoose(suggestion);
    setTyped('');
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false} transitionProps={{ duration: 0 }}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          required
          withAsterisk={false}
          // The browser's autocomplete list would cover the suggestions.
          autoComplete="off"
          maxLength={160}
          value={value}
          error={error}
          onChange={(event) => {
            const text = event.currentTarget.value;
            onType(text);
            setTyped(text);
            combobox.openDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            // Without suggestions on the screen, Esc is for the dialog.
            if (event.key !== 'Escape' || !combobox.dropdownOpened || !isAnswered) return;
            event.preventDefault();
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isAnswered} className={classes.list}>
        <Combobox.Options aria-label={MESSAGES.suggestions}>
          {found.map((suggestion, index) => (
            <Combobox.Option key={suggestion.fullAddress} value={String(index)} className={classes.option}>
              {suggestion.fullAddress}
            </Combobox.Option>
          ))}
          {found.length === 0 ? <Combobox.Empty>{MESSAGES.noAddress}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Returns the query for address suggestions. */
type AddressSource = (text: string) => ReturnType<typeof addressQuery>;

const failure = () => ({
  failureTitle: MESSAGES.addressesFailedTitle,
  failureText: MESSAGES.addressesFailed,
  noResponseText: MESSAGES.addressesFailed,
});

/** Builds the query. The API returns an empty list as a response without a body (API-17). */
function addressQuery(key: readonly string[], search: (signal: AbortSignal) => Promise<AddressSuggestion[] | undefined>) {
  return queryOptions({ queryKey: key, queryFn: async ({ signal }) => (await search(signal)) ?? [], meta: failure() });
}

/** Suggestions for users who are not signed in (API-49). */
export const publicAddresses: AddressSource = (text) =>
  addressQuery([searchAddressesPublicly.id, text], (signal) => api.call(searchAddressesPublicly, { query: { search: text } }, { signal }));

/** Suggestions for signed-in users, first the job addresses of the selected customer (API-17). */
export const knownAddresses: AddressSource = (text) =>
  addressQuery([searchAddresses.id, currentCustomer()?.globalCustomerNumber ?? '', text], (signal) =>
    api.call(searchAddresses, { query: { query: text } }, { signal }),
  );
