import type { AnyRouter } from '@tanstack/react-router';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { rememberCustomer } from './customer-store.ts';
import { readCustomer } from './customer-url.ts';

/**
 * Opens the dashboard of a customer number and remembers the choice (PER-03). Customer and page change in one step, so that no page asks
 * for the old customer's records (PER-05).
 */
export async function openCustomer(
  router: AnyRouter,
  entry: CustomerNumberEntry,
  list: readonly CustomerNumberEntry[] | null,
  { replace = false } = {},
): Promise<void> {
  await router.navigate({ to: '/dashboard', search: { customer: entry.globalCustomerNumber }, replace });
  // If the user stays to keep typed input, the promise resolves with a later navigation, which may lead to another customer.
  if (readCustomer(router.latestLocation.search).customer === entry.globalCustomerNumber) rememberCustomer(entry, list);
}
