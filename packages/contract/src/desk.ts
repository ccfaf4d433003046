import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { MAX_DESCRIPTION_LENGTH } from '@yardage/domain/support-rules';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { DESK_REGISTRATION_SORT_KEYS, SUPPORT_SORT_KEYS } from './lists.ts';
import { decisionStatus, memberRow, roleId, roleList } from './members.ts';
import { pagedResult, pageParams } from './paging.ts';
import { globalCustomerNumber, idInPath, messageAnswer, moment, searchText } from './scalars.ts';
import { attachmentList, supportDetail, supportRow, supportStatusFilter } from './support.ts';

const recordParams = z.object({ id: idInPath });

/** A customer account as staff select it. */
export const deskCustomer = z.strictObject({
  globalCustomerNumber: z.string(),
  customerNumber: z.string(),
  displayName: z.string(),
  companyName: z.string(),
  dataSourceName: z.string(),
});
export type DeskCustomer = z.infer<typeof deskCustomer>;

/** A request that only the supplier can decide, with the account it refers to if that is known. */
export const deskRegistrationRow = memberRow.extend({
  companyName: z.string(),
  customerNumber: z.string(),
  requestedDate: moment,
  customer: deskCustomer.nullable(),
});
export type DeskRegistrationRow = z.infer<typeof deskRegistrationRow>;

export const listDeskRegistrations = defineEndpoint({
  id: 'desk.registrations',
  requirement: 'REG-23',
  summary: 'Open requests for customer accounts that are unknown or have nobody who could approve',
  method: 'GET',
  path: '/desk/registrations',
  access: { staff: ['registrations'] },
  scope: 'user',
  query: z.object(pageParams(DESK_REGISTRATION_SORT_KEYS)),
  answer: pagedResult(deskRegistrationRow),
});

export const getDeskRegistration = defineEndpoint({
  id: 'desk.registration',
  requirement: 'REG-23',
  summary: 'One such request; not found once it is decided or handed on',
  method: 'GET',
  path: '/desk/registrations/:id',
  access: { staff: ['registrations'] },
  scope: 'user',
  params: recordParams,
  answer: deskRegistrationRow,
});

export const decideDeskRegistration = defineEndpoint({
  id: 'desk.decide-registration',
  requirement: 'REG-23',
  summary: 'Approves such a request for a customer account, with a role, or rejects it',
  method: 'POST',
  path: '/desk/registrations/:id/status',
  access: { staff: ['registrations'] },
  scope: 'user',
  params: recordParams,
  body: z.strictObject({ status: decisionStatus, roleId: roleId.optional(), globalCustomerNumber: globalCustomerNumber.optional() }),
  answer: messageAnswer,
});

export const findDeskCustomers = defineEndpoint({
  id: 'desk.customers',
  requirement: 'REG-23',
  summary: 'Customer accounts by number or name, the first ten',
  method: 'GET',
  path: '/desk/customers',
  access: { staff: ['registrations'] },
  scope: 'user',
  query: z.object({ search: searchText }),
  answer: z.array(deskCustomer),
});

export const listDeskRoles = defineEndpoint({
  id: 'desk.roles',
  requirement: 'REG-23',
  summary: 'The roles that the caller can approve a request with',
  method: 'GET',
  path: '/desk/roles',
  access: { staff: ['registrations', 'customer-users'] },
  scope: 'user',
  answer: roleList,
});

/** The time zone of the customer's data source, in which the customer sees the request. */
const timeZone = z.string();

/** A row of the support list of all customers. */
export const deskSupportRow = supportRow.extend({ timeZone });
export type DeskSupportRow = z.infer<typeof deskSupportRow>;

/** A support request as staff see it: with who asked, and the version that an answer is about. */
export const deskSupportDetail = supportDetail.extend({
  timeZone,
  version: z.int(),
  /** Null if it is not known. A person without access to the account gets no mail about it. */
  creator: z.strictObject({ name: z.string(), email: z.string(), phone: z.string().nullable(), hasAccess: z.boolean() }).nullable(),
});
export type DeskSupportDetail = z.infer<typeof deskSupportDetail>;

export const listDeskSupport = defineEndpoint({
  id: 'desk.support',
  requirement: 'SUP-01',
  summary: 'Support requests of all customers',
  method: 'GET',
  path: '/desk/support',
  access: { staff: ['support'] },
  scope: 'user',
  query: z.object({ ...pageParams(SUPPORT_SORT_KEYS), status: supportStatusFilter }),
  answer: pagedResult(deskSupportRow),
});

export const getDeskSupport = defineEndpoint({
  id: 'desk.support-detail',
  requirement: 'SUP-05',
  summary: 'One support request of any customer',
  method: 'GET',
  path: '/desk/support/:id',
  access: { staff: ['support'] },
  scope: 'user',
  params: recordParams,
  answer: deskSupportDetail,
});

export const listDeskAttachments = defineEndpoint({
  id: 'desk.support-attachments',
  requirement: 'SUP-06',
  summary: 'The pictures that came with it',
  method: 'GET',
  path: '/desk/support/:id/attachments',
  access: { staff: ['support'] },
  scope: 'user',
  params: recordParams,
  answer: attachmentList,
});

export const getDeskAttachment = defineEndpoint({
  id: 'desk.support-attachment',
  requirement: 'SUP-06',
  summary: 'One of these pictures, as an attachment',
  method: 'GET',
  path: '/desk/support/:id/attachments/:attachmentId',
  access: { staff: ['support'] },
  scope: 'user',
  params: recordParams.extend({ attachmentId: idInPath }),
  answer: z.undefined(),
  answersFile: 'image/jpeg or image/png',
});

/** 409 if the request has changed since the version: a colleague has answered or moved it. */
export const answerDeskSupport = defineEndpoint({
  id: 'desk.answer-support',
  requirement: 'SUP-02',
  summary: 'Moves a support request to a status, with an answer to the customer or without',
  method: 'PUT',
  path: '/desk/support/:id',
  access: { staff: ['support'] },
  scope: 'user',
  params: recordParams,
  body: z.strictObject({
    status: z.int().min(1).max(4),
    /** What the caller has seen. Pages of the version before send none, so that it can be made required with the next one. */
    version: z.int().min(0).optional(),
    reply: z
      .string()
      .trim()
      .max(MAX_DESCRIPTION_LENGTH, { error: () => CONTRACT_MESSAGES.answerLimit(MAX_DESCRIPTION_LENGTH) })
      .optional(),
  }),
  answer: messageAnswer,
});
