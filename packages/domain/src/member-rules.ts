import { type Faults, faultsOf, requiredTextFault } from './faults.ts';
import { emailFault } from './mail-rules.ts';
import { phoneDigits, phoneFault, requiredNameFault, SUPPLIED_PHONE_PATTERN, zipFault } from './person-fields.ts';
import { MEMBER_MESSAGES } from './rules.messages.ts';

/** Statuses of a request to join (USR-02). */
export const MEMBER_STATUS = { none: 0, requested: 1, approved: 2, rejected: 3 } as const;

/** The Owner role. It cannot be edited or deleted, and only an Owner can grant it. */
export const OWNER_ROLE_ID = 1;
/** The role given by an approval that names none. */
export const DEFAULT_ROLE_ID = 6;

/** The fields that decide which actions a member allows. */
export interface MemberState {
  statusId: number;
  roleId: number | null;
}

/** Only an open request can be approved or rejected (USR-06). */
export function canDecide({ statusId }: MemberState): boolean {
  return statusId === MEMBER_STATUS.requested;
}

/** Only approved members who are not Owner can be edited or deleted (USR-08). */
export function canChange({ statusId, roleId }: MemberState): boolean {
  return statusId === MEMBER_STATUS.approved && roleId !== OWNER_ROLE_ID;
}

/** A role with its permission codes. */
export interface RoleRights {
  roleId: number;
  codes: readonly string[];
}

/** Users can only grant codes that they hold, and only an Owner can make an Owner. */
export function canGrant(giver: RoleRights, role: RoleRights): boolean {
  if (role.roleId === OWNER_ROLE_ID && giver.roleId !== OWNER_ROLE_ID) return false;
  return role.codes.every((code) => giver.codes.includes(code));
}

/** The member form's fields. */
export interface MemberFields {
  email: string;
  phone: string;
  firstName: string;
  lastName: string;
  address: string;
  city: string;
  stateId: number | null;
  zip: string;
  roleId: number | null;
  isEnabled: boolean;
}

/** Returns whether a phone is the stored one, which the supplier may have sent with more than ten digits. */
export const isStoredPhone = (phone: string, stored: string | undefined): boolean =>
  phoneDigits(phone) === stored && SUPPLIED_PHONE_PATTERN.test(stored);

/** Returns why a member cannot be saved, by field. */
export function memberFaults(fields: MemberFields, storedPhone?: string): Faults<keyof MemberFields> {
  return faultsOf({
    email: emailFault(fields.email),
    phone: isStoredPhone(fields.phone, storedPhone) ? null : phoneFault(fields.phone, MEMBER_MESSAGES),
    firstName: requiredNameFault(fields.firstName, MEMBER_MESSAGES.firstNameRequired),
    lastName: requiredNameFault(fields.lastName, MEMBER_MESSAGES.lastNameRequired),
    address: requiredTextFault(fields.address, MEMBER_MESSAGES.addressRequired),
    city: requiredTextFault(fields.city, MEMBER_MESSAGES.cityRequired),
    stateId: fields.stateId === null ? MEMBER_MESSAGES.stateRequired : null,
    zip: zipFault(fields.zip, MEMBER_MESSAGES),
    roleId: fields.roleId === null ? MEMBER_MESSAGES.roleRequired : null,
    isEnabled: null,
  });
}
