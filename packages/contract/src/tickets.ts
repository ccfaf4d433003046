import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { pdfAnswer } from './documents.ts';
import { defineEndpoint } from './endpoint.ts';
import { TICKET_SORT_KEYS } from './lists.ts';
import { otherRecipients, repeatedFields, sendMailBody } from './mail.ts';
import { pagedResult, pageParams } from './paging.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, dataset, day, idInPath, messageAnswer, moment, oneOf, quantity } from './scalars.ts';
import { signOff, signOffState } from './sign-offs.ts';

/** A row of the tickets list (TKT-06), with the job that tables group by. */
export const ticketRow = z.strictObject({
  id: z.int(),
  orderId: z.int(),
  dataset: z.string(),
  ticketDateTime: moment,
  ticketNumber: z.string(),
  orderNumber: z.string(),
  orderType: z.int(),
  invoiceDocumentNumber: z.string().nullable(),
  statusId: z.int(),
  /** A cancelled ticket stays in the list and counts nowhere. */
  isCancelled: z.boolean(),
  isStreamingAvailable: z.boolean(),
  truckNo: z.string().nullable(),
  totalQuantity: quantity,
  qtyDelivered: quantity,
  unitOfMeasure: z.string(),
  job: z.string(),
  jobAddress: z.string(),
  loadNumber: z.int(),
  plant: z.string(),
  dueOnJobTime: moment.nullable(),
  loadingTime: moment.nullable(),
  toJobTime: moment.nullable(),
  onJobTime: moment.nullable(),
  finishUnloadingTime: moment.nullable(),
  altKeyTicketId: z.string(),
  signOff: signOffState,
});
export type TicketRow = z.infer<typeof ticketRow>;

/** One ticket (TKT-13); the four amounts are null for callers who may not see prices. */
export const ticketDetail = z.strictObject({
  id: z.int(),
  orderId: z.int(),
  dataset: z.string(),
  ticketNumber: z.string(),
  orderNumber: z.string(),
  orderType: z.int(),
  statusId: z.int(),
  /** A cancelled ticket stays in the list and counts nowhere. */
  isCancelled: z.boolean(),
  ticketDateTime: moment,
  invoiceDocumentNumber: z.string().nullable(),
  customerName: z.string(),
  customerNumber: z.string(),
  plantCode: z.string(),
  plant: z.string(),
  operator: z.string().nullable(),
  truckNo: z.string().nullable(),
  phoneNo: z.string().nullable(),
  ponumber: z.string().nullable(),
  directions: z.string().nullable(),
  job: z.string(),
  jobNumber: z.string().nullable(),
  lotOrBlockNo: z.string().nullable(),
  orderedBy: z.string().nullable(),
  use: z.string().nullable(),
  slump: z.string().nullable(),
  loadNumber: z.int(),
  dueOnJobTime: moment.nullable(),
  loadingTime: moment.nullable(),
  plantLeaveDateTime: moment.nullable(),
  jobArrivedDateTime: moment.nullable(),
  pourStartedDateTime: moment.nullable(),
  finishedPourDateTime: moment.nullable(),
  leaveJobDateTime: moment.nullable(),
  testCylindersTaken: z.int().nullable(),
  noOfGalWaterAdded: quantity.nullable(),
  notes: z.string().nullable(),
  addressLine1: z.string(),
  addressLine2: z.string().nullable(),
  totalQuantity: quantity,
  qtyDelivered: quantity,
  unitOfMeasure: z.string(),
  subTotal: z.number().nullable(),
  tax: z.number().nullable(),
  total: z.number().nullable(),
  grandTotal: z.number().nullable(),
  ticketProducts: z.array(z.strictObject({ productCode: z.string(), productDescription: z.string(), quantity, unitOfMeasure: z.string() })),
  /** Who signed for the load, oldest entry first. The one that is not corrected counts. */
  signOffs: z.array(signOff),
});
export type TicketDetail = z.infer<typeof ticketDetail>;

const ticketParams = customerParams.extend({ ticketId: idInPath });
const ticketQuery = z.object({ ...customerQuery, dataset: dataset.optional() });

export const listTickets = defineEndpoint({
  id: 'tickets.list',
  requirement: 'API-08',
  summary: 'Delivery tickets of a customer',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/tickets',
  access: { anyOf: [PERMISSIONS.TICKETS_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object({
    ...customerQuery,
    ...pageParams(TICKET_SORT_KEYS),
    startDate: day.optional(),
    endDate: day.optional(),
    orderType: oneOf(['', '1', '2', '3']).optional(),
    /** By the entry that counts; 'unsigned' are the loads that may be signed for and are not. */
    signOff: oneOf(['', 'unsigned', 'signed', 'rejected']).optional(),
  }),
  answer: pagedResult(ticketRow),
});

export const getTicket = defineEndpoint({
  id: 'tickets.detail',
  requirement: 'API-09',
  summary: 'One delivery ticket with its products',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/tickets/:ticketId',
  access: { anyOf: [PERMISSIONS.TICKETS_VIEW] },
  scope: 'customer',
  params: ticketParams,
  query: ticketQuery,
  answer: ticketDetail,
});

export const getTicketPdf = defineEndpoint({
  id: 'tickets.pdf',
  requirement: 'API-10',
  summary: 'The delivery ticket as PDF',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/tickets/:ticketId/viewpdf',
  access: { anyOf: [PERMISSIONS.TICKETS_VIEW_PDF] },
  scope: 'customer',
  params: ticketParams,
  query: ticketQuery,
  answer: pdfAnswer,
  answersPdf: true,
  weight: 5,
});

export const sendTicketEmail = defineEndpoint({
  id: 'tickets.send-email',
  requirement: 'API-11',
  summary: 'Mails the delivery ticket',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/tickets/:ticketId/send-email',
  access: { anyOf: [PERMISSIONS.TICKETS_VIEW_PDF] },
  scope: 'customer',
  params: ticketParams,
  query: ticketQuery,
  body: sendMailBody.extend({ ...repeatedFields, ticketId: z.int().positive().optional() }),
  answer: messageAnswer,
  weight: 20,
});

export const MAX_MAILED_TICKETS = 100;
export const MAX_DOWNLOADED_TICKETS = 500;

const ticketIds = (most: number, error: () => string) =>
  z
    .array(z.int().positive())
    .min(1, { error: () => CONTRACT_MESSAGES.oneTicket })
    .max(most, { error })
    .transform((ids) => [...new Set(ids)]);

/** Attachments of a mail about several tickets (TKT-23). */
export const TICKET_ATTACHMENTS = ['tickets', 'invoices', 'both'] as const;

export const sendTicketsEmail = defineEndpoint({
  id: 'tickets.send-emails',
  requirement: 'TKT-23',
  summary: 'Mails several tickets, their invoices or both, merged into one PDF',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/tickets/send-email',
  access: { anyOf: [PERMISSIONS.TICKETS_VIEW_PDF] },
  scope: 'customer',
  params: customerParams,
  query: z.object({ ...customerQuery }),
  body: sendMailBody.extend({
    bccEmails: otherRecipients,
    ticketIds: ticketIds(MAX_MAILED_TICKETS, () => CONTRACT_MESSAGES.mailedTickets(MAX_MAILED_TICKETS)),
    attachments: z.enum(TICKET_ATTACHMENTS),
    attachmentMode: z.literal('merge'),
  }),
  answer: messageAnswer,
  weight: 20,
});

export const downloadTickets = defineEndpoint({
  id: 'tickets.download',
  requirement: 'TKT-15',
  summary: 'Several tickets as one PDF, or as a ZIP of one PDF each',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/tickets/download',
  access: { anyOf: [PERMISSIONS.TICKETS_VIEW_PDF] },
  scope: 'customer',
  params: customerParams,
  query: z.object({ ...customerQuery }),
  body: z.strictObject({
    ticketIds: ticketIds(MAX_DOWNLOADED_TICKETS, () => CONTRACT_MESSAGES.downloadedTickets(MAX_DOWNLOADED_TICKETS)),
    format: z.enum(['pdf', 'zip']),
  }),
  answer: z.undefined(),
  answersFile: 'application/pdf or application/zip',
  weight: 20,
});
