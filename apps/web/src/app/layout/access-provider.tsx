import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { customerNumbersQuery, permissionsQuery, profileQuery } from '#web/features/account/account.api.ts';
import { type Access, AccessContext, type AccessStatus } from '#web/lib/access/access.ts';
import { type CustomerKey, CustomersContext } from '#web/lib/customer/customer-store.ts';
import { useHeld } from '#web/lib/use-held.ts';
import { useCustomerState } from './use-customer-state.ts';

/** The minimum time for which the indicator is shown (PER-15). */
const INDICATOR_HOLD_MS = 1000;
const NOBODY: CustomerKey = { customerNumber: '', datasourceId: 0, globalCustomerNumber: '' };

/** Loads the customer numbers and the permissions of the selected one, and provides them to the pages (PER-02, PER-06). */
export function AccessProvider({ children }: { children: ReactNode }) {
  const numbers = useQuery(customerNumbersQuery());
  const customers = useCustomerState(numbers.data ?? null);
  const { list, selected, refused } = customers;
  // Permissions of another customer number are dropped from the cache as soon as no component uses them (PER-05).
  const permissions = useQuery({ ...permissionsQuery(selected ?? NOBODY), enabled: selected !== null, gcTime: 0 });

  const profile = useQuery(profileQuery());
  const staffRole = profile.data?.staffRole ?? null;

  const failed = failureOf(list, { numbers, permissions, profile });
  const status = refused ? 'refused' : statusOf(list, failed, permissions.data !== undefined, profile.isPending);
  const isIndicatorShown = useHeld(status === 'loading', INDICATOR_HOLD_MS);
  const keys = permissions.data?.permissionKeys;
  const { refetch: refetchNumbers } = numbers;
  const { refetch: refetchPermissions } = permissions;
  const { refetch: refetchProfile } = profile;

  const access = useMemo<Access>(
    () => ({
      status,
      permissions: new Set(keys),
      staffRole,
      isIndicatorShown,
      failed,
      retry: () =>
        void { 'customer-numbers': refetchNumbers, permissions: refetchPermissions, profile: refetchProfile }[failed ?? 'permissions'](),
    }),
    [status, keys, staffRole, isIndicatorShown, failed, refetchNumbers, refetchPermissions, refetchProfile],
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
