import type { CustomerNumberEntry } from '@yardage/contract/users';

/** The URL parameter of every page in the layout: the global number of the selected customer. */
export interface CustomerSearch {
  customer?: string | undefined;
}

const MAX_LENGTH = 40;

/** Reads the customer from an address; for `validateSearch`. */
export function readCustomer({ customer }: { customer?: unknown }): CustomerSearch {
  const text = typeof customer === 'string' || typeof customer === 'number' ? String(customer).trim() : '';
  return { customer: text !== '' && text.length <= MAX_LENGTH ? text : undefined };
}

interface MiddlewareContext<Search> {
  search: Search;
  next: (search: Search) => Search;
}

/** Keeps the customer in every link and navigation that names no other one; for the search middlewares of a route. */
export function keepCustomer<Search extends CustomerSearch>({ search, next }: MiddlewareContext<Search>): Search {
  const { customer: named, ...rest } = next(search);
  const customer = named ?? readCustomer(search).customer ?? currentCustomer()?.globalCustomerNumber;
  // Last, so that addresses begin with what the page is about.
  return (customer === undefined ? rest : { ...rest, customer }) as Search;
}

let current: CustomerNumberEntry | null = null;

/** Returns the selected customer number, for code outside components. */
export function currentCustomer(): CustomerNumberEntry | null {
  return current;
}

/** Sets what `currentCustomer` returns. The layout does so whenever another one is selected. */
export function setCurrentCustomer(selected: CustomerNumberEntry | null): void {
  current = selected;
}
