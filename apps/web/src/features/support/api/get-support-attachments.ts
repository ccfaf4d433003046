import { getSupportAttachment, listSupportAttachments } from '@yardage/contract/support';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { SUPPORT_MESSAGES } from '../support.messages.ts';

/** Loads the list of a support request's attachments (API-53, SUP-15). */
export function supportAttachmentsQuery(customer: CustomerKey, id: number) {
  return endpointQuery(listSupportAttachments, ofCustomer(customer, { id }), { failureText: SUPPORT_MESSAGES.attachmentsFailed });
}

/** Downloads one attachment. Its id is the last segment of its address. */
export function loadSupportAttachment(customer: CustomerKey, id: number, address: string): Promise<Blob> {
  const attachmentId = Number(address.split('/').at(-1));
  return api.download(getSupportAttachment, ofCustomer(customer, { id, attachmentId }), new AbortController().signal, () => undefined);
}
