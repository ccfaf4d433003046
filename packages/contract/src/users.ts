import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { SIGN_OUT } from './headers.ts';
import { customerNumber, customerQuery, datasourceId, messageAnswer } from './scalars.ts';
import { STAFF_ROLES } from './staff-roles.ts';

/** One entry of the customer selector (PER-02); its dates are shown in `timeZone`. */
export const customerNumberEntry = z.strictObject({
  customerNumber: z.string(),
  globalCustomerNumber: z.string(),
  datasource: z.string(),
  datasourceId: z.int(),
  /** The data source's short name, as used in calls about its orders and tickets. */
  dataset: z.string(),
  displayName: z.string(),
  timeZone: z.string(),
});
export type CustomerNumberEntry = z.infer<typeof customerNumberEntry>;

export const listCustomerNumbers = defineEndpoint({
  id: 'users.customer-numbers',
  requirement: 'API-01',
  summary: 'The customer numbers of the signed-in user; the first is selected by default',
  method: 'GET',
  path: '/users/global-customer-numbers',
  access: { signedIn: 'everyone may know their own customer numbers' },
  scope: 'user',
  isVital: true,
  answer: z.array(customerNumberEntry),
});

export const getPermissions = defineEndpoint({
  id: 'users.permissions',
  requirement: 'API-02',
  summary: 'The permission codes of the signed-in user for one customer number',
  method: 'GET',
  path: '/users/me/permissions',
  access: { signedIn: 'everyone may know their own permissions' },
  scope: 'customer',
  isVital: true,
  query: z.object({ ...customerQuery, customerNumber, datasourceId }),
  /** `permissionKeys` holds codes such as `orders.view`; the name is the specification's. */
  answer: z.strictObject({ permissionKeys: z.array(z.string()) }),
});

/** A language of the portal, such as `es`. */
const languageCode = z.string().regex(/^[a-z]{2,3}$/);

/** The signed-in user; staff see the desk instead of customer numbers. */
export const getProfile = defineEndpoint({
  id: 'users.profile',
  requirement: 'SHL-19',
  summary: 'Name and address of the signed-in user',
  method: 'GET',
  path: '/users/me',
  access: { signedIn: 'everyone may know who they are' },
  scope: 'user',
  isVital: true,
  answer: z.strictObject({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    isStaff: z.boolean(),
    /** Decides what a staff member sees at the desk; null for everybody else. */
    staffRole: z.enum(STAFF_ROLES).nullable(),
    language: languageCode.nullable(),
  }),
});

export const updateLanguage = defineEndpoint({
  id: 'users.update-language',
  requirement: 'LNG-01',
  summary: 'Chooses the language of the signed-in user, for screens and mails; null leaves it to each client',
  method: 'PUT',
  path: '/users/me/language',
  access: { signedIn: 'everyone may choose their own language' },
  scope: 'user',
  body: z.strictObject({ language: languageCode.nullable() }),
  answer: z.strictObject({ language: languageCode.nullable() }),
});

/** Which mails a user gets about the payments they made. */
export const mailSettings = z.strictObject({
  /** The receipt when a payment is settled. */
  paymentReceipts: z.boolean(),
  /** A notice when the bank returns a payment. */
  paymentReturns: z.boolean(),
});
export type MailSettings = z.infer<typeof mailSettings>;

export const getMailSettings = defineEndpoint({
  id: 'users.mail-settings',
  requirement: 'SHL-19',
  summary: 'Which mails the signed-in user gets about their own payments',
  method: 'GET',
  path: '/users/me/mail-settings',
  access: { signedIn: 'everyone may know their own settings' },
  scope: 'user',
  answer: mailSettings,
});

export const updateMailSettings = defineEndpoint({
  id: 'users.update-mail-settings',
  requirement: 'SHL-19',
  summary: 'Chooses which mails the signed-in user gets about their own payments',
  method: 'PUT',
  path: '/users/me/mail-settings',
  access: { signedIn: 'everyone may change their own settings' },
  scope: 'user',
  body: mailSettings,
  answer: mailSettings,
});

/** Ends the session of the token: all its tokens are refused from then on (SHL-20). */
export const endSession = defineEndpoint({
  id: 'users.end-session',
  requirement: 'SHL-20',
  summary: 'Signs out: the token, and all others of the same sign-in, are refused from then on',
  ...SIGN_OUT,
  access: { signedIn: 'everyone may sign out' },
  scope: 'user',
  isVital: true,
  answer: messageAnswer,
});
