import { holdsAny, type PermissionCode } from '@yardage/contract/permissions';
import { type DeskArea, mayUseDesk, type StaffRole } from '@yardage/contract/staff-roles';
import { createContext, useContext } from 'react';

/** The state of loading the user's customer numbers and permissions. */
export type AccessStatus = 'loading' | 'ready' | 'no-customer-numbers' | 'refused' | 'failed';

export interface Access {
  status: AccessStatus;
  permissions: ReadonlySet<string>;
  /** The role of staff, who see the desk; null for everybody else. */
  staffRole: StaffRole | null;
  /** Which request failed, for the message. */
  failed: 'customer-numbers' | 'permissions' | 'profile' | null;
  retry(): void;
}

/** No permissions until the server has returned them. */
const NO_ACCESS: Access = {
  status: 'loading',
  permissions: new Set(),
  staffRole: null,
  failed: null,
  retry: () => undefined,
};

export const AccessContext = createContext<Access>(NO_ACCESS);

/** Returns what the user may do with the selected customer number. */
export function useAccess(): Access {
  return useContext(AccessContext);
}

/** Returns whether the user holds any of the codes (PER-07). */
export function useHoldsAny(anyOf: readonly PermissionCode[]): boolean {
  return holdsAny(useAccess().permissions, anyOf);
}

/** Returns whether the user may use an area of the desk. */
export function useMayUseDesk(...areas: DeskArea[]): boolean {
  return mayUseDesk(useAccess().staffRole, areas);
}
