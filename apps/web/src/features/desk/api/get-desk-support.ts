import { getDeskAttachment, getDeskSupport, listDeskAttachments, listDeskSupport } from '@yardage/contract/desk';
import { api } from '#web/lib/api.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import type { ListRequest } from '#web/lib/query/of-customer.ts';
import { DESK_WORDS } from '../desk.messages.ts';

/** What the desk's support list is asked for. */
export type DeskSupportRequest = ListRequest<typeof listDeskSupport>;

/** A page of support requests of all customers. */
export function deskSupportListQuery(query: DeskSupportRequest) {
  return endpointQuery(listDeskSupport, { query }, { failureText: DESK_WORDS.support.listFailed });
}

/** One of them. */
export function deskSupportQuery(id: number) {
  return endpointQuery(getDeskSupport, { params: { id } }, { failureText: DESK_WORDS.support.detailFailed });
}

/** Its files. */
export function deskAttachmentsQuery(id: number) {
  return endpointQuery(listDeskAttachments, { params: { id } }, { failureText: DESK_WORDS.support.attachmentsFailed });
}

/** Fetches one of them; its id is the last part of its address. */
export function loadDeskAttachment(id: number, address: string): Promise<Blob> {
  const attachmentId = Number(address.split('/').at(-1));
  return api.download(getDeskAttachment, { params: { id, attachmentId } }, new AbortController().signal, () => undefined);
}
