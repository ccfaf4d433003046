import type { CustomerNumberEntry } from '@yardage/contract/users';
import { createContext, useContext } from 'react';
import { CUSTOMER_KEY } from '#web/lib/storage-keys.ts';
import { local, readStored, removeStored, writeStored } from '#web/lib/store.ts';

/** The key of a customer number (PER-03). */
export type CustomerKey = Pick<CustomerNumberEntry, 'customerNumber' | 'datasourceId' | 'globalCustomerNumber'>;
/** The same key plus the dataset, for endpoints that need it. */
export type DatasetKey = CustomerKey & Pick<CustomerNumberEntry, 'dataset'>;

export interface CustomerState {
  /** Null until the server's list has loaded. */
  list: readonly CustomerNumberEntry[] | null;
  selected: CustomerNumberEntry | null;
  /** The customer number of the address, if the user has no access to it. Nothing is selected then. */
  refused: RefusedCustomer | null;
}

export interface RefusedCustomer {
  globalCustomerNumber: string;
  /** Set if the user had access while this page was open. */
  withdrawn: CustomerNumberEntry | null;
}

const NOTHING: CustomerState = { list: null, selected: null, refused: null };

/** Returns whether two keys are the same customer number. */
export function isSameCustomer(one: CustomerKey, other: CustomerKey): boolean {
  return (
    one.customerNumber === other.customerNumber &&
    one.datasourceId === other.datasourceId &&
    one.globalCustomerNumber === other.globalCustomerNumber
  );
}

/** Returns the entry to select by default: the remembered one if it is in the list, or else the first (PER-02). */
export function defaultCustomer(list: readonly CustomerNumberEntry[], remembered: CustomerKey | undefined): CustomerNumberEntry | null {
  const entry = remembered && list.find((candidate) => isSameCustomer(candidate, remembered));
  return entry ?? list[0] ?? null;
}

interface Wanted {
  /** The global customer number in the address. It decides: if the user has no access to it, no other customer is selected instead. */
  inUrl: string | undefined;
  /** The one that this tab selected last. */
  inUse: CustomerNumberEntry | null;
  /** The customer that the user chose last in this browser, for an address without a customer (PER-03). */
  remembered: CustomerKey | undefined;
}

/** Returns which customer number of the server's list is selected. */
export function customerStateOf(list: readonly CustomerNumberEntry[] | null, { inUrl, inUse, remembered }: Wanted): CustomerState {
  if (!list) return NOTHING;
  const asked = inUrl ?? inUse?.globalCustomerNumber;
  const entry = list.find(({ globalCustomerNumber }) => globalCustomerNumber === asked);
  if (entry) return { list, selected: entry, refused: null };
  const withdrawn = inUse?.globalCustomerNumber === asked ? inUse : null;
  // A user without any customer number gets the message of PER-04, whatever the address says.
  const isRefused = asked !== undefined && (withdrawn !== null || list.length > 0);
  if (isRefused) return { list, selected: null, refused: { globalCustomerNumber: asked, withdrawn } };
  return { list, selected: defaultCustomer(list, remembered), refused: null };
}

/** Returns the customer number that the user chose last in this browser. */
export function rememberedCustomer(): CustomerKey | undefined {
  return (readStored(local, CUSTOMER_KEY) as { selected?: CustomerKey } | undefined)?.selected;
}

/** Remembers the choice in this browser, with the list (PER-03). */
export function rememberCustomer(
  { customerNumber, datasourceId, globalCustomerNumber }: CustomerKey,
  list: readonly CustomerNumberEntry[] | null,
): void {
  writeStored(local, CUSTOMER_KEY, { selected: { customerNumber, datasourceId, globalCustomerNumber }, list });
}

/** Removes the stored selection, so that the next user of this browser does not see it. The current page is about to be left. */
export function forgetRemembered(): void {
  removeStored(local, CUSTOMER_KEY);
  removeStored(local, BUYS_CONCRETE_KEY);
}

const BUYS_CONCRETE_KEY = 'yardage.buys-concrete';

/** Whether a customer buys concrete, as this browser learned it last. Undefined if it is not known. */
export function rememberedConcrete({ globalCustomerNumber }: Pick<CustomerKey, 'globalCustomerNumber'>): boolean | undefined {
  return (readStored(local, BUYS_CONCRETE_KEY) as Record<string, boolean> | undefined)?.[globalCustomerNumber];
}

/** Remembers whether a customer buys concrete, so that its pages open with the right words. */
export function rememberConcrete({ globalCustomerNumber }: Pick<CustomerKey, 'globalCustomerNumber'>, buysConcrete: boolean): void {
  const known = (readStored(local, BUYS_CONCRETE_KEY) ?? {}) as Record<string, boolean>;
  if (known[globalCustomerNumber] !== buysConcrete)
    writeStored(local, BUYS_CONCRETE_KEY, { ...known, [globalCustomerNumber]: buysConcrete });
}

/** Provided by the layout. Outside of it there is no customer. */
export const CustomersContext = createContext<CustomerState>(NOTHING);

/** Returns the customer numbers and the selected one. */
export function useCustomers(): CustomerState {
  return useContext(CustomersContext);
}

/** Returns the selected customer number. For pages that are shown only when one is selected. */
export function useCustomer(): CustomerNumberEntry {
  const { selected } = useCustomers();
  if (!selected) throw new Error('No customer number is selected.');
  return selected;
}
