import { type AssistantEvent, type AssistantMessage, askAssistant, clearConversation, getConversation } from '@yardage/contract/assistant';
import { plainText } from '@yardage/contract/assistant-blocks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

async function ask(text: string, as = OWNER): Promise<AssistantMessage> {
  const { body } = await app.call(askAssistant, {
    as,
    query: { customerNumber: own.customerNumber, datasourceId: own.datasourceId },
    body: { text },
  });
  const end = (body as AssistantEvent[]).at(-1);
  if (end?.type !== 'end') throw new Error(JSON.stringify(body));
  return end.answer;
}

describe('try', () => {
  it.each([
    'Show my last five recent orders',
    'Track my last order',
    'Show my five most recent payments',
    'What do I owe?',
    'open quotes',
    'last statement',
    'how much concrete did we get last month?',
    'tickets of yesterday',
    'who is my salesman',
    'where are my trucks',
    'overdue invoices',
    'latest invoice',
    'is it paid?',
    'last ticket',
    'quote Q5001',
    'discounts',
    'spend',
    'upcoming orders',
    'contacts',
    'my statements',
    'last payment',
    'hello',
  ])('%s', async (q) => {
    const m = await ask(q);
    console.log(
      `### ${q}\n${plainText(m.blocks)}\n${JSON.stringify(m.blocks.filter((b) => b.kind === 'links'))}\n${m.records.map((r) => r.href).slice(0, 3)}`,
    );
  });
});
