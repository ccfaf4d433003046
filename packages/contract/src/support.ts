import { SUPPORT_MESSAGES as MESSAGES } from '@yardage/domain/rules.messages';
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS, MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '@yardage/domain/support-rules';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { SUPPORT_SORT_KEYS } from './lists.ts';
import { pagedResult, pageParams } from './paging.ts';
import { PERMISSIONS } from './permissions.ts';
import type { MessageSource } from './person-fields.ts';
import {
  customerNumber,
  customerQuery,
  datasourceId,
  day,
  emptyAsMissing,
  globalCustomerNumber,
  idInPath,
  moment,
  oneOf,
} from './scalars.ts';

/** A row of the support list (SUP-07). */
export const supportRow = z.strictObject({
  id: z.int(),
  title: z.string(),
  assignedToName: z.string().nullable(),
  status: z.int(),
  createdDate: moment,
  dataSourceName: z.string(),
  displayName: z.string(),
  customerNumber: z.string(),
  globalCustomerNumber: z.string(),
});
export type SupportRow = z.infer<typeof supportRow>;

/** A support request (SUP-08) with the supplier's response. */
export const supportDetail = z.strictObject({
  id: z.int(),
  globalCustomerNumber: z.string(),
  displayName: z.string(),
  customerNumber: z.string(),
  customerName: z.string(),
  dataSourceName: z.string(),
  title: z.string(),
  description: z.string(),
  categoryName: z.string(),
  typeName: z.string(),
  status: z.int(),
  statusName: z.string(),
  assignedToName: z.string().nullable(),
  assignedToEmail: z.string().nullable(),
  createdDate: moment,
  modifiedDate: moment,
  replies: z.array(z.strictObject({ id: z.int(), authorName: z.string(), message: z.string(), createdDate: moment })),
});
export type SupportDetail = z.infer<typeof supportDetail>;

/** The pictures attached to a request, each with its URL. */
export const attachmentList = z.array(z.strictObject({ fileName: z.string(), attachment: z.string() }));
export type Attachment = z.infer<typeof attachmentList>[number];

/** Filter of the list by status. */
export const supportStatusFilter = oneOf(['', '1', '2', '3', '4']).optional();

const ticketParams = customerParams.extend({ id: idInPath });
const ticketQuery = z.object({ ...customerQuery });
const TICKETS = '/customers/:globalCustomerNumber/supporttickets';

export const listSupportTickets = defineEndpoint({
  id: 'support.list',
  requirement: 'API-51',
  summary: 'Support requests of a customer, by the day they were made',
  method: 'GET',
  path: TICKETS,
  access: { anyOf: [PERMISSIONS.SUPPORT_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object({
    ...customerQuery,
    ...pageParams(SUPPORT_SORT_KEYS),
    startDate: day.optional(),
    endDate: day.optional(),
    status: supportStatusFilter,
  }),
  answer: pagedResult(supportRow),
});

const choice = z.strictObject({ id: z.int(), name: z.string() });

export const getSupportOptions = defineEndpoint({
  id: 'support.options',
  requirement: 'SUP-09',
  summary: 'The categories and types of a support request',
  method: 'GET',
  path: `${TICKETS}/options`,
  access: { anyOf: [PERMISSIONS.SUPPORT_REQUEST_SUPPORT] },
  scope: 'customer',
  params: customerParams,
  query: ticketQuery,
  answer: z.strictObject({ categories: z.array(choice), types: z.array(choice) }),
});

export const getSupportTicket = defineEndpoint({
  id: 'support.detail',
  requirement: 'API-52',
  summary: 'One support request with its answers',
  method: 'GET',
  path: `${TICKETS}/:id`,
  access: { anyOf: [PERMISSIONS.SUPPORT_VIEW] },
  scope: 'customer',
  params: ticketParams,
  query: ticketQuery,
  answer: supportDetail,
});

export const listSupportAttachments = defineEndpoint({
  id: 'support.attachments',
  requirement: 'API-53',
  summary: 'The pictures that came with a support request, each with the address of its file',
  method: 'GET',
  path: `${TICKETS}/:id/attachments`,
  access: { anyOf: [PERMISSIONS.SUPPORT_VIEW] },
  scope: 'customer',
  params: ticketParams,
  query: ticketQuery,
  answer: attachmentList,
});

export const getSupportAttachment = defineEndpoint({
  id: 'support.attachment',
  requirement: 'SUP-06',
  summary: 'One of these pictures, as an attachment',
  method: 'GET',
  path: `${TICKETS}/:id/attachments/:attachmentId`,
  access: { anyOf: [PERMISSIONS.SUPPORT_VIEW] },
  scope: 'customer',
  params: ticketParams.extend({ attachmentId: idInPath }),
  query: ticketQuery,
  answer: z.undefined(),
  answersFile: 'image/jpeg or image/png',
});

/** More choices than there will ever be, and small enough for the database's integer type. */
const MAX_CHOICE = 1000;

/** A choice sent in a form, where every value is text. */
const chosen = (required: MessageSource) =>
  emptyAsMissing(
    z.coerce.number({ error: required }).int({ error: required }).min(1, { error: required }).max(MAX_CHOICE, { error: required }),
  );

/** Limits for the files of a support request, with their error messages. */
const supportFiles = {
  field: 'attachments',
  maxCount: MAX_ATTACHMENTS,
  maxBytes: MAX_ATTACHMENT_BYTES,
  messages: { tooMany: () => MESSAGES.tooManyFiles, tooLarge: () => MESSAGES.fileTooLarge },
};

export const createSupportTicket = defineEndpoint({
  id: 'support.create',
  requirement: 'API-54',
  summary: 'Asks for support, with up to three pictures',
  method: 'POST',
  path: TICKETS,
  access: { anyOf: [PERMISSIONS.SUPPORT_REQUEST_SUPPORT] },
  scope: 'customer',
  params: customerParams,
  query: ticketQuery,
  takesFiles: supportFiles,
  body: z.strictObject({
    customerNumber: customerNumber.optional(),
    globalCustomerNumber: globalCustomerNumber.optional(),
    dataSourceId: datasourceId.optional(),
    title: z
      .string({ error: () => MESSAGES.titleRequired })
      .trim()
      .min(1, { error: () => MESSAGES.titleRequired })
      .max(MAX_TITLE_LENGTH, { error: () => MESSAGES.titleTooLong(MAX_TITLE_LENGTH) }),
    description: z
      .string({ error: () => MESSAGES.descriptionRequired })
      .trim()
      .min(1, { error: () => MESSAGES.descriptionRequired })
      .max(MAX_DESCRIPTION_LENGTH, { error: () => MESSAGES.descriptionTooLong(MAX_DESCRIPTION_LENGTH) }),
    category: chosen(() => MESSAGES.categoryRequired),
    type: chosen(() => MESSAGES.typeRequired),
  }),
  answer: z.strictObject({ id: z.int(), message: z.string() }),
  weight: 20,
});
