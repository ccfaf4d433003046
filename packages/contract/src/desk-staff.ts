import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { MEMBER_MESSAGES as MESSAGES } from '@yardage/domain/rules.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { STAFF_SORT_KEYS } from './lists.ts';
import { emailAddress } from './mail.ts';
import { pagedResult, pageParams } from './paging.ts';
import { personName } from './person-fields.ts';
import { idInPath, messageAnswer, moment } from './scalars.ts';
import { STAFF_ROLES } from './staff-roles.ts';

/** A staff member as the desk lists them. */
export const staffRow = z.strictObject({
  id: z.int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Null for staff added by a version without roles; they may do nothing until they get one. */
  role: z.enum(STAFF_ROLES).nullable(),
  isEnabled: z.boolean(),
  createdDate: moment,
  /** Whether the caller is this staff member. */
  isMe: z.boolean(),
});
export type StaffRow = z.infer<typeof staffRow>;

const staffRole = z.enum(STAFF_ROLES, { error: () => CONTRACT_MESSAGES.role });
const desk = { access: { staff: ['staff'] }, scope: 'user', requirement: 'STF-01' } as const;
const params = z.object({ id: idInPath });

export const listStaff = defineEndpoint({
  id: 'desk.staff',
  summary: 'The staff with their roles',
  method: 'GET',
  path: '/desk/staff',
  ...desk,
  query: z.object(pageParams(STAFF_SORT_KEYS)),
  answer: pagedResult(staffRow),
});

export const addStaff = defineEndpoint({
  id: 'desk.add-staff',
  summary: 'Gives somebody access to the desk and mails them how to sign in',
  method: 'POST',
  path: '/desk/staff',
  ...desk,
  body: z.strictObject({
    email: emailAddress,
    firstName: personName(() => MESSAGES.firstNameRequired),
    lastName: personName(() => MESSAGES.lastNameRequired),
    role: staffRole,
  }),
  answer: messageAnswer,
  weight: 10,
});

export const changeStaffRole = defineEndpoint({
  id: 'desk.change-staff-role',
  summary: "Changes a staff member's role, and names if they are given; nobody can change their own, and one Administrator stays",
  method: 'PUT',
  path: '/desk/staff/:id',
  ...desk,
  params,
  body: z.strictObject({
    role: staffRole,
    firstName: personName(() => MESSAGES.firstNameRequired).optional(),
    lastName: personName(() => MESSAGES.lastNameRequired).optional(),
  }),
  answer: messageAnswer,
});

export const removeStaff = defineEndpoint({
  id: 'desk.remove-staff',
  summary: 'Withdraws the access to the desk; nobody can remove themselves, and one Administrator stays',
  method: 'DELETE',
  path: '/desk/staff/:id',
  ...desk,
  params,
  answer: messageAnswer,
});
