import { getDeskAttachment, getDeskSupport, listDeskAttachments, listDeskSupport } from '@yardage/contract/desk';
import { api } from '#web/lib/api.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import type { ListRequest } from '#web/lib/query/of-customer.ts';
import { DESK_MESSAGES } from '../desk.messages.ts';

/** Query parameters of the desk's support list. */
export type DeskSupportRequest = ListRequest<typeof listDeskSupport>;

/** A page of support requests of all customers. */
export function deskSupportListQuery(query: DeskSupportRequest) {
  return endpointQuery(listDeskSupport, { query }, { failureText: DESK_MESSAGES.support.listFailed });
}

/** One support request. */
export function deskSupportQuery(id: number) {
  return endpointQuery(getDeskSupport, { params: { id } }, { failureText: DESK_MESSAGES.support.detailFailed });
}

/** The attachments of a support request. */
export function deskAttachmentsQuery(id: number) {
  return endpointQuery(listDeskAttachments, { params: { id } }, { failureText: DESK_MESSAGES.support.attachmentsFailed });
}

/** Downloads an attachment. Its id is the last segment of its address. */
export function loadDeskAttachment(id: number, address: string): Promise<Blob> {
  const attachmentId = Number(address.split('/').at(-1));
  return api.download(getDeskAttachment, { params: { id, attachmentId } }, new AbortController().signal, () => undefined);
}
