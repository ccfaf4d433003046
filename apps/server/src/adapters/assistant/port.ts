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

/** What people ask the assistant to do; it does none of it, and says where they can. */
export const ACTIONS = ['order', 'change', 'cancel', 'pay', 'refund', 'send', 'members', 'tell', 'support'] as const;
export type Action = (typeof ACTIONS)[number];

const RECORD_KINDS = ['order', 'ticket', 'invoice', 'payment', 'statement', 'quote'] as const;

/** What an assistant can look up. No tool takes a customer: whose records are seen is settled before the first of them is called. */
export const TOOL_INPUTS = {
  list_orders: z.strictObject({
    count,
    from,
    to,
    search,
    material,
    when: z.enum(['recent', 'upcoming']).optional(),
    status: z.enum(['cancelled']).optional(),
  }),
  show_order: z.strictObject({ number }),
  list_tickets: z.strictObject({ count, from, to, search, material, order: orderNumber }),
  show_ticket: z.strictObject({ number }),
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

/** A tool and what it is called with. */
export type ToolCall = { [Name in ToolName]: { tool: Name; input: ToolInput<Name> } }[ToolName];

/** What a tool found: a sentence, what to show below it, and the records it was made from. */
export interface Finding {
  text: string;
  blocks: AssistantBlock[];
  records: AssistantRecord[];
}

/** Looks something up with the asking user's own permissions and customer; refuses in words, never by an exception. */
export type LookUp = (call: ToolCall) => Promise<Finding>;

/** What things on the asking user's account are called, as far as they may see them. */
export interface KnownNames {
  /** The selected customer: names and numbers. */
  customer: readonly string[];
  /** The user's other customers. */
  otherCustomers: readonly string[];
  /** Jobs, their addresses and towns. */
  jobs: readonly string[];
  products: readonly { number: string; description: string }[];
  /** Who orders, who drives and who looks after the account. */
  people: readonly string[];
}

export interface AssistantQuestion {
  text: string;
  /** What was said before, the oldest first. */
  history: readonly Pick<AssistantMessage, 'sender' | 'blocks' | 'records'>[];
  /** The record that the whole conversation is about, where it is about one. */
  topic?: Pick<AssistantRecord, 'kind' | 'number'>;
  /** The day it is where the customer is. */
  today: string;
  lookUp: LookUp;
  /** Read when an assistant needs them. */
  names: () => Promise<KnownNames>;
  /** Nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** What an answer is made of, in the order in which it is shown. */
export type AnswerPart =
  | { type: 'step'; text: string }
  | { type: 'text'; text: string }
  | { type: 'block'; block: AssistantBlock }
  | { type: 'records'; records: AssistantRecord[] };

/** Answers questions from what it looks up; throws where it cannot answer at all. */
export interface AssistantPort {
  answer(question: AssistantQuestion): AsyncIterable<AnswerPart>;
}

/** An assistant that knows what is wanted of it before it answers, so that it can leave a conversation to a person. */
export interface FirstResponderPort extends AssistantPort {
  wish(
    question: Pick<AssistantQuestion, 'text' | 'today' | 'history' | 'topic' | 'names'>,
  ): Promise<'answer' | 'action' | 'greeting' | 'thanks' | 'help' | 'person' | 'unknown'>;
}
