import type { CustomerNumberEntry } from '@yardage/contract/users';
import { useSyncExternalStore } from 'react';
import { local, readStored, removeStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'yardage.customer';

/** What identifies a customer number (PER-03). */
export type CustomerKey = Pick<CustomerNumberEntry, 'customerNumber' | 'datasourceId' | 'globalCustomerNumber'>;
/** The same for calls that name the data source's records as well. */
export type DatasetKey = CustomerKey & Pick<CustomerNumberEntry, 'dataset'>;

export interface CustomerState {
  /** Null until the server's list is there. */
  list: readonly CustomerNumberEntry[] | null;
  selected: CustomerNumberEntry | null;
  /** The one that was in use when the server took it from the list; nothing is selected until the user chooses another. */
  withdrawn: CustomerNumberEntry | null;
}

const NOTHING: CustomerState = { list: null, selected: null, withdrawn: null };

let state: CustomerState = NOTHING;
const listeners = new Set<() => void>();

function publish(next: CustomerState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function persist({ list, selected }: CustomerState): void {
  if (!selected) {
    removeStored(local, KEY);
    return;
  }
  const { customerNumber, datasourceId, globalCustomerNumber } = selected;
  writeStored(local, KEY, { selected: { customerNumber, datasourceId, globalCustomerNumber }, list });
}

/** Whether two records mean the same customer number. */
export function isSameCustomer(one: CustomerKey, other: CustomerKey): boolean {
  return (
    one.customerNumber === other.customerNumber &&
    one.datasourceId === other.datasourceId &&
    one.globalCustomerNumber === other.globalCustomerNumber
  );
}

/** The entry to select from a fresh list: the one in use, else the one remembered, else the first (PER-02). */
export function chooseCustomer(
  list: readonly CustomerNumberEntry[],
  wanted: readonly (CustomerKey | null | undefined)[],
): CustomerNumberEntry | null {
  for (const key of wanted) {
    const entry = key && list.find((candidate) => isSameCustomer(candidate, key));
    if (entry) return entry;
  }
  return list[0] ?? null;
}

function remembered(): CustomerKey | undefined {
  return (readStored(local, KEY) as { selected?: CustomerKey } | undefined)?.selected;
}

/** What follows from a fresh list. A customer number that is taken away while it is in use is not silently replaced by another. */
export function withList(before: CustomerState, list: readonly CustomerNumberEntry[], known: CustomerKey | undefined): CustomerState {
  const inUse = before.selected ?? before.withdrawn;
  const isInList = inUse !== null && list.some((entry) => isSameCustomer(entry, inUse));
  if (inUse && !isInList) return { list, selected: null, withdrawn: inUse };
  return { list, selected: chooseCustomer(list, [inUse, known]), withdrawn: null };
}

/** Takes the server's list; a remembered selection counts only if it is still in it. */
export function takeCustomerList(list: readonly CustomerNumberEntry[]): void {
  const next = withList(state, list, remembered());
  persist(next);
  publish(next);
}

/** Selects another customer number of the list. */
export function selectCustomer(entry: CustomerNumberEntry): void {
  const next = { ...state, selected: entry, withdrawn: null };
  persist(next);
  publish(next);
}

/** Forgets list and selection until the server's list comes again; what is remembered stays for that. */
export function forgetSelection(): void {
  publish(NOTHING);
}

/** Removes what is remembered, so that the next person at this machine sees nothing of it; the page on show is about to be left. */
export function forgetRemembered(): void {
  removeStored(local, KEY);
}

/** The selected customer number, for code outside components. */
export function currentCustomer(): CustomerNumberEntry | null {
  return state.selected;
}

/** The customer numbers and the selected one. */
export function useCustomers(): CustomerState {
  return useSyncExternalStore(subscribe, () => state);
}

/** The selected customer number, on pages that exist only with one. */
export function useCustomer(): CustomerNumberEntry {
  const { selected } = useCustomers();
  if (!selected) throw new Error('No customer number is selected.');
  return selected;
}
