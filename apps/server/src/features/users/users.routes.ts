import { endSession, getPermissions, getProfile, listCustomerNumbers } from '@yardage/contract/users';
import type { Area } from '#server/features/area';
import { usersService } from './users.service.ts';

/** API-01, API-02, who is signed in, and signing out. */
export const usersArea: Area = (bind, services) => {
  const users = usersService(services);
  bind(listCustomerNumbers, ({ caller }) => users.customerNumbers(caller));
  bind(getPermissions, async ({ scope }) => ({ permissionKeys: [...scope.permissions].sort() }));
  bind(getProfile, async ({ caller: { email, firstName, lastName, isStaff } }) => ({ email, firstName, lastName, isStaff }));
  bind(endSession, ({ identity }) => users.endSession(identity));
};
