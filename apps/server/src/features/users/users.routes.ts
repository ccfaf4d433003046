import {
  endSession,
  getMailSettings,
  getPermissions,
  getProfile,
  listCustomerNumbers,
  updateLanguage,
  updateMailSettings,
} from '@yardage/contract/users';
import type { Area } from '#server/features/area';
import { usersService } from './users.service.ts';

/** Routes of API-01 and API-02, the profile, mail settings, language and signing out. */
export const usersArea: Area = (bind, services) => {
  const users = usersService(services);
  bind(listCustomerNumbers, ({ caller }) => users.customerNumbers(caller));
  bind(getPermissions, async ({ scope }) => ({ permissionKeys: [...scope.permissions].sort() }));
  bind(getMailSettings, ({ caller }) => users.mailSettings(caller));
  bind(updateMailSettings, ({ caller, body }) => users.changeMailSettings(caller, body));
  bind(getProfile, async ({ caller: { userId: _, viewedBy: __, ...profile } }) => ({ ...profile, isStaff: profile.staffRole !== null }));
  bind(updateLanguage, ({ caller, body }) => users.changeLanguage(caller, body.language));
  bind(endSession, ({ caller, identity, requestId }) => users.endSession(caller, identity, requestId));
};
