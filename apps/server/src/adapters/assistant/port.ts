import type { AssistantBlock, AssistantMessage, AssistantRecord } from '@yardage/contract/assistant';
import { z } from 'zod';

const count = z.int().min(1).max(25).optional().describe('How many, newest first');
const from = z.iso.date().optional().describe('First day, yyyy-MM-dd');
const to = z.iso.date().optional().describe('Last day, yyyy-MM-dd');
const search = z.string().trim().min(1).max(100).optional().describe('Words of the job, the address or the material');
const number = z.string().trim().min(1).max(40).optional().describe('The number as people know it; left out for the latest');

/** What an assistant can look up. No tool takes a customer: whose records are seen is settled before the first of them is called. */
export const TOOL_INPUTS = {
  list_orders: z.strictObject({ count, from, to, search, when: z.enum(['recent', 'upcoming']).optional() }),
  show_order: z.strictObject({ number }),
  list_tickets: z.strictObject({ count, from, to, search }),
  show_ticket: z.strictObject({ number }),
  sum_deliveries: z.strictObject({ from, to, search, material: z.enum(['concrete', 'aggregate', 'block']).optional() }),
  list_invoices: z.strictObject({ count, from, to, search, status: z.enum(['paid', 'unpaid', 'pending', 'overdue']).optional() }),
  show_invoice: z.strictObject({ number }),
  show_balance: z.strictObject({}),
  show_discounts: z.strictObject({}),
  show_spend: z.strictObject({}),
  list_payments: z.strictObject({ count, from, to, status: z.enum(['paid', 'unpaid', 'pending']).optional() }),
  show_payment: z.strictObject({ number }),
  list_statements: z.strictObject({ count, from, to }),
  show_statement: z.strictObject({ from, to }),
  list_quotes: z.strictObject({ count, from, to, search, status: z.enum(['active', 'inactive']).optional() }),
  show_quote: z.strictObject({ number }),
  list_trucks: z.strictObject({}),
  show_contacts: z.strictObject({ who: z.enum(['sales', 'account', 'regional']).optional() }),
  find_record: z.strictObject({ number: z.string().trim().min(1).max(40) }),
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

export interface AssistantQuestion {
  text: string;
  /** What was said before, the oldest first. */
  history: readonly Pick<AssistantMessage, 'sender' | 'blocks' | 'records'>[];
  /** The record that the whole conversation is about, where it is about one. */
  topic?: Pick<AssistantRecord, 'kind' | 'number'>;
  /** The day it is where the customer is. */
  today: string;
  lookUp: LookUp;
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
    question: Pick<AssistantQuestion, 'text' | 'today' | 'history' | 'topic'>,
  ): 'answer' | 'greeting' | 'thanks' | 'help' | 'person' | 'unknown';
}
