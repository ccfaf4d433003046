import { MEMBER_MESSAGES as SAID } from '@yardage/domain/member-rules';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { customerSummary } from './dashboard.ts';
import { deskCustomer } from './desk.ts';
import { defineEndpoint } from './endpoint.ts';
import { DESK_CUSTOMER_SORT_KEYS } from './lists.ts';
import { emailAddress, messageAnswer } from './mail.ts';
import { orderRow } from './orders.ts';
import { pagedResult, pageParams } from './paging.ts';
import { cartHistoryRow } from './payments.ts';
import { personName, phoneNumber } from './person-fields.ts';
import { dataset, idInPath, moment } from './scalars.ts';

/** A customer account in the desk's list. */
export const deskAccountRow = deskCustomer.extend({
  dataset: z.string(),
  city: z.string(),
  state: z.string(),
  /** Open invoices less open credits and payments on account. */
  balanceAmount: z.number(),
  /** How many users may use the account. */
  userCount: z.int(),
});
export type DeskAccountRow = z.infer<typeof deskAccountRow>;

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

const view = { access: { staff: ['customers'] }, scope: 'user', requirement: 'STF-02' } as const;
const users = { access: { staff: ['customer-users'] }, scope: 'user', requirement: 'STF-02' } as const;
const userParams = z.object({ id: idInPath });

export const listDeskAccounts = defineEndpoint({
  id: 'desk.accounts',
  summary: 'Customer accounts by name, number, city or data source, with their balance',
  method: 'GET',
  path: '/desk/accounts',
  ...view,
  query: z.object({ ...pageParams(DESK_CUSTOMER_SORT_KEYS), dataset: dataset.optional() }),
  answer: pagedResult(deskAccountRow),
});

export const listDeskDataSources = defineEndpoint({
  id: 'desk.data-sources',
  summary: 'The data sources of the installation',
  method: 'GET',
  path: '/desk/data-sources',
  access: { staff: ['customers', 'announcements'] },
  scope: 'user',
  requirement: 'STF-02',
  answer: z.array(z.strictObject({ id: z.int(), code: z.string(), name: z.string() })),
});

export const getDeskAccount = defineEndpoint({
  id: 'desk.account',
  summary: 'One customer account: balance and aging, users, last orders and payments, freshness',
  method: 'GET',
  path: '/desk/accounts/:globalCustomerNumber',
  ...view,
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
    firstName: personName(SAID.firstNameRequired),
    lastName: personName(SAID.lastNameRequired),
    phone: phoneNumber(SAID.phoneRequired, SAID.phoneInvalid),
  }),
  answer: messageAnswer,
  weight: 10,
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

/** A view session. Its id is sent as `X-View-As` with the token of the staff member who started it. */
export const viewSession = z.strictObject({
  id: z.uuid(),
  userId: z.int(),
  email: z.string(),
  name: z.string(),
  expiresAt: moment,
});
export type ViewSession = z.infer<typeof viewSession>;

export const startView = defineEndpoint({
  id: 'desk.start-view',
  requirement: 'STF-03',
  summary: 'Starts to see the portal as a user, read only, for 30 minutes',
  method: 'POST',
  path: '/desk/views',
  access: { staff: ['view-as'] },
  scope: 'user',
  body: z.strictObject({ userId: z.int().positive() }),
  answer: viewSession,
});

export const endView = defineEndpoint({
  id: 'desk.end-view',
  requirement: 'STF-03',
  summary: 'Ends a view of the portal. One that has ended already is fine',
  method: 'DELETE',
  path: '/desk/views/:id',
  access: { staff: ['view-as'] },
  scope: 'user',
  params: z.object({ id: z.uuid('Use the id of a view.') }),
  answer: messageAnswer,
});
