import type { CustomerNumberEntry } from '@yardage/contract/users';
import { useSyncExternalStore } from 'react';
import { local, readStored, removeStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'yardage.customer';

/** The key of a customer number (PER-03). */
export type CustomerKey = Pick<CustomerNumberEntry, 'customerNumber' | 'datasourceId' | 'globalCustomerNumber'>;
/** The same key plus the dataset, for endpoints that need it. */
export type DatasetKey = CustomerKey & Pick<CustomerNumberEntry, 'dataset'>;

export interface CustomerState {
  /** Null until the server's list has loaded. */
  list: readonly CustomerNumberEntry[] | null;
  selected: CustomerNumberEntry | null;
  /**
   * The customer number that was selected when the server removed it from the list. Nothing is selected until the user selects another.
   */
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

/** Returns whether two keys are the same customer number. */
export function isSameCustomer(one: CustomerKey, other: CustomerKey): boolean {
  return (
    one.customerNumber === other.customerNumber &&
    one.datasourceId === other.datasourceId &&
    one.globalCustomerNumber === other.globalCustomerNumber
  );
}

/** Returns the entry to select from a new list: the first wanted one that is in it, or else the first of the list (PER-02). */
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

/** Returns the state after a new list. If the selected customer number was removed, no other one is selected silently. */
export function withList(before: CustomerState, list: readonly CustomerNumberEntry[], known: CustomerKey | undefined): CustomerState {
  const inUse = before.selected ?? before.withdrawn;
  const isInList = inUse !== null && list.some((entry) => isSameCustomer(entry, inUse));
  if (inUse && !isInList) return { list, selected: null, withdrawn: inUse };
  return { list, selected: chooseCustomer(list, [inUse, known]), withdrawn: null };
}

/** Stores the server's list. A remembered selection is used only if it is still in the list. */
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

/** Clears list and selection until the server's list is loaded again. The stored selection stays. */
export function forgetSelection(): void {
  publish(NOTHING);
}

/** Removes the stored selection, so that the next user of this browser does not see it. The current page is about to be left. */
export function forgetRemembered(): void {
  removeStored(local, KEY);
}

/** Returns the selected customer number, for code outside components. */
export function currentCustomer(): CustomerNumberEntry | null {
  return state.selected;
}

/** Returns the customer numbers and the selected one. */
export function useCustomers(): CustomerState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Returns the selected customer number. For pages that are shown only when one is selected. */
export function useCustomer(): CustomerNumberEntry {
  const { selected } = useCustomers();
  if (!selected) throw new Error('No customer number is selected.');
  return selected;
}
