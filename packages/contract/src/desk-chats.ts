import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { chatListQuery, chatMessage, chatPage, chatSession, chatState, messagesQuery, outgoingMessage, readMark } from './chat.ts';
import { defineEndpoint } from './endpoint.ts';
import { moment } from './scalars.ts';

const params = z.object({ sessionId: z.uuid({ error: () => CONTRACT_MESSAGES.sessionId }) });
const access = { staff: ['chats'] } as const;
const scope = 'user';
const CHATS = '/desk/chats';
const CHAT = `${CHATS}/:sessionId` as const;

/** A chat as dispatch sees it, with the customer's user and short facts about the order or ticket. */
export const deskChat = chatSession.extend({
  /** The code of the data source. */
  dataSource: z.string(),
  customerUserName: z.string(),
  customerUserEmail: z.string(),
  facts: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  /** Whether the caller is the agent who joined. */
  isMine: z.boolean(),
});
export type DeskChat = z.infer<typeof deskChat>;

/** A staff member whom a chat can be passed to. */
export const colleague = z.strictObject({ userId: z.int(), name: z.string() });
export type Colleague = z.infer<typeof colleague>;

export const listDeskChats = defineEndpoint({
  id: 'desk.chats',
  requirement: 'CHT-09',
  summary: 'Chats of all customers; waiting first, then active, then ended, each by the last change',
  method: 'GET',
  path: CHATS,
  access,
  scope,
  query: z.object({
    ...chatListQuery,
    isMine: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
  }),
  answer: chatPage,
});

export const listWaitingChats = defineEndpoint({
  id: 'desk.waiting-chats',
  requirement: 'CHT-10',
  summary: 'Chats that wait for a dispatcher, the newest 200, and since when',
  method: 'GET',
  path: '/desk/waiting-chats',
  access,
  scope,
  answer: z.array(z.strictObject({ sessionId: z.string(), waitingSince: moment })),
});

export const getDeskChat = defineEndpoint({
  id: 'desk.chat',
  requirement: 'CHT-09',
  summary: 'One chat with its messages and what it is about',
  method: 'GET',
  path: CHAT,
  access,
  scope,
  params,
  answer: deskChat,
});

export const listDeskChatMessages = defineEndpoint({
  id: 'desk.chat-messages',
  requirement: 'API-22',
  summary: 'The messages of a chat, all or those after a sequence number',
  method: 'GET',
  path: `${CHAT}/messages`,
  access,
  scope,
  params,
  query: z.object(messagesQuery),
  answer: z.array(chatMessage),
});

export const joinDeskChat = defineEndpoint({
  id: 'desk.chat-join',
  requirement: 'CHT-09',
  summary: 'Takes a waiting chat; it is active from then on',
  method: 'POST',
  path: `${CHAT}/join`,
  access,
  scope,
  params,
  answer: chatState,
});

export const sendDeskMessage = defineEndpoint({
  id: 'desk.chat-send',
  requirement: 'API-19',
  summary: 'Answers in a chat that the caller has joined',
  method: 'POST',
  path: `${CHAT}/message`,
  access,
  scope,
  params,
  body: outgoingMessage,
  answer: chatMessage,
  ignoresIdempotencyKey: true,
});

export const handBackDeskChat = defineEndpoint({
  id: 'desk.chat-hand-back',
  requirement: 'CHT-09',
  summary: 'Puts a chat back among the waiting ones',
  method: 'POST',
  path: `${CHAT}/hand-back`,
  access,
  scope,
  params,
  answer: chatState,
});

export const listColleagues = defineEndpoint({
  id: 'desk.chat-colleagues',
  requirement: 'STF-09',
  summary: 'The other staff who may answer chats',
  method: 'GET',
  path: '/desk/chat-colleagues',
  access,
  scope,
  answer: z.array(colleague),
});

export const transferDeskChat = defineEndpoint({
  id: 'desk.chat-transfer',
  requirement: 'STF-09',
  summary: 'Passes a chat to a colleague',
  method: 'POST',
  path: `${CHAT}/transfer`,
  access,
  scope,
  params,
  body: z.strictObject({
    userId: z.int({ error: () => CONTRACT_MESSAGES.colleague }).positive({ error: () => CONTRACT_MESSAGES.colleague }),
  }),
  answer: chatState,
});

export const endDeskChat = defineEndpoint({
  id: 'desk.chat-end',
  requirement: 'API-20',
  summary: 'Ends a chat',
  method: 'POST',
  path: `${CHAT}/end`,
  access,
  scope,
  params,
  answer: chatState,
});

export const markDeskChatRead = defineEndpoint({
  id: 'desk.chat-read',
  requirement: 'CHT-29',
  summary: 'Says up to which message dispatch has read',
  method: 'POST',
  path: `${CHAT}/read`,
  access,
  scope,
  params,
  body: readMark,
  answer: readMark,
});
