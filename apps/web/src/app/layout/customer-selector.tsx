import { Combobox, type ComboboxStore, useCombobox, VisuallyHidden } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAccess } from '#web/lib/access/access.ts';
import { isSameCustomer, useCustomers } from '#web/lib/customer/customer-store.ts';
import { openCustomer } from '#web/lib/customer/open-customer.ts';
import { useOverlay } from '#web/lib/overlays/use-overlay.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { ButtonElsewhere } from '#web/patterns/late-popover.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import classes from './customer-selector.module.css';
import { LAYOUT_MESSAGES } from './layout.messages.ts';

/** The list has a search field from this number of entries. */
const SEARCH_FROM = 7;

const idOf = (entry: CustomerNumberEntry): string => `${entry.datasourceId}/${entry.customerNumber}/${entry.globalCustomerNumber}`;

/** The selected customer number, with its data source, name and both numbers (SHL-18). */
export function CustomerSelector() {
  const { list, selected } = useCustomers();
  const { status } = useAccess();
  const [search, setSearch] = useState('');
  const chooseCustomer = useChooseCustomer();
  const [wasOpened, setWasOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [labelId, listId] = [useId(), useId()];
  const combobox = useCombobox({
    onDropdownOpen: (source) => {
      // The list is rendered when it is first opened: it may have hundreds of entries, which would slow down every start.
      flushSync(() => setWasOpened(true));
      combobox.updateSelectedOptionIndex('active');
      if (source === 'keyboard') combobox.focusSearchInput();
    },
    onDropdownClose: () => {
      returnFocus(combobox.searchRef.current, button.current);
      combobox.resetSelectedOption();
      setSearch('');
    },
  });
  const keys = useListKeys(combobox);
  useOverlay({ layer: 'popover', isOpen: combobox.dropdownOpened, onClose: () => combobox.closeDropdown(), isInUrl: false });
  if (!list) {
    return status === 'loading' ? (
      <span className={classes.loading}>
        <Skeleton width={160} height={12} />
      </span>
    ) : null;
  }
  if (!selected) return null;

  const wanted = search.trim().toLowerCase();
  const shown = list.filter((entry) =>
    [entry.displayName, entry.customerNumber, entry.globalCustomerNumber, entry.datasource].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
  const choose = (id: string): void => {
    combobox.closeDropdown();
    const entry = list.find((candidate) => idOf(candidate) === id);
    if (!entry || isSameCustomer(entry, selected)) return;
    void chooseCustomer(entry);
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        role="combobox"
        className={classes.target}
        aria-labelledby={labelId}
        aria-haspopup="listbox"
        aria-expanded={combobox.dropdownOpened}
        aria-controls={combobox.dropdownOpened ? listId : undefined}
        {...keys}
      >
        <span className={classes.facts}>
          <VisuallyHidden id={labelId}>{LAYOUT_MESSAGES.customerNumber}</VisuallyHidden>
          <span className={classes.name}>{selected.displayName}</span>
          <span className={classes.numbers}>
            <span className={classes.wide}>{selected.datasource} · </span>
            <span className={classes.narrow}> · </span>
            {selected.customerNumber}
            <span className={classes.wide}> · {selected.globalCustomerNumber}</span>
          </span>
        </span>
        <Icon name="chevron" size={16} className={classes.chevron} />
      </button>
      {wasOpened ? (
        <Combobox
          store={combobox}
          onOptionSubmit={choose}
          position="bottom-end"
          width={380}
          withinPortal={false}
          classNames={{ dropdown: classes.dropdown }}
        >
          <Combobox.Target>
            <ButtonElsewhere of={button} />
          </Combobox.Target>
          <Combobox.Dropdown>
            {list.length >= SEARCH_FROM ? (
              <Combobox.Search
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
                placeholder={LAYOUT_MESSAGES.findCustomer}
                aria-label={LAYOUT_MESSAGES.findCustomer}
              />
            ) : null}
            <Combobox.Options id={listId} className={classes.options} aria-label={LAYOUT_MESSAGES.chooseCustomer}>
              {shown.length === 0 ? <Combobox.Empty>{LAYOUT_MESSAGES.noCustomerFound}</Combobox.Empty> : null}
              {shown.map((entry) => (
                <Combobox.Option key={idOf(entry)} value={idOf(entry)} active={isSameCustomer(entry, selected)} className={classes.option}>
                  <span className={classes.facts}>
                    <span className={classes.name}>{entry.displayName}</span>
                    <span className={classes.numbers}>{describe(entry)}</span>
                  </span>
                  {isSameCustomer(entry, selected) ? <Icon name="check" size={16} className={classes.check} /> : null}
                </Combobox.Option>
              ))}
            </Combobox.Options>
            {list.length > 1 ? (
              <Combobox.Footer className={classes.footer}>
                <Link to="/accounts" className={classes.all} onClick={() => combobox.closeDropdown()}>
                  {LAYOUT_MESSAGES.allAccounts}
                </Link>
              </Combobox.Footer>
            ) : null}
          </Combobox.Dropdown>
        </Combobox>
      ) : null}
    </>
  );
}

/** Gives the focus of the search field, which is hidden with the list, to the button. A click that closes the list may have moved it. */
function returnFocus(search: HTMLElement | null, button: HTMLElement | null): void {
  if (search === null || document.activeElement !== search) return;
  setTimeout(() => {
    if (document.activeElement === search || document.activeElement === document.body) button?.focus();
  });
}

/** The handlers of the button: Mantine's own are mounted with the list, too late for the first key. */
function useListKeys(combobox: ComboboxStore) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const isOpen = combobox.dropdownOpened;
  const openByKey = (): void => {
    combobox.openDropdown('keyboard');
    setActiveId(combobox.selectActiveOption());
  };
  const chooseOrOpen = (): void => (isOpen && combobox.getSelectedOptionIndex() !== -1 ? combobox.clickSelectedOption() : openByKey());
  const keys = new Map<string, () => void>([
    ['ArrowDown', () => (isOpen ? setActiveId(combobox.selectNextOption()) : openByKey())],
    ['ArrowUp', () => (isOpen ? setActiveId(combobox.selectPreviousOption()) : openByKey())],
    ['Enter', chooseOrOpen],
    ['NumpadEnter', chooseOrOpen],
    ['Space', () => (isOpen ? combobox.closeDropdown('keyboard') : openByKey())],
  ]);
  return {
    'aria-activedescendant': isOpen ? (activeId ?? undefined) : undefined,
    onClick: (event: MouseEvent<HTMLElement>): void => {
      // Safari does not focus a button that is clicked, and the keys are the button's.
      event.currentTarget.focus();
      setActiveId(null);
      combobox.toggleDropdown();
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const act = keys.get(event.code);
      if (!act) return;
      event.preventDefault();
      act();
    },
  };
}

/** Returns how to choose another customer number: it opens the dashboard, because the address may name a record of the old one. */
export function useChooseCustomer() {
  const router = useRouter();
  const { list } = useCustomers();
  return (entry: CustomerNumberEntry, options?: { replace: boolean }): Promise<void> => openCustomer(router, entry, list, options);
}

function describe(entry: CustomerNumberEntry): string {
  return [entry.datasource, LAYOUT_MESSAGES.customer(entry.customerNumber), LAYOUT_MESSAGES.global(entry.globalCustomerNumber)].join(' · ');
}
