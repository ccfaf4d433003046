import { addCannedReply, changeCannedReply, deleteCannedReply, listCannedReplies } from '@yardage/contract/canned-replies';
import type { Area } from '#server/features/area';
import { cannedRepliesService } from './canned-replies.service.ts';

/** Canned replies of the dispatch desk. */
export const cannedRepliesArea: Area = (bind, { database }) => {
  const replies = cannedRepliesService(database);
  const by = ({ caller: { userId }, requestId }: { caller: { userId: number }; requestId: string }) => ({ userId, requestId });
  bind(listCannedReplies, () => replies.list());
  bind(addCannedReply, (input) => replies.add(input.body, by(input)));
  bind(changeCannedReply, (input) => replies.change(input.params.id, input.body, by(input)));
  bind(deleteCannedReply, (input) => replies.remove(input.params.id, by(input)));
};
