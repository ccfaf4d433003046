import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatches, useRouter, useSearch } from '@tanstack/react-router';
import type { StaffRole } from '@yardage/contract/staff-roles';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useInsertionEffect, useMemo, useState } from 'react';
import { customerNumbersQuery, permissionsQuery, profileQuery } from '#web/features/account/account.api.ts';
import { AccessNotice } from '#web/features/account/components/access-notice.tsx';
import { type Access, AccessContext, type AccessStatus, useAccess } from '#web/lib/access/access.ts';
import { useIsAccountDisabled } from '#web/lib/access/disabled-account.ts';
import {
  type CustomerKey,
  type CustomerState,
  CustomersContext,
  customerStateOf,
  isSameCustomer,
  rememberCustomer,
  rememberedCustomer,
  useCustomers,
} from '#web/lib/customer/customer-store.ts';
import { setCurrentCustomer } from '#web/lib/customer/customer-url.ts';
import { useGradualStart } from '#web/lib/gradual.ts';
import { isDeskAccess, mayOpen } from '#web/lib/navigation/menu.ts';
import { Redirect } from '#web/lib/navigation/redirect.tsx';
import { PageSkeleton } from '#web/patterns/skeleton.tsx';

const NO_CUSTOMER: CustomerKey = { customerNumber: '', datasourceId: 0, globalCustomerNumber: '' };

/** Loads the customer numbers and the permissions of the selected one, and provides them to the pages (PER-02, PER-06). */
export function AccessProvider({ children }: { children: ReactNode }) {
  const numbers = useQuery(customerNumbersQuery());
  const customers = useCustomerState(numbers.data ?? null);
  const { list, selected, refused } = customers;
  // Permissions of another customer number are dropped from the cache as soon as no component uses them (PER-05).
  const permissions = useQuery({ ...permissionsQuery(selected ?? NO_CUSTOMER), enabled: selected !== null, gcTime: 0 });

  const profile = useQuery(profileQuery());
  const staffRole = profile.data?.staffRole ?? null;

  const failed = failureOf(list, { numbers, permissions, profile });
  const status = refused ? 'refused' : statusOf(list, failed, permissions.data !== undefined, profile.isPending);
  const keys = permissions.data?.permissionKeys;
  const { refetch: refetchNumbers } = numbers;
  const { refetch: refetchPermissions } = permissions;
  const { refetch: refetchProfile } = profile;

  const access = useMemo<Access>(
    () => ({
      status,
      permissions: new Set(keys),
      staffRole,
      failed,
      retry: () =>
        void { 'customer-numbers': refetchNumbers, permissions: refetchPermissions, profile: refetchProfile }[failed ?? 'permissions'](),
    }),
    [status, keys, staffRole, failed, refetchNumbers, refetchPermissions, refetchProfile],
  );
  return (
    <CustomersContext value={customers}>
      <AccessContext value={access}>{children}</AccessContext>
    </CustomersContext>
  );
}

type Loaded = Record<'numbers' | 'permissions' | 'profile', { isError: boolean; data: unknown }>;

/** Returns the request without which nothing can be shown. The profile matters only to users without customer numbers, who may be staff. */
function failureOf(list: readonly unknown[] | null, { numbers, permissions, profile }: Loaded): Access['failed'] {
  if (!list && numbers.isError) return 'customer-numbers';
  if (permissions.isError && !permissions.data) return 'permissions';
  return list?.length === 0 && profile.isError && !profile.data ? 'profile' : null;
}

function statusOf(
  list: readonly unknown[] | null,
  failed: Access['failed'],
  hasPermissions: boolean,
  isPersonUnknown: boolean,
): AccessStatus {
  if (failed) return 'failed';
  if (!list) return 'loading';
  // A user without customer numbers may be staff, so wait for the profile.
  if (list.length === 0) return isPersonUnknown ? 'loading' : 'no-customer-numbers';
  return hasPermissions ? 'ready' : 'loading';
}

/** Rarely needed, so they are loaded on demand. */
const AccessRefused = lazy(() => import('./access-refused.tsx').then(({ AccessRefused }) => ({ default: AccessRefused })));
const AccountDisabled = lazy(() => import('./access-refused.tsx').then(({ AccountDisabled }) => ({ default: AccountDisabled })));

/** The page on which staff start: where customers wait for their role. */
const DESK_START = { Dispatcher: '/desk/chats', Credit: '/desk/payments', Administrator: '/desk/chats' } as const satisfies Record<
  StaffRole,
  string
>;

/** Shows the page to users who may open it, and redirects all others to /unauthorized (SHL-03). */
export function AccessGate() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page ?? null });
  const access = useAccess();
  const customer = useCustomers().selected?.globalCustomerNumber;
  const { status, staffRole } = access;
  const isKnown = useGradualStart(status !== 'loading');
  const isDisabled = useIsAccountDisabled();
  if (!page) return null;
  const isDesk = isDeskAccess(page.access);
  if (isDisabled && page.access !== 'public') {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <AccountDisabled />
      </Suspense>
    );
  }
  if (status === 'refused' && page.access !== 'public' && !(isDesk && staffRole)) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <AccessRefused />
      </Suspense>
    );
  }
  // Staff without customer numbers see only the desk (PER-13).
  if (status === 'no-customer-numbers' && staffRole && !isDesk) return <Redirect to={DESK_START[staffRole]} />;
  if (typeof page.access === 'string' && !isDesk) return <Outlet />;
  if (!isKnown) return <PageSkeleton />;
  if (isDesk && staffRole) return mayOpen(page, access) ? <Outlet /> : <Redirect to="/unauthorized" />;
  if (status !== 'ready') return <AccessNotice />;
  if (!mayOpen(page, access)) return <Redirect to="/unauthorized" />;
  // The key discards what a page keeps of one customer, for example typed text, if Back leads to the same page of another one.
  return (
    <Fragment key={customer}>
      <Outlet />
    </Fragment>
  );
}

const SHELL = '/shell';

/**
 * Returns which customer is selected: the one of the address. So a page and its customer always change together, each tab has its own,
 * and Back returns to the earlier customer's page with that customer. An address without one gets the remembered one (PER-03).
 */
function useCustomerState(list: readonly CustomerNumberEntry[] | null): CustomerState {
  const inUrl = useSearch({ from: SHELL, select: ({ customer }) => customer });
  const [inUse, setInUse] = useState<CustomerNumberEntry | null>(null);
  const state = useMemo(() => customerStateOf(list, { inUrl, inUse, remembered: rememberedCustomer() }), [list, inUrl, inUse]);
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
