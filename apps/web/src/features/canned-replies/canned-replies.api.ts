import {
  addCannedReply,
  type CannedReply,
  changeCannedReply,
  deleteCannedReply,
  listCannedReplies,
} from '@yardage/contract/canned-replies';
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

/** Adds a reply, or changes one as it was seen. */
export function saveReply(reply: CannedReply | undefined, { dataSource, title, message }: ReplyFields, attempt: Attempt) {
  if (!reply) return api.call(addCannedReply, { body: { dataSource, title, message } }, { attempt });
  const replaces = { title: reply.title, message: reply.message };
  return api.call(changeCannedReply, { params: { id: reply.id }, body: { title, message, replaces } }, { attempt });
}

export function removeReply(id: number, attempt: Attempt) {
  return api.call(deleteCannedReply, { params: { id } }, { attempt });
}
