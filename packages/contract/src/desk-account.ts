import { MEMBER_MESSAGES as MESSAGES } from '@yardage/domain/rules.messages';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { customerSummary } from './dashboard.ts';
import { deskAccountRow } from './desk-customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { emailAddress } from './mail.ts';
import { orderRow } from './orders.ts';
import { cartHistoryRow } from './payments.ts';
import { personName, phoneNumber } from './person-fields.ts';
import { idInPath, messageAnswer, moment } from './scalars.ts';

/** A user of an account, as staff see them. */
export const deskUser = z.strictObject({
  userId: z.int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roleName: z.string().nullable(),
  /** Whether the account's people let them in. */
  isMember: z.boolean(),
  /** Whether the supplier lets them sign in at all. */
  isEnabled: z.boolean(),
  isStaff: z.boolean(),
  /** Null if they never signed in. */
  lastSignInAt: moment.nullable(),
  /** Whether a sign-in of the identity provider is linked. */
  hasSignIn: z.boolean(),
  /** When a sign-in was detached that may not be linked again, and by whom; null if there is none. */
  detached: z.strictObject({ at: moment, by: z.string().nullable() }).nullable(),
});
export type DeskUser = z.infer<typeof deskUser>;

export const deskAccount = deskAccountRow.extend({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string(),
  zip: z.string(),
  timeZone: z.string(),
  since: moment,
  /** The same figures as on the customer's dashboard, without spend. */
  summary: customerSummary,
  hasOwner: z.boolean(),
  users: z.array(deskUser),
  orders: z.array(orderRow),
  payments: z.array(cartHistoryRow),
  /** When each resource of the data source was last delivered. */
  freshness: z.array(z.strictObject({ resource: z.string(), deliveredAt: moment, ageSeconds: z.int() })),
});
export type DeskAccount = z.infer<typeof deskAccount>;

const users = { access: { staff: ['customer-users'] }, scope: 'user', requirement: 'STF-02' } as const;
const userParams = z.object({ id: idInPath });

export const getDeskAccount = defineEndpoint({
  id: 'desk.account',
  summary: 'One customer account: balance and aging, users, last orders and payments, freshness',
  method: 'GET',
  path: '/desk/accounts/:globalCustomerNumber',
  access: { staff: ['customers'] },
  scope: 'user',
  requirement: 'STF-02',
  params: customerParams,
  answer: deskAccount,
});

export const inviteDeskOwner = defineEndpoint({
  id: 'desk.invite-owner',
  summary: 'Invites the first Owner of an account, who then invites the others',
  method: 'POST',
  path: '/desk/accounts/:globalCustomerNumber/owner',
  ...users,
  params: customerParams,
  body: z.strictObject({
    email: emailAddress,
    firstName: personName(() => MESSAGES.firstNameRequired),
    lastName: personName(() => MESSAGES.lastNameRequired),
    phone: phoneNumber(
      () => MESSAGES.phoneRequired,
      () => MESSAGES.phoneInvalid,
    ),
  }),
  answer: messageAnswer,
  weight: 10,
});

/** A user of the portal, at whatever accounts, or at none. */
const foundDeskUser = deskUser.pick({ userId: true, email: true, firstName: true, lastName: true, isEnabled: true, isStaff: true });
export type FoundDeskUser = z.infer<typeof foundDeskUser>;

export const findDeskUser = defineEndpoint({
  id: 'desk.find-user',
  summary: 'The user with an address, if there is one: who belongs to no account is in no list of users',
  method: 'GET',
  path: '/desk/users',
  ...users,
  query: z.object({ email: emailAddress }),
  answer: z.array(foundDeskUser).max(1),
});

export const enableDeskUser = defineEndpoint({
  id: 'desk.enable-user',
  summary: 'Disables a user at every account, from their next call on, or enables them again',
  method: 'PUT',
  path: '/desk/users/:id',
  ...users,
  params: userParams,
  body: z.strictObject({ isEnabled: z.boolean() }),
  answer: messageAnswer,
});

export const detachSignIn = defineEndpoint({
  id: 'desk.detach-sign-in',
  summary: 'Detaches the sign-in that is linked to a user. It is not linked to them again until that is allowed',
  method: 'POST',
  path: '/desk/users/:id/detach-sign-in',
  ...users,
  params: userParams,
  answer: messageAnswer,
});

export const allowSignIn = defineEndpoint({
  id: 'desk.allow-sign-in',
  summary: 'Lets sign-ins that were detached from a user be linked to them again',
  method: 'POST',
  path: '/desk/users/:id/allow-sign-in',
  ...users,
  params: userParams,
  answer: messageAnswer,
});
