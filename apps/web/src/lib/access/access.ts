import { holdsAny, type PermissionCode } from '@yardage/contract/permissions';
import { createContext, useContext } from 'react';

/** How far the portal is with knowing what the user may do. */
export type AccessStatus = 'loading' | 'ready' | 'no-customer-numbers' | 'withdrawn' | 'failed';

export interface Access {
  status: AccessStatus;
  permissions: ReadonlySet<string>;
  /** One of the supplier's people: sees the desk. */
  isStaff: boolean;
  /** Held for a second, so that the indicator does not flash (PER-15). */
  isIndicatorShown: boolean;
  /** Which question failed, for the message. */
  failed: 'customer-numbers' | 'permissions' | null;
  retry(): void;
}

/** Nobody may do anything until the server has said so. */
const NO_ACCESS: Access = {
  status: 'loading',
  permissions: new Set(),
  isStaff: false,
  isIndicatorShown: false,
  failed: null,
  retry: () => undefined,
};

export const AccessContext = createContext<Access>(NO_ACCESS);

/** What the user may do with the selected customer number. */
export function useAccess(): Access {
  return useContext(AccessContext);
}

/** Whether the user holds any of the codes (PER-07). */
export function useHoldsAny(anyOf: readonly PermissionCode[]): boolean {
  return holdsAny(useAccess().permissions, anyOf);
}
