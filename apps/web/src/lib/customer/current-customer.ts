import type { CustomerNumberEntry } from '@yardage/contract/users';

let current: CustomerNumberEntry | null = null;

/** Returns the selected customer number, for code outside components. */
export function currentCustomer(): CustomerNumberEntry | null {
  return current;
}

/** Sets what `currentCustomer` returns. The layout does so whenever another one is selected. */
export function setCurrentCustomer(selected: CustomerNumberEntry | null): void {
  current = selected;
}
