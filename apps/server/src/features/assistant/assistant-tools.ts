import { holdsAny } from '@yardage/contract/permissions';
import {
  type LookUp,
  TOOL_INPUTS,
  type ToolCall,
  type ToolInput,
  type ToolName,
  type ToolResult,
  type Topic,
} from '#server/adapters/assistant/port';
import type { AreaServices } from '#server/features/area';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { ASSISTANT_MESSAGES as MESSAGES, SUBJECTS } from './assistant.messages.ts';
import { links, onlyText, toRecord } from './tool-result.ts';
import { accountTools } from './tools/account-tools.ts';
import { guideTools } from './tools/guide-tools.ts';
import { invoiceTools } from './tools/invoice-tools.ts';
import { orderTools } from './tools/order-tools.ts';
import { paymentTools } from './tools/payment-tools.ts';
import { quoteTools } from './tools/quote-tools.ts';
import { signOffTools } from './tools/sign-off-tools.ts';
import { spendTools } from './tools/spend-tools.ts';
import { statementTools } from './tools/statement-tools.ts';
import { ticketTools } from './tools/ticket-tools.ts';
import type { Tool, Tools } from './tools/tool.ts';

/** The tools that look up a bare number, the most likely kind of record first. */
const BY_NUMBER = ['show_order', 'show_ticket', 'show_invoice', 'show_quote', 'show_payment'] as const satisfies ToolName[];

const cannotSend = (): Promise<never> => Promise.reject(new Error('the assistant sends no mail'));
/** The tools create the areas' services a second time, only to read. Their mail kinds are already declared, and they must not send. */
const noMails: AreaServices['mail'] = {
  declareDocument: () => undefined,
  declareNotice: () => undefined,
  queueNotice: cannotSend,
  queueRequested: cannotSend,
};

/** Creates all tools once. Returns a function that binds them to a scope and to the record of the conversation. */
export function assistantTools(areaServices: AreaServices): (scope: Scope, topic?: Topic) => LookUp {
  const services = { ...areaServices, mail: noMails };
  const made: Omit<Tools, 'find_record'> = {
    ...orderTools(services),
    ...ticketTools(services),
    ...signOffTools(services),
    ...invoiceTools(services),
    ...accountTools(services),
    ...paymentTools(services),
    ...statementTools(services),
    ...quoteTools(services),
    ...spendTools(services),
    ...guideTools(services),
  };
  const tools: Tools = { ...made, find_record: findRecord(made) };
  return (scope, topic) => (call) => run(tools[call.tool] as Tool<ToolName>, scope, call, topic);
}

/** Checks the permission and the input, then runs the tool. A failed check becomes a sentence; other errors throw. */
async function run(tool: Tool<ToolName>, scope: Scope, call: ToolCall, topic: Topic | undefined): Promise<ToolResult> {
  if (tool.anyOf && !holdsAny(scope.permissions, tool.anyOf)) return onlyText(MESSAGES.refused(SUBJECTS[tool.subject]));
  const input = TOOL_INPUTS[call.tool].safeParse(call.input);
  if (!input.success) return onlyText(MESSAGES.failed);
  try {
    return await tool.run(scope, input.data as ToolInput<ToolName>, topic);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'permission-missing') return onlyText(MESSAGES.refused(SUBJECTS[tool.subject]));
    throw error;
  }
}

/** Looks up a number of unknown kind in all kinds of records that the user may see. */
function findRecord(tools: Omit<Tools, 'find_record'>): Tool<'find_record'> {
  const anyOf = BY_NUMBER.flatMap((name) => tools[name].anyOf ?? []) as unknown as NonNullable<Tool<'find_record'>['anyOf']>;
  return {
    anyOf,
    subject: 'records',
    async run(scope, { number }, topic) {
      const seen = BY_NUMBER.map((name) => tools[name]).filter((tool) => holdsAny(scope.permissions, tool.anyOf ?? []));
      const found = (await Promise.all(seen.map((tool) => tool.run(scope, { number }, topic)))).filter(({ records }) => records.length > 0);
      const [only, ...others] = found;
      if (!only) return onlyText(MESSAGES.foundNothing(number));
      if (others.length === 0) return only;
      const records = found.flatMap((result) => result.records.slice(0, 1));
      return { text: MESSAGES.found(found.length, number), blocks: [links(...records.map(toRecord))], records };
    },
  };
}
