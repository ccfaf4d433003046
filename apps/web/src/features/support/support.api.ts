import {
  createSupportTicket,
  getSupportAttachment,
  getSupportOptions,
  getSupportTicket,
  listSupportAttachments,
  listSupportTickets,
} from '@yardage/contract/support';
import type { SupportFields } from '@yardage/domain/support-rules';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams, ofCustomer } from '#web/lib/query/endpoint-query.ts';
import type { FailureMeta } from '#web/lib/query/query-client.ts';
import { SUPPORT_MESSAGES } from './support.messages.ts';

/** Sends a support request with its pictures and reports the upload progress (API-54). */
export function sendSupportRequest(
  customer: CustomerKey,
  fields: SupportFields,
  files: readonly File[],
  onProgress: (progress: number) => void,
  attempt: Attempt,
) {
  const form = new FormData();
  form.append('customerNumber', customer.customerNumber);
  form.append('globalCustomerNumber', customer.globalCustomerNumber);
  form.append('dataSourceId', String(customer.datasourceId));
  form.append('title', fields.title);
  form.append('description', fields.description);
  form.append('category', String(fields.category ?? ''));
  form.append('type', String(fields.type ?? ''));
  for (const file of files) form.append('attachments', file, file.name);
  return api.upload(createSupportTicket, { ...ofCustomer(customer, {}), body: form }, onProgress, { attempt });
}

/** What a request that could not be sent says (SUP-14). */
export const sendFailure = (): FailureMeta => ({
  failureText: SUPPORT_MESSAGES.createFailed,
  prefersServerMessage: true,
  noResponseText: SUPPORT_MESSAGES.unknown,
  isForm: true,
});

/** Loads the list of a support request's attachments (API-53, SUP-15). */
export function supportAttachmentsQuery(customer: CustomerKey, id: number) {
  return endpointQuery(listSupportAttachments, ofCustomer(customer, { id }), { failureText: SUPPORT_MESSAGES.attachmentsFailed });
}

/** Downloads one attachment. Its id is the last segment of its address. */
export function loadSupportAttachment(customer: CustomerKey, id: number, address: string): Promise<Blob> {
  const attachmentId = Number(address.split('/').at(-1));
  return api.download(getSupportAttachment, ofCustomer(customer, { id, attachmentId }));
}

/** Loads the categories and types to choose from (SUP-09). */
export function supportOptionsQuery(customer: CustomerKey) {
  return endpointQuery(getSupportOptions, ofCustomer(customer, {}));
}

/** Loads one support request (API-52, SUP-15). */
export function supportTicketQuery(customer: CustomerKey, id: number) {
  return endpointQuery(getSupportTicket, ofCustomer(customer, { id }), { failureText: SUPPORT_MESSAGES.detailFailed });
}

/** Query parameters of the support list. Without dates it covers all days. */
export type SupportListParams = ListParams<typeof listSupportTickets>;

/** Loads one page of support requests (API-51, SUP-15). */
export function supportTicketsQuery(customer: CustomerKey, request: SupportListParams) {
  return endpointQuery(listSupportTickets, ofCustomer(customer, {}, request), { failureText: SUPPORT_MESSAGES.listFailed });
}
