import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DeskCustomer } from '@yardage/contract/desk';
import { type ReactNode, useState } from 'react';
import { deskCustomersQuery } from '../api/get-registrations.ts';
import { DESK_WORDS } from '../desk.messages.ts';

const WORDS = DESK_WORDS.registrations;
const DEBOUNCE_MS = 300;

/** An account in one line. */
export const accountText = ({ displayName, customerNumber, dataSourceName }: DeskCustomer): string =>
  WORDS.accountLine(displayName, customerNumber, dataSourceName);

interface AccountPickerProps {
  error?: ReactNode;
  onChoose: (account: DeskCustomer | null) => void;
}

/** Finds the customer account that a request means, by number or name. */
export function AccountPicker({ error, onChoose }: AccountPickerProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  /** What is being searched; nothing once an account is chosen. */
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const query = useQuery({ ...deskCustomersQuery(wanted), enabled: wanted !== '', placeholderData: keepPreviousData });
  // Only an answer to exactly what stands in the field can be chosen from: one of before may show another company in its place.
  const isAnswered = wanted !== '' && typed.trim() === wanted && query.isFetched && !query.isError && !query.isPlaceholderData;
  const found = isAnswered ? (query.data ?? []) : [];
  const choose = (globalNumber: string): void => {
    const account = found.find(({ globalCustomerNumber }) => globalCustomerNumber === globalNumber);
    if (!account) return;
    setText(accountText(account));
    setTyped('');
    onChoose(account);
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false} transitionProps={{ duration: 0 }}>
      <Combobox.Target>
        <TextInput
          label={WORDS.chooseAccount}
          placeholder={WORDS.accountHint}
          autoComplete="off"
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setTyped(event.currentTarget.value);
            onChoose(null);
            combobox.openDropdown();
          }}
          onFocus={() => typed !== '' && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !combobox.dropdownOpened) return;
            event.preventDefault();
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isAnswered}>
        <Combobox.Options aria-label={WORDS.matchingAccounts}>
          {found.map((account) => (
            <Combobox.Option key={account.globalCustomerNumber} value={account.globalCustomerNumber}>
              {accountText(account)}
            </Combobox.Option>
          ))}
          {found.length === 0 ? <Combobox.Empty>{WORDS.noAccount}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
