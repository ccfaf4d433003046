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
    await add('770015', 3, `${day.tomorrow} 13:00`, 40, 'Kestrel Dock');
    await add('770016', 4, `${day.tomorrow} 14:00`, 30, 'Kestrel Dock');
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

  it('AST-04 filter by the days, the status and the order of the question', async () => {
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

describe('the next order', () => {
  it('AST-04 is found behind any number of orders that are over or cancelled', async () => {
    const added = await app.database.transaction('system', ({ client }) =>
      client.query(
        `insert into orders (customer_id, order_number, order_type, status_id, starts_at, ship_date, plant_id, product_id, quantity_ordered, load_count, job, job_address1, alt_key)
         select o.customer_id, '7702' || n, 1, 9, now() + n * interval '1 second', current_date, o.plant_id, o.product_id, 10, 1, 'Kestrel Slab', '1 Kestrel Way', '7702' || n
         from (select * from orders where customer_id = $1 and order_type = 1 order by id limit 1) as o cross join generate_series(1, 60) as n returning id`,
        [own.customerId],
      ),
    );
    const next = await one(sql`select order_number as answer from orders
      where customer_id = ${own.customerId} and starts_at > now() and status_id not in (0, 9) order by starts_at, id limit 1`);
    expect(firstColumn(await ask('what is our next order?'))).toEqual([next]);
    await app.database.transaction('system', ({ client }) =>
      client.query('delete from orders where id = any($1)', [added.rows.map(({ id }) => id)]),
    );
  });
});

describe('a record by its number', () => {
  it('AST-04 is found behind any number of others that have the number in their texts', async () => {
    const { rowCount } = await app.database.transaction('system', async ({ client }) => {
      await client.query(
        `insert into orders (customer_id, order_number, order_type, status_id, starts_at, ship_date, plant_id, product_id, quantity_ordered, load_count, job, job_address1, alt_key)
         select o.customer_id, '770019', 1, 5, min(o.starts_at) - interval '1 day', min(o.ship_date) - 1, min(o.plant_id), min(o.product_id), 10, 1, 'Kestrel Mill', '1 Kestrel Way', '770019'
         from orders o where o.customer_id = $1 group by o.customer_id`,
        [own.customerId],
      );
      return client.query("update orders set po_number = '770019' where customer_id = $1 and order_number <> '770019'", [own.customerId]);
    });
    expect(rowCount).toBeGreaterThan(100);
    expect((await ask('order 770019')).said).toContain('Order 770019 for Kestrel Mill');
    // All tickets of an order are found by its number. The oldest one has this number itself.
    await app.database.transaction('system', ({ client }) =>
      client.query("update tickets set ticket_number = '770011' where customer_id = $1 and ticket_number = 'K1'", [own.customerId]),
    );
    expect((await ask('ticket 770011')).said).toContain('Ticket 770011 was delivered');
    expect((await ask('was ticket 770011 signed?')).said).toContain('Nobody has signed for ticket 770011 yet');
    await app.database.transaction('system', ({ client }) =>
      client.query("update tickets set ticket_number = 'K1' where customer_id = $1 and ticket_number = '770011'", [own.customerId]),
    );
  });

  it('AST-04 is found whether it is written in capitals or small letters', async () => {
    const rename = (from: string, to: string) =>
      app.database.transaction('system', ({ client }) =>
        client.query('update invoices set document_number = $3 where customer_id = $1 and document_number = $2', [
          own.customerId,
          from,
          to,
        ]),
      );
    await rename('K24', 'kst-77024');
    expect((await ask('is invoice KST-77024 paid?')).said).toContain('Invoice kst-77024 is not paid');
    await rename('kst-77024', 'K24');
  });
});

describe('a deleted order', () => {
  it('AST-04 is described without a start and without loads to come', async () => {
    const setStatus = (status: number) =>
      app.database.transaction('system', ({ client }) =>
        client.query("update orders set status_id = $2 where customer_id = $1 and order_number = '770012'", [own.customerId, status]),
      );
    expect((await ask('order 770012')).said).toMatch(/It starts on[\s\S]*Still to come: 120 CY/);
    await setStatus(0);
    const { said } = await ask('order 770012');
    await setStatus(1);
    expect(said).toContain('Order 770012 for Kestrel Annex is Deleted: 0 of 120 CY delivered.');
    expect(said).not.toMatch(/It starts on|Still to come/);
  });
});

describe('orders that wait', () => {
  it('AST-04 are found by the name of their status, also on days to come', async () => {
    const willCall = await ask('which orders are on will call at Kestrel Dock?');
    expect(willCall.said).toContain('Here is 1 will-call order about “Kestrel Dock”.');
    expect(firstColumn(willCall)).toEqual(['770015']);
    expect(firstColumn(await ask('any orders on hold at Kestrel Dock'))).toEqual(['770016']);
    expect((await ask('will-call orders at Kestrel Yard')).said).toBe('I found no will-call orders about “Kestrel Yard” on this account.');
  });
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

describe('names and prices', () => {
  beforeAll(() =>
    app.database.transaction('system', async ({ client }) => {
      const { rows } = await client.query(
        `insert into products (data_source_id, number, description, order_type, unit_of_measure)
         select $1, number, 'OF THE TEST', 1, 'CY' from unnest(array['7300OLD', '7300NOW', '7300SOON']) as number returning id, number`,
        [own.datasourceId],
      );
      const productOf = new Map(rows.map(({ id, number }) => [number, id]));
      const quote = async (number: string, product: string, starts: string, ends: string | null) => {
        const made = await client.query(
          `insert into quotes (customer_id, quote_number, quote_name, quote_type, quote_address, plant_id, sales_person_name, quote_date, start_date, termination_date, is_active, price_adjustment_cents)
           select $1, $2, 'Larkspur Depot', 'Standard', '9 Larkspur Lane', min(o.plant_id), 'Sam', current_date, current_date + $3::interval, current_date + $4::interval, true, 150
           from orders o where o.customer_id = $1 returning id`,
          [own.customerId, number, starts, ends],
        );
        await client.query(
          'insert into quote_products (customer_id, quote_id, line_number, product_id, quantity, unit_price_cents) values ($1, $2, 1, $3, 10, 10000)',
          [own.customerId, made.rows[0].id, productOf.get(product)],
        );
      };
      await quote('Q7301', '7300OLD', '-2 years', '-3 days');
      await quote('Q7302', '7300NOW', '-14 months', null);
      await quote('Q7303', '7300SOON', '1 month', null);
      // The same product once more, at another price.
      await client.query(
        `insert into quote_products (customer_id, quote_id, line_number, product_id, quantity, unit_price_cents)
         select customer_id, quote_id, 2, product_id, 20, 9500 from quote_products where customer_id = $1 and product_id = $2`,
        [own.customerId, productOf.get('7300NOW')],
      );
      await client.query(
        `with made as (insert into products (data_source_id, number, description, order_type, unit_of_measure)
           select $1, 'TP' || n, 'TEAL PAVER', 3, 'EA' from generate_series(1, 45) n returning id)
         insert into price_list_items (price_list_id, product_id, unit_price_cents)
         select c.price_list_id, made.id, 100 from made, customers c where c.id = $2`,
        [own.datasourceId, own.customerId],
      );
      await client.query(
        `insert into customer_desk_contacts (customer_id, kind, name, email, phone) values ($1, 'sales-rep', 'Dana Whitfield', 'dana@example.com', '4235550100')
         on conflict (customer_id, kind) do update set name = excluded.name`,
        [own.customerId],
      );
    }),
  );

  it('AST-04 knows the jobs of quotes without an order, and the contacts that the desk wrote', async () => {
    const prices = await ask('price of 7300NOW for Larkspur Depot');
    expect(prices.said).toContain('one active quote has a price');
    expect(firstColumn(prices)).toEqual(['7300NOW', '7300NOW']);
    expect((await ask('quotes for Larkspur Depot')).said).toContain('3 quotes about “Larkspur Depot”');
    expect((await ask('who is Dana Whitfield?')).said).toContain('Dana Whitfield is your sales representative');
  });

  it('AST-04 lists only prices that are valid today, with the adjustment', async () => {
    expect((await ask('price of 7300OLD')).said).toContain('I found no price of 7300OLD');
    expect((await ask('price of 7300SOON')).said).toContain('I found no price of 7300SOON');
    expect((await ask('price of 7300NOW')).said).toContain('$101.50 per CY');
    const quote = await ask('show quote Q7302');
    expect(quote.said).toContain('$101.50');
    expect(quote.said).toContain('The prices have the adjustment of $1.50 in them');
    expect((await ask('quote Q7301')).said).toContain('It was valid until');
  });

  it('AST-04 counts all products that have a price, and says how many the table has', async () => {
    const answer = await ask('price of teal paver');
    expect(answer.said).toContain('45 products have a price. The table has the first 40 prices.');
    expect(firstColumn(answer)).toHaveLength(40);
  });

  it('AST-04 leaves out a price list that is valid only from a later day', async () => {
    const priced =
      await one<string>(sql`select p.number as answer from customers c join price_list_items item on item.price_list_id = c.price_list_id
      join products p on p.id = item.product_id where c.id = ${own.customerId} order by p.id limit 1`);
    const shift = (days: number) =>
      app.database.transaction('system', ({ client }) =>
        client.query(
          'update price_lists set effective_from = effective_from + $2::int where id = (select price_list_id from customers where id = $1)',
          [own.customerId, days],
        ),
      );
    expect((await ask(`price of ${priced}`)).said).toContain('on your price list');
    await shift(5000);
    expect((await ask(`price of ${priced}`)).said).not.toContain('on your price list.');
    await shift(-5000);
  });
});
