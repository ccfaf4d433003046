import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { SUPPLIED_PHONE_PATTERN } from '@yardage/domain/person-fields';
import { MEMBER_MESSAGES as MESSAGES } from '@yardage/domain/rules.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { MEMBER_SORT_KEYS } from './lists.ts';
import { emailAddress } from './mail.ts';
import { pagedResult, pageParams } from './paging.ts';
import { PERMISSIONS } from './permissions.ts';
import { addressText, personName, phoneNumber, requiredText, stateId, zipCode } from './person-fields.ts';
import { customerQuery, globalCustomerNumber, idInPath, messageAnswer, oneOf } from './scalars.ts';

/** A member of a customer account, or a user who has requested access (USR-09). */
export const memberRow = z.strictObject({
  id: z.int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  stateId: z.int(),
  zip: z.string(),
  country: z.string(),
  roleId: z.int().nullable(),
  roleName: z.string().nullable(),
  statusId: z.int(),
  statusName: z.string(),
  requestTypeName: z.string(),
  isEnabled: z.boolean(),
});
export type MemberRow = z.infer<typeof memberRow>;

const roleEntry = z.strictObject({ id: z.int(), name: z.string(), description: z.string() });
export type RoleEntry = z.infer<typeof roleEntry>;
/** A list of roles. */
export const roleList = z.array(roleEntry);

/** The id of the role to grant. */
export const roleId = z
  .int({ error: () => MESSAGES.roleRequired })
  .min(1, { error: () => MESSAGES.roleRequired })
  .max(1000, { error: () => MESSAGES.roleRequired })
  .meta({ examples: [6] });

/** Decision about a request: 2 approves, 3 rejects. */
export const decisionStatus = z.literal([2, 3], { error: () => CONTRACT_MESSAGES.decision });

const memberQuery = z.object({ ...customerQuery, globalCustomerNumber: globalCustomerNumber.optional() });

const memberFields = {
  firstName: personName(() => MESSAGES.firstNameRequired),
  lastName: personName(() => MESSAGES.lastNameRequired),
  phone: phoneNumber(
    () => MESSAGES.phoneRequired,
    () => MESSAGES.phoneInvalid,
  ),
  address: addressText(() => MESSAGES.addressRequired),
  city: requiredText(() => MESSAGES.cityRequired),
  stateId: stateId(() => MESSAGES.stateRequired),
  zip: zipCode(
    () => MESSAGES.zipRequired,
    () => MESSAGES.zipInvalid,
  ),
  roleId,
};

/**
 * The other fields of a member (USR-09), which a client may send back as it has read them. The names belong to ids that are sent, too; the
 * rest cannot be changed with the member, so another value is refused.
 */
const otherMemberFields = {
  state: z.string().max(100).optional(),
  roleName: z.string().max(200).nullish(),
  statusName: z.string().max(100).optional(),
  statusId: z.int().optional(),
  country: z.string().max(100).optional(),
  requestTypeName: z.string().max(100).optional(),
};

export const listMembers = defineEndpoint({
  id: 'members.list',
  requirement: 'API-55',
  summary: 'The members of a customer account and the requests to join it',
  method: 'GET',
  path: '/members',
  access: { anyOf: [PERMISSIONS.USER_ACCOUNTS_VIEW] },
  scope: 'customer',
  query: memberQuery.extend({
    ...pageParams(MEMBER_SORT_KEYS),
    StatusId: oneOf(['', '0', '1', '2', '3']).optional(),
  }),
  answer: pagedResult(memberRow),
});

export const getMember = defineEndpoint({
  id: 'members.detail',
  requirement: 'USR-04',
  summary: 'One member or request',
  method: 'GET',
  path: '/members/:id',
  access: { anyOf: [PERMISSIONS.USER_ACCOUNTS_VIEW] },
  scope: 'customer',
  params: z.object({ id: idInPath }),
  query: memberQuery,
  answer: memberRow,
});

export const listRoles = defineEndpoint({
  id: 'members.roles',
  requirement: 'API-57',
  summary: 'The roles that the caller may give',
  method: 'GET',
  path: '/members/roles',
  access: { anyOf: [PERMISSIONS.USER_ACCOUNTS_VIEW] },
  scope: 'customer',
  query: memberQuery,
  answer: roleList,
});

export const addMember = defineEndpoint({
  id: 'members.add',
  requirement: 'API-58',
  summary: 'Adds a member to the customer account and invites them',
  method: 'POST',
  path: '/members',
  access: { anyOf: [PERMISSIONS.USER_ACCOUNTS_ADD_ACCOUNT] },
  scope: 'customer',
  query: memberQuery,
  // The server decides the id and the status of a new member, who has access at once.
  body: z.strictObject({
    ...memberFields,
    ...otherMemberFields,
    id: z.int().nullish(),
    email: emailAddress,
    isEnabled: z.literal(true).optional(),
  }),
  answer: messageAnswer,
  weight: 10,
});

export const updateMember = defineEndpoint({
  id: 'members.update',
  requirement: 'API-59',
  summary: 'Changes a member, their role or whether they are enabled',
  method: 'PUT',
  path: '/members/:id',
  access: { anyOf: [PERMISSIONS.USER_ACCOUNTS_ADD_ACCOUNT] },
  scope: 'customer',
  params: z.object({ id: idInPath }),
  query: memberQuery,
  // A form sends role and access only if it changed them: a colleague may have changed them since it was opened.
  body: z.strictObject({
    ...memberFields,
    ...otherMemberFields,
    // A supplied phone may be longer than the ten digits that are required of a new one.
    phone: phoneNumber(
      () => MESSAGES.phoneRequired,
      () => MESSAGES.phoneInvalid,
      SUPPLIED_PHONE_PATTERN,
    ),
    id: z.int().optional(),
    email: emailAddress.optional(),
    roleId: roleId.optional(),
    isEnabled: z.boolean().optional(),
  }),
  answer: messageAnswer,
  weight: 10,
});

export const deleteMember = defineEndpoint({
  id: 'members.delete',
  requirement: 'API-60',
  summary: 'Takes a member out of the customer account',
  method: 'DELETE',
  path: '/members',
  access: { anyOf: [PERMISSIONS.USER_ACCOUNTS_ADD_ACCOUNT] },
  scope: 'customer',
  query: memberQuery.extend({ email: emailAddress }),
  answer: messageAnswer,
  weight: 10,
});

export const decideMembershipRequest = defineEndpoint({
  id: 'members.decide',
  requirement: 'API-56',
  summary: 'Approves a request with a role, the least where none is given, or rejects it',
  method: 'POST',
  path: '/members/requests/:id/status',
  access: { anyOf: [PERMISSIONS.USER_ACCOUNTS_APPROVAL] },
  scope: 'customer',
  params: z.object({ id: idInPath }),
  query: memberQuery,
  body: z.strictObject({ status: decisionStatus, roleId: roleId.optional() }),
  answer: messageAnswer,
  weight: 10,
});
