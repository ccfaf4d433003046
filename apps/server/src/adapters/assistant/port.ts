import type { AssistantBlock, AssistantMessage, AssistantRecord } from '@yardage/contract/assistant';
import { z } from 'zod';

const count = z.int().min(1).max(25).optional().describe('How many, newest first');
const from = z.iso.date().optional().describe('First day, yyyy-MM-dd');
const to = z.iso.date().optional().describe('Last day, yyyy-MM-dd');
const search = z.string().trim().min(1).max(100).optional().describe('Words of the job, the address or the material');
const number = z.string().trim().min(1).max(40).optional().describe('The number as people know it; left out for the latest');
const orderNumber = z.string().trim().min(1).max(40).optional().describe('Only those of the order with this number');
const material = z.enum(['concrete', 'aggregate', 'block']).optional();
const sort = z.enum(['newest', 'oldest', 'largest']).optional().describe('Which come first');
const other = {
  otherFrom: z.iso.date().optional().describe('First day of what it is compared with'),
  otherTo: z.iso.date().optional().describe('Last day of what it is compared with'),
  otherSearch: z.string().trim().min(1).max(100).optional().describe('Job that it is compared with'),
};

/** Actions that users ask for. The assistant performs none of them; it says where the user can. */
export const ACTIONS = [
  'order',
  'change',
  'cancel',
  'sign',
  'pay',
  'schedule',
  'refund',
  'dispute',
  'send',
  'members',
  'tell',
  'support',
] as const;
export type Action = (typeof ACTIONS)[number];

const RECORD_KINDS = ['order', 'ticket', 'invoice', 'payment', 'statement', 'quote'] as const;

/** The tools for looking things up. None of them takes a customer: the customer scope is fixed before the first call. */
export const TOOL_INPUTS = {
  list_orders: z.strictObject({
    count,
    from,
    to,
    search,
    material,
    when: z.enum(['recent', 'upcoming']).optional(),
    status: z.enum(['cancelled', 'willCall', 'onHold']).optional(),
  }),
  show_order: z.strictObject({ number }),
  list_tickets: z.strictObject({ count, from, to, search, material, order: orderNumber }),
  show_ticket: z.strictObject({ number }),
  show_sign_off: z.strictObject({ number }),
  list_sign_offs: z.strictObject({
    count,
    from,
    to,
    dates: z.enum(['ticketed', 'signed']).optional().describe('Which of its dates the days are about; ticketed unless told'),
    search,
    material,
    order: orderNumber,
    state: z.enum(['signed', 'rejected', 'unsigned']).optional().describe('Left out for all loads that can be signed for, with their sums'),
    delivered: z.boolean().optional().describe('Only delivered loads, not those still on the job'),
    by: z.string().trim().min(1).max(100).optional().describe('Who signed for them or rejected them'),
  }),
  sum_deliveries: z.strictObject({ from, to, search, material }),
  compare_deliveries: z.strictObject({ from, to, search, material, ...other }),
  list_invoices: z.strictObject({
    count,
    from,
    to,
    dates: z.enum(['issued', 'due', 'paid']).optional().describe('Which of its dates the days are about; issued unless told'),
    search,
    order: orderNumber,
    status: z.enum(['paid', 'unpaid', 'pending', 'overdue']).optional(),
    sort,
  }),
  show_invoice: z.strictObject({ number }),
  sum_invoices: z.strictObject({ from, to, search }),
  compare_invoices: z.strictObject({ from, to, search, ...other }),
  show_balance: z.strictObject({}),
  show_discounts: z.strictObject({}),
  show_spend: z.strictObject({}),
  list_payments: z.strictObject({ count, from, to, status: z.enum(['paid', 'unpaid', 'pending']).optional() }),
  show_payment: z.strictObject({ number }),
  list_statements: z.strictObject({ count, from, to }),
  show_statement: z.strictObject({ from, to }),
  list_quotes: z.strictObject({ count, from, to, search, status: z.enum(['active', 'inactive']).optional() }),
  show_quote: z.strictObject({ number }),
  find_prices: z.strictObject({
    product: z.string().trim().min(1).max(100).optional().describe('Its code, or words of its description'),
    search,
    material,
  }),
  list_trucks: z.strictObject({ search: search.describe('Words of the job, the driver’s name or the truck’s number') }),
  show_contacts: z.strictObject({ who: z.enum(['sales', 'account', 'regional']).optional(), name: search.describe('Their name') }),
  find_record: z.strictObject({ number: z.string().trim().min(1).max(40) }),
  explain_action: z.strictObject({ action: z.enum(ACTIONS), kind: z.enum(RECORD_KINDS).optional(), number }),
  explain_scope: z.strictObject({ name: z.string().trim().min(1).max(100).describe('The name that nothing on this account has') }),
} as const;

export type ToolName = keyof typeof TOOL_INPUTS;
export type ToolInput<Name extends ToolName> = z.infer<(typeof TOOL_INPUTS)[Name]>;

/** A tool with its input. */
export type ToolCall = { [Name in ToolName]: { tool: Name; input: ToolInput<Name> } }[ToolName];

/** The result of a tool: a sentence, blocks to show below it, and the records it is based on. */
export interface ToolResult {
  text: string;
  blocks: AssistantBlock[];
  records: AssistantRecord[];
}

/** The record of a conversation. Numbers are used again after a while, so its id says which one is meant. */
export type Topic = Pick<AssistantRecord, 'kind' | 'number'> & { id?: number | null };

/** Runs a tool with the asking user's permissions and customer. A refusal is a text in the result, never an exception. */
export type LookUp = (call: ToolCall) => Promise<ToolResult>;

/** Names on the asking user's account that they may see. */
export interface KnownNames {
  /** The selected customer: names and numbers. */
  customer: readonly string[];
  /** The user's other customers. */
  otherCustomers: readonly string[];
  /** Jobs, their addresses and towns. */
  jobs: readonly string[];
  products: readonly { number: string; description: string }[];
  /** People who order, drive or sign for loads, and the customer's contacts at the supplier. */
  people: readonly string[];
}

export interface AssistantQuestion {
  text: string;
  /** Earlier messages, oldest first. */
  history: readonly Pick<AssistantMessage, 'sender' | 'blocks' | 'records'>[];
  /** The record that the whole conversation is about, if any. */
  topic?: Topic;
  /** The current day at the customer. */
  today: string;
  lookUp: LookUp;
  /** Loaded only if the assistant needs them. */
  names: () => Promise<KnownNames>;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** A part of an answer. Parts are shown in their order. */
export type AnswerPart =
  | { type: 'step'; text: string }
  | { type: 'text'; text: string }
  | { type: 'block'; block: AssistantBlock }
  | { type: 'records'; records: AssistantRecord[] };

/** Answers questions from the records it looks up. Throws if it cannot answer at all. */
export interface AssistantPort {
  answer(question: AssistantQuestion): AsyncIterable<AnswerPart>;
}

/** An assistant that can classify a question before answering it, so that it can leave a chat to a person. */
export interface FirstResponderPort extends AssistantPort {
  classify(
    question: Pick<AssistantQuestion, 'text' | 'today' | 'history' | 'topic' | 'names'>,
  ): Promise<'answer' | 'action' | 'greeting' | 'thanks' | 'help' | 'person' | 'unknown'>;
}
