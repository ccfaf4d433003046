import { addCannedReply, changeCannedReply, deleteCannedReply, listCannedReplies } from '@yardage/contract/canned-replies';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { CANNED_REPLIES_MESSAGES } from './canned-replies.messages.ts';

/** The fields of the form. */
export interface ReplyFields {
  dataSource: string;
  title: string;
  message: string;
}

/** All canned replies, and the data sources that can have them. */
export const cannedRepliesQuery = () => ({
  ...endpointQuery(listCannedReplies, {}, { failureText: CANNED_REPLIES_MESSAGES.loadFailed }),
  staleTime: 0,
});

/** Adds a reply, or changes the one with the id. */
export function saveReply(id: number | undefined, { dataSource, title, message }: ReplyFields, attempt: Attempt) {
  return id === undefined
    ? api.call(addCannedReply, { body: { dataSource, title, message } }, { attempt })
    : api.call(changeCannedReply, { params: { id }, body: { title, message } }, { attempt });
}

export function removeReply(id: number, attempt: Attempt) {
  return api.call(deleteCannedReply, { params: { id } }, { attempt });
}
