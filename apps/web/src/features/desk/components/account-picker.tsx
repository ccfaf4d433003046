import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DeskCustomer } from '@yardage/contract/desk';
import { type ReactNode, useState } from 'react';
import { deskCustomersQuery } from '../desk.api.ts';
import { DESK_REGISTRATIONS_MESSAGES as MESSAGES } from '../desk.messages.ts';

const DEBOUNCE_MS = 300;

/** Returns an account as one line of text. */
export const accountText = ({ displayName, customerNumber, dataSourceName }: DeskCustomer): string =>
  MESSAGES.accountLine(displayName, customerNumber, dataSourceName);

interface AccountPickerProps {
  error?: ReactNode;
  onChoose: (account: DeskCustomer | null) => void;
}

/** Field to find the customer account for a request, by number or name. */
export function AccountPicker({ error, onChoose }: AccountPickerProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  /** The search text; empty after an account was selected. */
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const query = useQuery({ ...deskCustomersQuery(wanted), enabled: wanted !== '', placeholderData: keepPreviousData });
  // Offer only results for exactly the current text. From older results the user could select the wrong company.
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
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={MESSAGES.chooseAccount}
          placeholder={MESSAGES.accountHint}
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
        <Combobox.Options aria-label={MESSAGES.matchingAccounts}>
          {found.map((account) => (
            <Combobox.Option key={account.globalCustomerNumber} value={account.globalCustomerNumber}>
              {accountText(account)}
            </Combobox.Option>
          ))}
          {found.length === 0 ? <Combobox.Empty>{MESSAGES.noAccount}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
