import { type AssistantEvent, type AssistantMessage, askAssistant } from '@yardage/contract/assistant';
import { plainText } from '@yardage/contract/assistant-blocks';
import { FIRST_DAY, LAST_DAY } from '@yardage/domain/calendar';
import { formatDay } from '@yardage/domain/dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
/** At the customer: the days of the orders, tickets and invoices below. */
let day: { yesterday: string; tomorrow: string; month: string };

const one = <T = string>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement) as Promise<T>;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, 'field@example.com')) as [TestCustomer];
  day = await one(sql`select json_build_object('yesterday', today - 1, 'tomorrow', today + 1, 'month', today - 30) as answer
    from (select (now() at time zone d.time_zone)::date as today from customers c join data_sources d on d.id = c.data_source_id where c.id = ${own.customerId}) as at`);
  await app.database.transaction('system', async ({ client }) => {
    const order = `insert into orders (customer_id, order_number, order_type, status_id, starts_at, ship_date, plant_id, product_id, quantity_ordered, load_count,
        job, job_address1, alt_key)
      select o.customer_id, $2, 1, $3, $4::timestamp at time zone 'America/New_York', $4::date, o.plant_id, o.product_id, $5, 10, $6, '1 Kestrel Way', $2
      from orders o where o.customer_id = $1 and o.order_type = 1 order by o.id limit 1 returning id, plant_id`;
    const add = async (number: string, status: number, starts: string, quantity: number, job = 'Kestrel Yard') =>
      (await client.query(order, [own.customerId, number, status, starts, quantity, job])).rows[0] as { id: string; plant_id: string };
    const { id, plant_id: plant } = await add('770011', 2, `${day.month} 10:00`, 1300);
    // 130 loads: 125 a month ago, 5 yesterday. Each is billed by one of 24 invoices, 4 of them of yesterday.
    await client.query(
      `insert into invoices (customer_id, order_id, document_number, document_date, due_date, batch_number, sales_cents, tax_cents, total_cents, discount_cents)
       select $1, $2, 'K' || n, case when n > 20 then $3::date else $4::date end, current_date + 30, 'K', n * 100, 0, n * 100, 0 from generate_series(1, 24) n`,
      [own.customerId, id, day.yesterday, day.month],
    );
    await client.query(
      `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, load_number, quantity, tax_cents, alt_key)
       select $1, $2, 'K' || n, 6, ((case when n > 125 then $3::date else $4::date end) + time '11:00' + n * interval '1 minute') at time zone 'America/New_York', $5, n, 10, 0, 'K' || n
       from generate_series(1, 130) n`,
      [own.customerId, id, day.yesterday, day.month, plant],
    );
    await add('770012', 1, `${day.tomorrow} 09:00`, 120, 'Kestrel Annex');
    await add('770013', 1, `${day.tomorrow} 10:00`, 60.5, 'Kestrel Annex');
    await add('770014', 9, `${day.tomorrow} 11:00`, 999, 'Kestrel Annex');
  });
});
afterAll(() => app?.close());

async function ask(text: string, as = OWNER): Promise<AssistantMessage & { said: string }> {
  const query = { customerNumber: own.customerNumber, datasourceId: own.datasourceId };
  const { body } = await app.call(askAssistant, { as, query, body: { text } });
  const last = (body as AssistantEvent[]).at(-1);
  if (last?.type !== 'end') throw new Error(`no end: ${JSON.stringify(body)}`);
  return { ...last.answer, said: plainText(last.answer.blocks) };
}
const firstColumn = ({ blocks }: AssistantMessage) =>
  (blocks.find((block) => block.kind === 'table')?.rows ?? []).map(([cell]) => cell?.text);
const linkOf = ({ blocks }: AssistantMessage) =>
  blocks.flatMap((block) => (block.kind === 'links' ? block.links : [])).find(({ kind }) => kind === 'list')?.href ?? '';
const parametersOf = (answer: AssistantMessage) => {
  const [path, query] = linkOf(answer).split('?');
  return { path, ...Object.fromEntries(new URLSearchParams(query)) };
};

describe('lists of an order', () => {
  it('AST-04 count all tickets and invoices of the order', async () => {
    expect((await ask('tickets of order 770011')).said).toContain('Here are the latest 5 of 130 tickets of order 770011.');
    const invoices = await ask('invoices of order 770011');
    expect(invoices.said).toContain('Here are the latest 5 of 24 invoices of order 770011. They come to $300.00 in all.');
    expect((await ask('tickets of order 990099')).said).toBe('I found no tickets of order 990099 on this account.');
  });

  it('AST-04 keep to the days, the status and the order that were asked for', async () => {
    const on = `on ${formatDay(day.yesterday)}`;
    const tickets = await ask('tickets of order 770011 from yesterday');
    expect(tickets.said).toContain(`Here are 5 tickets of order 770011 ${on}.`);
    expect(firstColumn(tickets)).toEqual(['K130', 'K129', 'K128', 'K127', 'K126']);
    const invoices = await ask('invoices of order 770011 from yesterday');
    expect(invoices.said).toContain(`Here are 4 invoices of order 770011 dated ${on}.`);
    expect(firstColumn(await ask('largest invoice of order 770011'))).toEqual(['K24']);
    expect((await ask('paid invoices of order 770011')).said).toBe('I found no paid invoices of order 770011 on this account.');
    expect((await ask('unpaid invoices of order 770011')).said).toContain('Here are the latest 5 of 24 unpaid invoices of order 770011.');
  });
});

describe('what is ordered', () => {
  it.each(['how many yards are we pouring tomorrow at Kestrel Annex?', 'how much concrete is ordered for tomorrow at Kestrel Annex?'])(
    'AST-04 %s is answered by the sum of the orders that are not cancelled',
    async (question) => {
      const answer = await ask(question);
      expect(answer.said).toContain('180.5 CY is ordered in all, without cancelled orders.');
      expect(firstColumn(answer)).toEqual(['770014', '770013', '770012']);
    },
  );
});

describe('the link below an answer', () => {
  it.each([
    ['tickets of order 770011', () => ({ path: '/tickets', search: '770011', from: FIRST_DAY, to: LAST_DAY })],
    ['concrete tickets at Kestrel Yard', () => ({ path: '/tickets', search: 'Kestrel Yard', type: '1', from: FIRST_DAY })],
    ['tickets since yesterday', () => ({ path: '/tickets', from: day.yesterday, to: LAST_DAY })],
    [
      'how much concrete did Kestrel Yard get?',
      () => ({ path: '/tickets', search: 'Kestrel Yard', type: '1', from: day.month, to: day.yesterday }),
    ],
    ['invoices since yesterday', () => ({ path: '/invoices', status: 'All', from: day.yesterday, to: LAST_DAY })],
    ['invoices for Kestrel Yard', () => ({ path: '/invoices', status: 'All', search: 'Kestrel Yard', from: FIRST_DAY, to: LAST_DAY })],
    ['invoices paid last year', () => ({ path: '/invoices', status: 'Paid', from: FIRST_DAY, to: LAST_DAY })],
    ['payments until yesterday', () => ({ path: '/paymentHistory', from: FIRST_DAY, to: day.yesterday })],
    ['failed payments', () => ({ path: '/paymentHistory', status: 'Unpaid', from: FIRST_DAY, to: LAST_DAY })],
    ['quotes until yesterday', () => ({ path: '/quotes', status: 'All', from: FIRST_DAY, to: day.yesterday })],
    ['orders for Kestrel Yard', () => ({ path: '/orders', search: 'Kestrel Yard', from: FIRST_DAY })],
    [
      'did we get more concrete at Kestrel Yard yesterday than last year?',
      () => ({ path: '/tickets', search: 'Kestrel Yard', type: '1', to: day.yesterday }),
    ],
  ] as const)('AST-04 opens the rows of the answer, with both ends of the days: %s', async (question, expected) => {
    const answer = await ask(question);
    expect(parametersOf(answer), answer.said).toMatchObject(expected());
  });
});
