import { endSession, getMailSettings, getPermissions, getProfile, listCustomerNumbers, updateMailSettings } from '@yardage/contract/users';
import type { Area } from '#server/features/area';
import { usersService } from './users.service.ts';

/** Routes of API-01 and API-02, the profile, mail settings and signing out. */
export const usersArea: Area = (bind, services) => {
  const users = usersService(services);
  bind(listCustomerNumbers, ({ caller }) => users.customerNumbers(caller));
  bind(getPermissions, async ({ scope }) => ({ permissionKeys: [...scope.permissions].sort() }));
  bind(getMailSettings, ({ caller }) => users.mailSettings(caller));
  bind(updateMailSettings, ({ caller, body }) => users.changeMailSettings(caller, body));
  bind(getProfile, async ({ caller: { email, firstName, lastName, staffRole } }) => ({
    email,
    firstName,
    lastName,
    isStaff: staffRole !== null,
    staffRole,
  }));
  bind(endSession, ({ identity }) => users.endSession(identity));
};
