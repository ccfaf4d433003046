import { type AssistantEvent, type AssistantMessage, askAssistant } from '@yardage/contract/assistant';
import { plainText } from '@yardage/contract/assistant-blocks';
import { type CustomerSummary, getCustomerSummary, getToday, type Today } from '@yardage/contract/dashboard';
import { listCartHistory } from '@yardage/contract/payments';
import { getStatement, listStatements, type StatementDetail, type StatementRow } from '@yardage/contract/statements';
import { formatDay } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sql } from '#server/database/drizzle';
import { untilDayIsLong } from '#server/testing/day-left';
import { ledgerBooks } from '#server/testing/ledger-books';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
let books: ReturnType<typeof ledgerBooks>;
/** At the customer. */
let day: { today: string; past: string };

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, 'field@example.com')) as [TestCustomer];
  books = ledgerBooks(app.database, own.customerId);
  await untilDayIsLong(
    await one(
      sql`select time_zone as answer from data_sources where id = (select data_source_id from customers where id = ${own.customerId})`,
    ),
  );
  day = await one(sql`select json_build_object('today', today, 'past', today - 90) as answer
    from (select (now() at time zone d.time_zone)::date as today from customers c join data_sources d on d.id = c.data_source_id where c.id = ${own.customerId}) as at`);
});
afterAll(() => app?.close());

const one = <T = string>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement) as Promise<T>;
const write = (text: string, values: readonly unknown[]) =>
  app.database.transaction('system', async ({ client }) => (await client.query(text, [...values])).rows[0]);
const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });
const summary = async () => (await app.call(getCustomerSummary, { as: OWNER, params: params() })).body as CustomerSummary;

async function ask(text: string): Promise<AssistantMessage & { said: string }> {
  const query = { customerNumber: own.customerNumber, datasourceId: own.datasourceId };
  const { body } = await app.call(askAssistant, { as: OWNER, query, body: { text } });
  const last = (body as AssistantEvent[]).at(-1);
  if (last?.type !== 'end') throw new Error(`no end: ${JSON.stringify(body)}`);
  return { ...last.answer, said: plainText(last.answer.blocks) };
}
const rowsOf = ({ blocks }: AssistantMessage) =>
  (blocks.find((block) => block.kind === 'table')?.rows ?? []).map((row) => row.map(({ text }) => text));
const listOf = ({ blocks }: AssistantMessage) =>
  blocks.flatMap((block) => (block.kind === 'links' ? block.links : [])).find(({ kind }) => kind === 'list')?.href;

interface NewOrder {
  number: string;
  job: string;
  address: string;
}
const addOrder = async ({ number, job, address }: NewOrder): Promise<{ id: string; plant_id: string }> =>
  write(
    `insert into orders (customer_id, order_number, order_type, status_id, starts_at, ship_date, plant_id, product_id, quantity_ordered, load_count, job, job_address1, alt_key)
     select o.customer_id, $2, 1, 2, now() - interval '1 hour', $3::date, o.plant_id, o.product_id, 50, 5, $4, $5, $2
     from orders o where o.customer_id = $1 and o.order_type = 1 order by o.id limit 1 returning id, plant_id`,
    [own.customerId, number, day.today, job, address],
  );
/** Adds a load that was delivered just now: an hour ago it may still have been yesterday. */
const addTicket = (order: { id: string; plant_id: string }, number: string, quantity: number, invoiceId: number | null = null) =>
  write(
    `insert into tickets (customer_id, order_id, invoice_id, ticket_number, status_id, ticketed_at, finished_at, leave_job_at, plant_id, load_number, quantity, tax_cents, alt_key)
     values ($1, $2, $3, $4, 6, now(), now(), now(), $5, 1, $6, 0, $4)`,
    [own.customerId, order.id, invoiceId, number, order.plant_id, quantity],
  );

describe('the balances of statements', () => {
  it('AST-04 are those of the statements, and are read at once', async () => {
    const reads = vi.spyOn(app.database, 'read');
    onTestFinished(() => reads.mockRestore());
    const readsOf = async (text: string) => {
      const before = reads.mock.calls.length;
      const answer = await ask(text);
      return { rows: rowsOf(answer), reads: reads.mock.calls.length - before };
    };
    await ask('my statements');
    const [many, few] = [await readsOf('last six statements'), await readsOf('last two statements')];
    expect([many.rows.length, few.rows.length, many.reads]).toEqual([6, 2, few.reads]);
    const { items } = (await app.call(listStatements, { as: OWNER, params: params() })).body as { items: StatementRow[] };
    const dues = await Promise.all(
      items.map(async ({ statementDate }) => {
        const { body } = await app.call(getStatement, { as: OWNER, params: { ...params(), statementDate } });
        return [formatDay(statementDate), formatDollars((body as StatementDetail).balanceDue)];
      }),
    );
    expect(many.rows).toEqual(dues.slice(0, many.rows.length));
  });
});

describe('what is paid', () => {
  it('AST-04 includes credits, as the payment history does', async () => {
    await write(
      `insert into payments (customer_id, cart_id, method, source_name, payment_result, result_code, status_message, amount_cents, discount_cents, credit_cents, started_at, settled_at)
       values ($1, 'CREDITONLY', 'Credit', 'Customer portal', 1, 100000, 'Paid', 0, 0, 50000, now(), now())`,
      [own.customerId],
    );
    const history = await app.call(listCartHistory, { as: OWNER, params: params(), query: { startDate: day.today, endDate: day.today } });
    const { paidAmount } = history.body.sums as { paidAmount: number };
    expect(paidAmount).toBeGreaterThanOrEqual(500);
    expect((await ask('payments today')).said).toContain(`${formatDollars(paidAmount)} of it is paid.`);
  });
});

describe('what is past due', () => {
  it('AST-04 lists overdue invoices with a payment under way, too: the sum is that of the dashboard', async () => {
    const invoice = await books.invoice(day.past, 12_300);
    await books.pending(day.today, invoice, 12_300);
    const { balanceAmount, currentAmount } = await summary();
    const answer = await ask('show the 50 overdue invoices');
    expect(rowsOf(answer).map(([number]) => number)).toContain(await books.numberOf(invoice));
    expect(answer.said).toContain(`${formatDollars((balanceAmount ?? 0) - (currentAmount ?? 0))} is open in all.`);
    expect(listOf(answer)).toBe('/invoices?status=All&due=overdue');
  });

  it('AST-04 DSH-16 is reported also if credits exceed the balance', async () => {
    const before = await summary();
    await books.credit(day.today, Math.round((before.balanceAmount ?? 0) * 100) + 100_000);
    const { balanceAmount, last30DaysAmount, last90DaysAmount, over90DaysAmount, unappliedAmount } = await summary();
    expect(balanceAmount).toBe(-1000);
    const pastDue = [last30DaysAmount, last90DaysAmount, over90DaysAmount].reduce<number>((sum, each) => sum + (each ?? 0), 0);
    expect(pastDue).toBeGreaterThan(0);
    const { said } = await ask('What do I owe?');
    expect(said).toContain(
      `Your balance is -$1,000.00. Invoices of ${formatDollars(pastDue)} are past due. Credits and payments on account of ${formatDollars(unappliedAmount ?? 0)} are already deducted.`,
    );
    await write('update invoices set due_date = current_date + 30 where customer_id = $1 and open_cents > 0', [own.customerId]);
    expect((await ask('What do I owe?')).said).toContain('You owe nothing right now. Your balance is -$1,000.00. Credits');
  });
});

describe('sums by job', () => {
  beforeAll(async () => {
    const slab = await addOrder({ number: '780001', job: 'Wren Slab', address: '1 Wren Way' });
    const spelled = await addOrder({ number: '780002', job: 'WREN  slab', address: '1 wren way' });
    const other = await addOrder({ number: '780003', job: 'Wren Slab', address: '9 Heron Road' });
    // The invoice names no order; its ticket does.
    const invoice = await books.invoice(day.today, 40_000);
    await addTicket(slab, 'W1', 10, invoice);
    await addTicket(spelled, 'W2', 9);
    await addTicket(other, 'W3', 8);
    for (const [{ id }, cents] of [
      [spelled, 20_000],
      [other, 10_000],
    ] as const) {
      const named = await books.invoice(day.today, cents);
      await write('update invoices set order_id = $1 where id = $2', [id, named]);
    }
  });

  it('AST-04 go by the order of the tickets if an invoice names none, and by the job, not its spelling', async () => {
    const answer = await ask('how much were we billed today at Wren Slab?');
    expect(answer.said).toContain('You were invoiced $700.00, tax included, in 3 invoices');
    // Its latest order names a job.
    expect(answer.said).toContain('The most was for WREN  slab (1 wren way): $600.00.');
    expect(rowsOf(answer)).toEqual([
      ['WREN  slab (1 wren way)', '2', '$600.00'],
      ['Wren Slab (9 Heron Road)', '1', '$100.00'],
    ]);
  });

  it('AST-04 distinguish jobs with the same name', async () => {
    const answer = await ask('how much concrete was delivered today at Wren Slab?');
    expect(answer.said).toContain('27 CY of concrete in 3 loads');
    expect(rowsOf(answer)).toEqual([
      ['WREN  slab (1 wren way)', '2', '19 CY'],
      ['Wren Slab (9 Heron Road)', '1', '8 CY'],
    ]);
  });
});

describe('trucks', () => {
  it('AST-04 count until they leave, also with a rejected load, as on the dashboard', async () => {
    const order = await addOrder({ number: '780009', job: 'Plover Pier', address: '3 Plover Pier' });
    const { id } = await write(
      `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, truck_id, load_number, quantity, tax_cents, alt_key)
       select $1, $2, 'PLOVER1', 4, now() - interval '30 minutes', $3, min(tr.id), 1, 10, 0, 'PLOVER1' from trucks tr
       where not exists (select from tickets t where t.truck_id = tr.id and t.ticketed_at > now() - interval '2 days') returning id`,
      [own.customerId, order.id, order.plant_id],
    );
    await write(
      `insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, reject_reason, received_by, signed_by, signed_by_name, signed_at)
       select customer_id, id, gen_random_uuid(), true, 'slump', 'Foreman', (select min(id) from users), 'Foreman', now() from tickets where id = $1`,
      [id],
    );
    const { trucksAtPlant, trucksOnTheRoad, trucksOnJob } = (await app.call(getToday, { as: OWNER, params: params() })).body as Today;
    expect((await ask('where are my trucks?')).said).toContain(
      `: ${trucksAtPlant} at the plant, ${trucksOnTheRoad} on the road, ${trucksOnJob} on the job.`,
    );
    const there = await ask('trucks at Plover Pier');
    expect(there.said).toContain('1 truck is under way about “Plover Pier”: 0 at the plant, 0 on the road, 1 on the job.');
    expect(rowsOf(there)[0]?.at(-1)).toBe('Rejected');
    // The load is neither delivered nor under way.
    expect((await ask('track order 780009')).said).toContain('No truck is under way for it right now.');
  });

  it('AST-04 come in the order in which they arrive, before those on the job and those of an unknown time', async () => {
    const order = await addOrder({ number: '780010', job: 'Curlew Quay', address: '5 Curlew Quay' });
    await write(
      `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, due_on_job_at, plant_id, truck_id, load_number, quantity, tax_cents, alt_key)
       select $1, $2, 'CURLEW' || load.n, (array[4, 1, 3])[load.n], now() - interval '30 minutes', case when load.n = 3 then now() + interval '40 minutes' end,
         $3, load.truck_id, load.n, 10, 0, 'CURLEW' || load.n
       from (select tr.id as truck_id, row_number() over (order by tr.id)::int as n from trucks tr
         where not exists (select from tickets t where t.truck_id = tr.id and t.ticketed_at > now() - interval '2 days') order by tr.id limit 3) as load`,
      [own.customerId, order.id, order.plant_id],
    );
    for (const question of ['trucks at Curlew Quay', 'track order 780010']) {
      const answer = await ask(question);
      expect(rowsOf(answer).map(([number]) => number)).toEqual(['CURLEW3', 'CURLEW1', 'CURLEW2']);
      expect(answer.said).toMatch(/Truck \S+ is expected at \d\d:\d\d/);
    }
  });
});
