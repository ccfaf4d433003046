import { describe, expect, it } from 'vitest';
import type { AssistantQuestion, ToolCall } from '../port.ts';
import { builtInAssistant } from './built-in.assistant.ts';

/** Returns what is looked up for a question, if the last answer was about a statement. */
async function lookedUp(text: string, statement: string): Promise<ToolCall[]> {
  const calls: ToolCall[] = [];
  const question: AssistantQuestion = {
    text,
    history: [
      { sender: 'assistant', blocks: [], records: [{ kind: 'statement', number: statement, href: '/statements?statement=2026-10-31' }] },
    ],
    today: '2026-11-12',
    lookUp: async (call) => {
      calls.push(call);
      return { text: '', blocks: [], records: [] };
    },
    names: async () => ({ customer: [], otherCustomers: [], jobs: [], products: [], people: [] }),
    signal: new AbortController().signal,
  };
  for await (const part of builtInAssistant.answer(question)) expect(part.type).toBe('text');
  return calls;
}

describe('the record of the last answer', () => {
  it.each(['10/31/2026', '31 oct 2026'])('AST-04 LNG-02 is the statement of the day, however its language writes it: %s', async (day) => {
    expect(await lookedUp('what is the status of it?', day)).toEqual([
      { tool: 'show_statement', input: { from: '2026-10-31', to: '2026-10-31' } },
    ]);
  });
});
