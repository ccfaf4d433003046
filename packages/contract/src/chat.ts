import { CHAT_CATEGORIES, CHAT_TEXT, MAX_CHAT_MESSAGE_LENGTH, MAX_JOB_REQUIREMENT_LENGTH, MAX_STREET_LENGTH } from '@yardage/domain/chat';
import { CHAT_LINE_NAMES, type ChatLine } from '@yardage/domain/chat-lines';
import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerNumber, customerQuery, moment, oneOf, searchText } from './scalars.ts';

/**
 * A job's address: chosen from the suggestions, or an order's whole address line in `street`.
 * Coordinates are null if the source has none.
 */
export const jobAddress = z.strictObject({
  street: z.string().trim().max(MAX_STREET_LENGTH),
  city: z.string().trim().max(100),
  state: z.string().trim().max(100),
  zip: z.string().trim().max(10),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
});
export type JobAddress = z.infer<typeof jobAddress>;

/** What a chat is about. */
export const chatContext = z.strictObject({
  category: z.int(),
  /** Id of the order or ticket that the chat was started from. */
  entityId: z.int().nullable(),
  /** Number of that record, as users know it. */
  entityNumber: z.string().nullable(),
  jobAddress: jobAddress.nullable(),
  jobRequirement: z.string().nullable(),
});
export type ChatContext = z.infer<typeof chatContext>;

/** A message that the portal itself wrote: which one, and the names and numbers in it. Clients show it in the reader's language. */
const chatLine: z.ZodType<ChatLine> = z.strictObject({ name: z.enum(CHAT_LINE_NAMES), values: z.array(z.string()) });

/** A message (CHT-10) with its sequence. The html of type 5 is already sanitised, and is sanitised again when it is shown. */
export const chatMessage = z.strictObject({
  id: z.string(),
  sessionId: z.string(),
  sequence: z.int(),
  /** In the language of the customer's user if the portal wrote it. */
  message: z.string(),
  /** Null for what people and the assistant write. */
  line: chatLine.nullable(),
  timestamp: moment,
  type: z.int(),
  /** Same value as `type`. */
  messageType: z.int(),
  senderType: z.int(),
  senderName: z.string(),
  /** Whether the caller wrote it. */
  isOwn: z.boolean(),
  /** Set by the client that sent it, so that a retry is recognised as the same message. */
  clientMessageId: z.string().nullable(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** A chat session (CHT-08). */
export const chatSession = z.strictObject({
  sessionId: z.string(),
  status: z.int(),
  customerName: z.string(),
  customerNumber: z.string(),
  customerGlobalNumber: z.string(),
  /** The first 300 characters of the last message, as plain text. */
  message: z.string(),
  /** The last message, if the portal wrote it. */
  line: chatLine.nullable(),
  modifiedDate: moment,
  /** When the session was started. */
  timeStamp: moment,
  /** Since when it waits for a dispatcher, or did so last: the start, or when it was handed back. */
  waitingSince: moment,
  dataSourceName: z.string(),
  /** Time zone of the data source. The chat's times are shown in it, also at the desk. */
  timeZone: z.string(),
  context: chatContext,
  /** Only filled when a single session is requested. */
  messages: z.array(chatMessage),
  /** Name of the supplier's agent in the chat; null if there is none. */
  agentName: z.string().nullable(),
  /** Number of the other side's messages since the caller last read. */
  unreadCount: z.int(),
  /** The last sequence that the other side has read. */
  otherReadSequence: z.int(),
});
export type ChatSession = z.infer<typeof chatSession>;

/** Set by the client on a write so that repeating it changes nothing. */
export const clientKey = z.uuid({ error: () => CONTRACT_MESSAGES.uuid });

const sessionParams = z.object({ sessionId: z.uuid({ error: () => CONTRACT_MESSAGES.sessionId }) });
const CLIENT = '/chat/customers/client';
const CATEGORIES = Object.values(CHAT_CATEGORIES);

const access = { anyOf: [PERMISSIONS.DISPATCHER_CHAT_VIEW] } as const;

export const startChat = defineEndpoint({
  id: 'chat.start',
  requirement: 'API-18',
  summary: 'Starts a chat with dispatch; the same client key, or the same open order or ticket, answers the chat that is there',
  method: 'POST',
  path: `${CLIENT}/start`,
  access,
  scope: 'customer',
  query: z.object({ ...customerQuery }),
  body: z.strictObject({
    category: z.literal(CATEGORIES, { error: () => CONTRACT_MESSAGES.oneOf(CATEGORIES.join(', ')) }),
    context: z.strictObject({
      // An invoice is named by its document number, which need not be a number; every other record by its id.
      entityId: z.union([z.int().positive(), z.string().trim().min(1).max(40)], { error: () => CONTRACT_MESSAGES.wholeNumber }).nullish(),
      customerNumber: customerNumber.optional(),
      customerId: z.string().max(40).optional(),
      dataSource: z.union([z.string().max(40), z.int()]).optional(),
      jobAddress: jobAddress.nullish(),
      jobRequirement: z
        .string()
        .trim()
        .max(MAX_JOB_REQUIREMENT_LENGTH, {
          error: () => CONTRACT_MESSAGES.jobRequirementLimit(MAX_JOB_REQUIREMENT_LENGTH),
        })
        .nullish(),
    }),
    routingMode: z.literal(1).default(1),
    source: z.literal('web').default('web'),
    clientSessionId: clientKey.optional(),
  }),
  answer: z.strictObject({ session: chatSession, context: chatContext }),
  weight: 10,
});

/** A message to send. The sender comes from the caller's session, never from this body. */
export const outgoingMessage = z.strictObject({
  sessionId: z.uuid().optional(),
  senderId: z.string().max(100).optional(),
  message: z
    .string({ error: () => CONTRACT_MESSAGES.message })
    .trim()
    .min(1, { error: () => CONTRACT_MESSAGES.message })
    .max(MAX_CHAT_MESSAGE_LENGTH, { error: () => CONTRACT_MESSAGES.messageLimit(MAX_CHAT_MESSAGE_LENGTH) }),
  type: z.literal(CHAT_TEXT).default(CHAT_TEXT),
  clientMessageId: clientKey.optional(),
});

export const sendChatMessage = defineEndpoint({
  id: 'chat.send',
  requirement: 'API-19',
  summary: 'Stores a message in one of the caller’s chats and announces it; the same client key is the same message',
  method: 'POST',
  path: `${CLIENT}/:sessionId/message`,
  access,
  scope: 'customer',
  params: sessionParams,
  query: z.object({ ...customerQuery }),
  body: outgoingMessage,
  answer: chatMessage,
  ignoresIdempotencyKey: true,
});

/** A session's status after a change. */
export const chatState = z.strictObject({ sessionId: z.string(), status: z.int(), modifiedDate: moment });

export const endChat = defineEndpoint({
  id: 'chat.end',
  requirement: 'API-20',
  summary: 'Ends a chat; ending an ended one changes nothing',
  method: 'POST',
  path: `${CLIENT}/:sessionId/end`,
  access,
  scope: 'customer',
  params: sessionParams,
  query: z.object({ ...customerQuery }),
  answer: chatState,
});

/** A page of a list that grows while it is read. */
export const chatPage = z.strictObject({ items: z.array(chatSession), hasMore: z.boolean(), nextCursor: z.string().nullable() });

/** Filters of a chat list (CHT-06). */
export const chatListQuery = {
  status: oneOf(['', 'pending', 'active', 'ended']).optional(),
  cursor: z.string().max(200).optional(),
  search: searchText.optional(),
};

export const listChats = defineEndpoint({
  id: 'chat.list',
  requirement: 'API-21',
  summary:
    'The caller’s chats with dispatch for a customer number, the last changed first; category 1 is the dispatcher list, which has them all',
  method: 'GET',
  path: `${CLIENT}/me`,
  access,
  scope: 'customer',
  query: z.object({ ...customerQuery, ...chatListQuery, category: z.enum(['', '1', '2', '3', '4']).optional() }),
  answer: chatPage,
});

export const getChat = defineEndpoint({
  id: 'chat.session',
  requirement: 'CHT-02',
  summary: 'One of the caller’s chats with its messages',
  method: 'GET',
  path: `${CLIENT}/:sessionId`,
  access,
  scope: 'customer',
  params: sessionParams,
  query: z.object({ ...customerQuery }),
  answer: chatSession,
});

/** Returns only the messages after a sequence, for catching up. */
export const messagesQuery = {
  after: z.coerce
    .number({ error: () => CONTRACT_MESSAGES.wholeNumber })
    .int()
    .min(0)
    .optional(),
};

export const listChatMessages = defineEndpoint({
  id: 'chat.messages',
  requirement: 'API-22',
  summary: 'The messages of one of the caller’s chats in order, all or those after a sequence number',
  method: 'GET',
  path: `${CLIENT}/:sessionId/messages`,
  access,
  scope: 'customer',
  params: sessionParams,
  query: z.object({ ...customerQuery, ...messagesQuery }),
  answer: z.array(chatMessage),
});

/** The last message that a user has read. The mark never goes back; the response holds its current value. */
export const readMark = z.strictObject({ sequence: z.int().min(0) });

export const markChatRead = defineEndpoint({
  id: 'chat.read',
  requirement: 'CHT-29',
  summary: 'Says up to which message the caller has read',
  method: 'POST',
  path: `${CLIENT}/:sessionId/read`,
  access,
  scope: 'customer',
  params: sessionParams,
  query: z.object({ ...customerQuery }),
  body: readMark,
  answer: readMark,
});
