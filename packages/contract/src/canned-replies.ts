import { MAX_CHAT_MESSAGE_LENGTH } from '@yardage/domain/chat';
import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { dataset, idInPath, messageAnswer } from './scalars.ts';

/** The longest title of a canned reply. */
export const MAX_REPLY_TITLE_LENGTH = 60;

/** An answer that dispatchers use often, of one data source. */
export const cannedReply = z.strictObject({
  id: z.int(),
  dataSource: z.string(),
  dataSourceName: z.string(),
  title: z.string(),
  message: z.string(),
});
export type CannedReply = z.infer<typeof cannedReply>;

const params = z.object({ id: idInPath });
const content = {
  title: z
    .string()
    .trim()
    .min(1, { error: () => CONTRACT_MESSAGES.title })
    .max(MAX_REPLY_TITLE_LENGTH, { error: () => CONTRACT_MESSAGES.titleLimit(MAX_REPLY_TITLE_LENGTH) }),
  message: z
    .string()
    .trim()
    .min(1, { error: () => CONTRACT_MESSAGES.body })
    .max(MAX_CHAT_MESSAGE_LENGTH, { error: () => CONTRACT_MESSAGES.bodyLimit(MAX_CHAT_MESSAGE_LENGTH) }),
};
const write = { access: { staff: ['canned-replies'] }, scope: 'user', requirement: 'STF-09' } as const;

export const listCannedReplies = defineEndpoint({
  id: 'desk.canned-replies',
  requirement: 'STF-09',
  summary: 'The canned replies of all data sources, by title',
  method: 'GET',
  path: '/desk/canned-replies',
  access: { staff: ['chats', 'canned-replies'] },
  scope: 'user',
  answer: z.strictObject({
    items: z.array(cannedReply),
    dataSources: z.array(z.strictObject({ code: z.string(), name: z.string() })),
  }),
});

export const addCannedReply = defineEndpoint({
  id: 'desk.add-canned-reply',
  summary: 'Adds a canned reply to a data source',
  method: 'POST',
  path: '/desk/canned-replies',
  ...write,
  body: z.strictObject({ dataSource: dataset, ...content }),
  answer: cannedReply,
});

export const changeCannedReply = defineEndpoint({
  id: 'desk.change-canned-reply',
  summary: 'Changes the title and text of a canned reply',
  method: 'PUT',
  path: '/desk/canned-replies/:id',
  ...write,
  params,
  body: z.strictObject({
    ...content,
    replaces: z.strictObject(content).optional().describe('The title and text that are replaced. 409 if they were changed meanwhile.'),
  }),
  answer: cannedReply,
});

export const deleteCannedReply = defineEndpoint({
  id: 'desk.delete-canned-reply',
  summary: 'Deletes a canned reply',
  method: 'DELETE',
  path: '/desk/canned-replies/:id',
  ...write,
  params,
  answer: messageAnswer,
});
