import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type AddressSuggestion, MIN_ADDRESS_SEARCH, searchAddresses, searchAddressesPublicly } from '@yardage/contract/addresses';
import { type ReactNode, useState } from 'react';
import { api } from '#web/lib/api.ts';
import classes from './address-field.module.css';
import { PERSON_FORM_MESSAGES } from './person-form.messages.ts';

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
export function AddressField({ value, error, label = PERSON_FORM_MESSAGES.address, source, onType, onChoose }: AddressFieldProps) {
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
      <Combobox.Target>
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
            if (event.key !== 'Escape' || !combobox.dropdownOpened) return;
            event.preventDefault();
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isAnswered} className={classes.list}>
        <Combobox.Options aria-label={PERSON_FORM_MESSAGES.suggestions}>
          {found.map((suggestion, index) => (
            <Combobox.Option key={suggestion.fullAddress} value={String(index)} className={classes.option}>
              {suggestion.fullAddress}
            </Combobox.Option>
          ))}
          {found.length === 0 ? <Combobox.Empty>{PERSON_FORM_MESSAGES.noAddress}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Returns the query for address suggestions. */
export type AddressSource = (text: string) => ReturnType<typeof addressQuery>;

const failure = () => ({
  failureTitle: PERSON_FORM_MESSAGES.addressesFailedTitle,
  failureText: PERSON_FORM_MESSAGES.addressesFailed,
  unknownText: PERSON_FORM_MESSAGES.addressesFailed,
});

/** Builds the query. The API returns an empty list as a response without a body (API-17). */
function addressQuery(id: string, text: string, search: (signal: AbortSignal) => Promise<AddressSuggestion[] | undefined>) {
  return queryOptions({ queryKey: [id, text] as const, queryFn: async ({ signal }) => (await search(signal)) ?? [], meta: failure() });
}

/** Suggestions for users who are not signed in (API-49). */
export const publicAddresses: AddressSource = (text) =>
  addressQuery(searchAddressesPublicly.id, text, (signal) => api.call(searchAddressesPublicly, { query: { search: text } }, signal));

/** Suggestions for signed-in users (API-17). */
export const knownAddresses: AddressSource = (text) =>
  addressQuery(searchAddresses.id, text, (signal) => api.call(searchAddresses, { query: { query: text } }, signal));
