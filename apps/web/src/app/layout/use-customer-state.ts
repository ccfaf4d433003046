import { useRouter, useSearch } from '@tanstack/react-router';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { useEffect, useInsertionEffect, useMemo, useState } from 'react';
import { setCurrentCustomer } from '#web/lib/customer/customer-address.ts';
import { type CustomerState, customersOf, isSameCustomer, rememberCustomer, rememberedCustomer } from '#web/lib/customer/customer-store.ts';

const SHELL = '/shell';

/**
 * Returns which customer is selected: the one of the address. So a page and its customer always change together, each tab has its own,
 * and Back returns to the earlier customer's page with that customer. An address without one gets the remembered one (PER-03).
 */
export function useCustomerState(list: readonly CustomerNumberEntry[] | null): CustomerState {
  const inAddress = useSearch({ from: SHELL, select: ({ customer }) => customer });
  const [inUse, setInUse] = useState<CustomerNumberEntry | null>(null);
  const state = useMemo(() => customersOf(list, { inAddress, inUse, remembered: rememberedCustomer() }), [list, inAddress, inUse]);
  const { selected } = state;
  if (selected && selected !== inUse) setInUse(selected);

  // Before any other effect, because those start requests.
  useInsertionEffect(() => setCurrentCustomer(selected), [selected]);
  useInsertionEffect(() => () => setCurrentCustomer(null), []);

  useEffect(() => {
    if (!list || !selected) return;
    const remembered = rememberedCustomer();
    const isGranted = remembered !== undefined && list.some((entry) => isSameCustomer(entry, remembered));
    // A link to another customer does not change what the user chose.
    rememberCustomer(isGranted ? remembered : selected, list);
  }, [list, selected]);

  useCustomerInAddress(selected);
  return state;
}

/** Adds the selected customer to an address without one. */
function useCustomerInAddress(selected: CustomerNumberEntry | null): void {
  const router = useRouter();
  const isMissing = useSearch({ from: SHELL, select: ({ customer }) => customer === undefined });
  useEffect(() => {
    if (!selected || !isMissing) return;
    // A redirect may be under way to a page outside the layout.
    const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
    if (!routes.some(({ id }) => id === SHELL)) return;
    void router.navigate({ to: '.', search: true, hash: true, state: true, replace: true, resetScroll: false } as never);
  }, [router, selected, isMissing]);
}
