import { isPortalPath, MAX_ASSISTANT_MESSAGE_LENGTH } from '@yardage/domain/assistant';
import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, globalCustomerNumber, moment } from './scalars.ts';

const portalPath = z
  .string()
  .max(500)
  .refine(isPortalPath, { error: () => CONTRACT_MESSAGES.portalPath });

/** The kinds of records that an answer can link to. */
const ASSISTANT_RECORD_KINDS = ['order', 'ticket', 'quote', 'invoice', 'payment', 'statement'] as const;

/** A record that an answer is based on, with its path in the portal. */
export const assistantRecord = z.strictObject({ kind: z.enum(ASSISTANT_RECORD_KINDS), number: z.string(), href: portalPath });
export type AssistantRecord = z.infer<typeof assistantRecord>;

const cell = z.strictObject({ text: z.string(), href: portalPath.optional() });

/** A part of an answer: plain text, facts, a small table or links; never markup. */
export const assistantBlock = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('facts'), facts: z.array(z.strictObject({ label: z.string(), value: z.string() })) }),
  z.strictObject({
    kind: z.literal('table'),
    label: z.string(),
    columns: z.array(z.strictObject({ header: z.string(), isNumber: z.boolean() })).min(1),
    rows: z.array(z.array(cell)),
  }),
  z.strictObject({
    kind: z.literal('links'),
    /** `map` links to the trucks, `list` to a list with more rows. */
    links: z.array(z.strictObject({ kind: z.enum(['record', 'list', 'map']), label: z.string(), href: portalPath })),
  }),
]);
export type AssistantBlock = z.infer<typeof assistantBlock>;

/** A question or an answer, as the conversation keeps it. */
export const assistantMessage = z.strictObject({
  id: z.int(),
  sender: z.enum(['user', 'assistant']),
  createdAt: moment,
  blocks: z.array(assistantBlock),
  records: z.array(assistantRecord),
});
export type AssistantMessage = z.infer<typeof assistantMessage>;

/** Events of a streamed answer; a text continues the text before it. */
export const assistantEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('step'), text: z.string() }),
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('block'), block: assistantBlock }),
  z.strictObject({ type: z.literal('records'), records: z.array(assistantRecord) }),
  /** The stored question and answer; the last event of a successful answer. */
  z.strictObject({ type: z.literal('end'), question: assistantMessage, answer: assistantMessage }),
  /** The last event if no answer could be made; nothing was stored. */
  z.strictObject({ type: z.literal('failed'), message: z.string() }),
]);
export type AssistantEvent = z.infer<typeof assistantEvent>;

const access = { anyOf: [PERMISSIONS.ASSISTANT_CHAT_VIEW] } as const;
const query = z.object({ ...customerQuery, globalCustomerNumber: globalCustomerNumber.optional() });

export const askAssistant = defineEndpoint({
  id: 'assistant.ask',
  requirement: 'AST-04',
  summary: 'Answers a question from the records that the caller may see, while the answer is made',
  method: 'POST',
  path: '/assistant/messages',
  access,
  scope: 'customer',
  query,
  body: z.strictObject({
    text: z
      .string({ error: () => CONTRACT_MESSAGES.question })
      .trim()
      .min(1, { error: () => CONTRACT_MESSAGES.question })
      .max(MAX_ASSISTANT_MESSAGE_LENGTH, {
        error: () => CONTRACT_MESSAGES.questionLimit(MAX_ASSISTANT_MESSAGE_LENGTH),
      }),
  }),
  answer: assistantEvent,
  answersStream: true,
  weight: 10,
});

/** The caller's own conversation about one customer number, oldest message first. */
const assistantConversation = z.strictObject({ messages: z.array(assistantMessage) });

export const getConversation = defineEndpoint({
  id: 'assistant.conversation',
  requirement: 'AST-01',
  summary: 'The caller’s conversation with the assistant about a customer number',
  method: 'GET',
  path: '/assistant/conversation',
  access,
  scope: 'customer',
  query,
  answer: assistantConversation,
});

export const clearConversation = defineEndpoint({
  id: 'assistant.clear',
  requirement: 'AST-01',
  summary: 'Forgets the conversation and begins anew',
  method: 'DELETE',
  path: '/assistant/conversation',
  access,
  scope: 'customer',
  query,
  answer: assistantConversation,
});
