import { getFreshness, listRefused, putSupply, type SupplyAnswer } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addWebhook } from '#server/testing/prepare-webhook';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';
import { lockDataSources } from './staging.queries.ts';

let app: TestApp;
let minute = 0;

const put = async (resource: SupplyResource, ...records: unknown[]): Promise<SupplyAnswer> => {
  const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
  const answer = await app.call(putSupply[resource], { as: SERVICE, body });
  expect([answer.status, answer.body.detail, answer.body.errors]).toEqual([200, undefined, undefined]);
  return answer.body;
};
type Sent = () => Promise<SupplyAnswer>;
const outcome = ({ results }: SupplyAnswer) => results[0]?.outcome;
const rows = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  app.database.transaction('system', async ({ client }) => (await client.query(text, values)).rows as T[]);
/** A moment after all earlier ones. */
const newer = () => new Date(Date.parse('2026-02-01T12:00:00Z') + ++minute * 60_000).toISOString();

beforeAll(async () => {
  app = await openTestApp({ world: 'empty', hasJobs: true });
  for (const resource of SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('tickets')))
    await put(resource, sampleRecord[resource]());
});
afterAll(() => app?.close());

/** A ticket of its own for each test. */
const ticket = (key: string, more = {}) => sampleRecord.tickets({ key, number: key, updatedAt: newer(), ...more });

describe('a ticket', () => {
  const statusOf = async (key: string) => (await rows<{ status_id: number }>('select status_id from tickets where alt_key = $1', [key]))[0];

  it('FED-05 FED-07 has the status of its times, whether its versions come in order or only the last one does', async () => {
    const first = ticket('status', { updatedAt: '2026-01-07T12:00:00Z' });
    const steps = ['loadingAt', 'leavePlantAt', 'arrivedAt', 'pourStartedAt', 'finishedAt'];
    const times = Object.fromEntries(steps.map((step, index) => [step, `2026-01-06T1${index + 2}:00:00Z`]));
    const second = ticket('status', times);
    await put('tickets', first);
    await put('tickets', second);
    await put('tickets', { ...second, key: 'status-alone' });
    expect([await statusOf('status'), await statusOf('status-alone')]).toEqual([{ status_id: 6 }, { status_id: 6 }]);
    // A time that is taken back takes the status back; times that are left out do not.
    await put('tickets', ticket('status', { finishedAt: null }));
    expect(await statusOf('status')).toEqual({ status_id: 5 });
    await put('tickets', ticket('status'));
    expect(await statusOf('status')).toEqual({ status_id: 5 });
  });

  it('FED-05 FED-07 has the same times in every order of arrival if each version has all of them; a time that only an older version has is lost if that one is stale', async () => {
    const [loadingAt, leavePlantAt] = ['2026-01-06T12:00:00Z', '2026-01-06T13:00:00Z'];
    const timesOf = async (key: string) =>
      (
        await rows<{ times: unknown }>(
          'select json_build_array(status_id, loading_at is not null, leave_plant_at is not null) as times from tickets where alt_key = $1',
          [key],
        )
      )[0]?.times;
    const arrive = async (name: string, ...[first, second]: [object, object]) => {
      const arrivals: [string, number[][]][] = [
        ['in order', [[0], [1]]],
        ['overtaken', [[1], [0]]],
        ['at once', [[0, 1]]],
      ];
      const found: Record<string, unknown> = {};
      for (const [how, batches] of arrivals) {
        const key = `${name} ${how}`;
        const versions = [ticket(key, first), ticket(key, second)];
        for (const batch of batches) await put('tickets', ...batch.map((index) => versions[index] as object));
        found[how] = await timesOf(key);
      }
      return found;
    };
    const all = [3, true, true];
    expect(await arrive('complete', { loadingAt }, { loadingAt, leavePlantAt })).toEqual({
      'in order': all,
      overtaken: all,
      'at once': all,
    });
    // As docs/integration.md says.
    const rest = [3, false, true];
    expect(await arrive('incomplete', { loadingAt }, { leavePlantAt })).toEqual({ 'in order': all, overtaken: rest, 'at once': rest });
  });

  it('FED-05 SGN-01 EVT-05 moves to another customer unless somebody signed for it, and its order follows when it has left', async () => {
    await put('customers', sampleRecord.customers({ key: 'C3', customerNumber: '1003', globalCustomerNumber: 'G1003' }));
    await put(
      'orders',
      sampleRecord.orders({ key: 'O3', quoteKey: null, number: '103' }),
      sampleRecord.orders({ key: 'O4', quoteKey: null, number: '104' }),
    );
    await put('orders', sampleRecord.orders({ key: 'O5', customerKey: 'C3', quoteKey: null, number: '105' }));
    await put('tickets', ticket('moves', { orderKey: 'O3' }), ticket('signed', { orderKey: 'O4' }));
    await rows(
      `insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, reject_reason, received_by, signed_by, signed_by_name, signed_at)
       select customer_id, id, gen_random_uuid(), true, 'Late', 'Sam', (select min(id) from users), 'Sam', now() from tickets where alt_key = 'signed'`,
    );
    const to = { customerKey: 'C3', orderKey: 'O5' };
    expect(await put('tickets', ticket('signed', to))).toMatchObject({
      results: [{ outcome: 'refused', errors: { customerKey: [expect.stringMatching(/^It was signed for/)] } }],
    });
    // An order stays while a ticket of its customer is on it, and moves as soon as the ticket has left.
    const order = (more = {}) => sampleRecord.orders({ key: 'O3', quoteKey: null, number: '103', updatedAt: newer(), ...more });
    expect(outcome(await put('orders', order({ customerKey: 'C3' })))).toBe('refused');
    const [customer] = await rows<{ id: string }>("select id from customers where global_customer_number = 'G1003'");
    await addWebhook(app.database, Number(customer?.id), 'paused');
    // An earlier release did not note the order of a ticket.
    await rows("update supply_records set affects = '{}' where resource = 'tickets' and key = 'moves'");
    expect(await put('tickets', ticket('moves', to))).toMatchObject({ released: 1, results: [{ outcome: 'updated' }] });
    const heard = await rows('select type from events where customer_id = $1', [customer?.id]);
    expect(heard).toEqual([{ type: 'ticket.issued' }]);
    // And back: the systems of the former customer get an event that it is gone.
    expect(outcome(await put('tickets', ticket('moves', { orderKey: 'O4' })))).toBe('updated');
    const left = await rows<{ data: object }>("select data from events where type = 'ticket.removed' and customer_id = $1", [customer?.id]);
    expect(left).toEqual([{ data: { ticketId: expect.any(Number), ticketNumber: 'moves' } }]);
  });

  it.each([
    ['order first', (order: Sent, tickets: Sent): [Sent, Sent] => [order, tickets]],
    ['tickets first', (order: Sent, tickets: Sent): [Sent, Sent] => [tickets, order]],
  ] as const)('FED-05 FED-06 EVT-05 moves with its order to the right customer: %s', async (name, inOrder) => {
    const key = name.replace(' ', '-');
    const right = { key: `C-${key}`, customerNumber: key, globalCustomerNumber: `G-${key}` };
    await put('customers', sampleRecord.customers(right));
    const order = (more = {}) => sampleRecord.orders({ key, quoteKey: null, number: key, updatedAt: newer(), ...more });
    const load = (suffix: string, more = {}) => ticket(`${key}-${suffix}`, { orderKey: key, ...more });
    await put('orders', order());
    await put('tickets', load('1'), load('2'));
    const owners = async () => {
      const found = await rows<{ numbers: string }>(
        `select string_agg(distinct c.global_customer_number, ' ') as numbers from (
           select customer_id from orders where alt_key = $1
           union all select t.customer_id from tickets t join orders o on o.id = t.order_id where o.alt_key = $1
           union all select line.customer_id from ticket_products line join tickets t on t.id = line.ticket_id join orders o on o.id = t.order_id
             where o.alt_key = $1) as owned join customers c on c.id = owned.customer_id`,
        [key],
      );
      return found[0]?.numbers;
    };
    const [customer] = await rows<{ id: string }>('select id from customers where global_customer_number = $1', [
      right.globalCustomerNumber,
    ]);
    await addWebhook(app.database, Number(customer?.id), 'paused');
    const to = { customerKey: right.key };
    // One of two tickets alone moves nothing.
    expect(outcome(await put('tickets', load('1', to)))).toBe('refused');
    const [first, second] = inOrder(
      () => put('orders', order(to)),
      () => put('tickets', load('2', to)),
    );
    expect(outcome(await first())).toBe('refused');
    expect(await owners()).not.toBe(right.globalCustomerNumber);
    const last = await second();
    expect(outcome(last)).toBe('updated');
    expect(last.released).toBe(2);
    expect(await owners()).toBe(right.globalCustomerNumber);
    expect(await rows("select key from supply_records where state <> 'applied' and key like $1", [`${key}%`])).toEqual([]);
    const heard = await rows<{ type: string }>('select type from events where customer_id = $1', [customer?.id]);
    expect(heard.map(({ type }) => type)).toEqual(['ticket.issued', 'ticket.issued']);
  });

  it('FED-05 SGN-01 keeps its order with its customer if somebody signed for it, whatever its next version says', async () => {
    await put('customers', sampleRecord.customers({ key: 'C-kept', customerNumber: 'kept', globalCustomerNumber: 'G-kept' }));
    const order = (more = {}) => sampleRecord.orders({ key: 'kept', quoteKey: null, number: 'kept', updatedAt: newer(), ...more });
    await put('orders', order());
    await put('tickets', ticket('kept-1', { orderKey: 'kept' }));
    await rows(
      `insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, reject_reason, received_by, signed_by, signed_by_name, signed_at)
       select customer_id, id, gen_random_uuid(), true, 'Late', 'Sam', (select min(id) from users), 'Sam', now() from tickets where alt_key = 'kept-1'`,
    );
    expect(outcome(await put('tickets', ticket('kept-1', { orderKey: 'kept', customerKey: 'C-kept' })))).toBe('refused');
    expect(outcome(await put('orders', order({ customerKey: 'C-kept' })))).toBe('refused');
  });

  it('EVT-05 sends one event if only its lines changed, and none if nothing did', async () => {
    await put('tickets', ticket('lines'));
    const [{ customer_id: customerId, id } = { customer_id: '', id: '' }] = await rows<{ id: string; customer_id: string }>(
      "select id, customer_id from tickets where alt_key = 'lines'",
    );
    await addWebhook(app.database, Number(customerId), 'paused');
    const changes = async () =>
      (await rows("select from events where type = 'ticket.changed' and data->>'ticketId' = $1", [String(id)])).length;
    await put('tickets', ticket('lines'));
    expect(await changes()).toBe(0);
    const lines = [{ productKey: 'MIX', quantity: 8, unitPrice: 187.5, amount: 1500 }];
    await put('tickets', ticket('lines', { lines }));
    expect(await changes()).toBe(1);
    await put('tickets', ticket('lines', { lines }));
    expect(await changes()).toBe(1);
    // What the ticket shows of its order is a part of it; the order's status is not.
    const order = (more = {}) => sampleRecord.orders({ updatedAt: newer(), ...more });
    await put('orders', order({ poNumber: 'P77' }));
    expect(await changes()).toBe(2);
    await put('orders', order({ poNumber: 'P77', status: 'complete' }));
    expect(await changes()).toBe(2);
  });
});

describe('numbers', () => {
  it('FED-05 FED-07 move between the records of one batch, in any order, also in a circle', async () => {
    const truck = (key: string, number: string) => sampleRecord.trucks({ key, number, updatedAt: newer() });
    await put('trucks', truck('N5', '5'), truck('N12', '12'), truck('N13', '13'));
    const numbers = async () =>
      (
        await rows(
          "select key, number from trucks join supply_records r on r.resource = 'trucks' and r.entity_id = trucks.id where key like 'N%' order by key",
        )
      ).map(({ number }) => number);
    expect(await put('trucks', truck('N5', '12'), truck('N12', '99'))).toMatchObject({ counts: { updated: 2 } });
    expect(await numbers()).toEqual(['99', '13', '12']);
    expect(await put('trucks', truck('N5', '99'), truck('N12', '13'), truck('N13', '12'))).toMatchObject({ counts: { updated: 3 } });
    expect(await numbers()).toEqual(['13', '12', '99']);
    const bill = (key: string, number: string) => sampleRecord.invoices({ key, number, ticketKeys: [], updatedAt: newer() });
    await put('invoices', bill('n1', 'n1'), bill('n2', 'n2'));
    expect(await put('invoices', bill('n1', 'n2'), bill('n2', 'n1'))).toMatchObject({ counts: { updated: 2 } });
  });
});

describe('an invoice', () => {
  it('FED-05 FED-06 lets its order and tickets move to the right customer once it is void', async () => {
    await put('customers', sampleRecord.customers({ key: 'C-void', customerNumber: 'void', globalCustomerNumber: 'G-void' }));
    const order = (more = {}) => sampleRecord.orders({ key: 'void', quoteKey: null, number: 'void', updatedAt: newer(), ...more });
    const bill = (more = {}) =>
      sampleRecord.invoices({ key: 'void', number: 'void', orderKey: 'void', ticketKeys: ['void-1'], updatedAt: newer(), ...more });
    await put('orders', order());
    await put('tickets', ticket('void-1', { orderKey: 'void' }));
    expect(outcome(await put('invoices', bill()))).toBe('created');
    const to = { customerKey: 'C-void' };
    expect(outcome(await put('orders', order(to)))).toBe('refused');
    expect(outcome(await put('tickets', ticket('void-1', { orderKey: 'void', ...to })))).toBe('refused');
    expect(await put('invoices', bill({ voidedOn: '2026-01-20' }))).toMatchObject({ released: 2, results: [{ outcome: 'updated' }] });
    const owners = `select distinct c.global_customer_number as owner from customers c where c.id in (
      select customer_id from orders where alt_key = 'void' union all select customer_id from tickets where alt_key = 'void-1')`;
    expect(await rows(owners)).toEqual([{ owner: 'G-void' }]);
  });

  it('FED-06 does not count the lines of a refused ticket version that it does not make fit', async () => {
    await put('customers', sampleRecord.customers({ key: 'C2', customerNumber: '1002', globalCustomerNumber: 'G1002' }));
    await put('orders', sampleRecord.orders({ key: 'O2', customerKey: 'C2', quoteKey: null, number: '102' }));
    const lines = [{ productKey: 'MIX', quantity: 9, unitPrice: 150, amount: 1350 }];
    const bill = (key: string, more = {}) => sampleRecord.invoices({ key, number: key, ticketKeys: [key], updatedAt: newer(), ...more });
    const smaller = { sales: 1350, tax: 138.75, total: 1488.75 };
    // The new lines are refused because of the order, so the ticket keeps its old ones.
    await put('tickets', ticket('unfit'));
    expect(outcome(await put('tickets', ticket('unfit', { lines, orderKey: 'O2' })))).toBe('refused');
    expect(outcome(await put('invoices', bill('unfit', smaller)))).toBe('refused');
    // The same with an invoiced ticket: a cancelled version stays refused, whatever the invoice says.
    await put('tickets', ticket('cancelled'));
    await put('invoices', bill('cancelled'));
    expect(outcome(await put('tickets', ticket('cancelled', { lines, isCancelled: true })))).toBe('refused');
    expect(outcome(await put('invoices', bill('cancelled', smaller)))).toBe('refused');
    const off = await rows(
      `select i.document_number from invoices i join tickets t on t.invoice_id = i.id join ticket_products p on p.ticket_id = t.id
       group by i.id having sum(p.amount_cents) <> i.sales_cents`,
    );
    expect(off).toEqual([]);
  });

  it('FED-05 FED-06 lets a check or a void follow by itself when the payment in the portal that held it up fails', async () => {
    const bill = (key: string, more = {}) => sampleRecord.invoices({ key, number: key, ticketKeys: [], updatedAt: newer(), ...more });
    await put('invoices', bill('held'), bill('voided'));
    const started = await rows<{ id: string }>(
      `with paid as (
         insert into payments (customer_id, cart_id, method, source_name, payment_result, result_code, status_message, amount_cents, discount_cents,
           started_at, idempotency_key)
         select customer_id, 'TEST' || id, 'eCheck', 'Customer portal', 2, 100100, 'Pending', total_cents, 0, now(), 'test-' || id
         from invoices where document_number in ('held', 'voided') returning id, customer_id, cart_id, amount_cents)
       insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
       select paid.id, i.id, i.customer_id, i.total_cents, 0, 2, current_date from paid join invoices i on paid.cart_id = 'TEST' || i.id
       returning payment_id as id`,
    );
    const check = sampleRecord.payments({ key: 'lockbox', applications: [{ invoiceKey: 'held', amount: 1000 }] });
    expect(outcome(await put('payments', check))).toBe('refused');
    expect(outcome(await put('invoices', bill('voided', { voidedOn: '2026-01-20', voidReason: 'Twice' })))).toBe('refused');
    // Neither was sent to the processor, so both fail.
    await rows('update payments set resolve_after = now() where id = any($1)', [started.map(({ id }) => id)]);
    await app.eventually(['complete-payments', 'release-supply'], async () =>
      expect(
        await rows(
          `select document_number, paid_cents, pending_cents, voided_on is not null as is_void from invoices
           where document_number in ('held', 'voided') order by 1`,
        ),
      ).toEqual([
        { document_number: 'held', paid_cents: '100000', pending_cents: '0', is_void: false },
        { document_number: 'voided', paid_cents: '0', pending_cents: '0', is_void: true },
      ]),
    );
    expect(await rows('select from supply_releases')).toEqual([]);
  });
});

describe('a quote', () => {
  it('FED-05 FED-06 stays with its customer while orders of that customer name it', async () => {
    await put('customers', sampleRecord.customers({ key: 'C4', customerNumber: '1004', globalCustomerNumber: 'G1004' }));
    const quote = (more = {}) => sampleRecord.quotes({ key: 'Q4', number: 'Q4', updatedAt: newer(), ...more });
    const order = (more = {}) => sampleRecord.orders({ key: 'O6', number: '106', quoteKey: 'Q4', updatedAt: newer(), ...more });
    await put('quotes', quote());
    await put('orders', order());
    expect(await put('quotes', quote({ customerKey: 'C4' }))).toMatchObject({
      results: [{ outcome: 'refused', errors: { customerKey: [expect.stringMatching(/^Orders of its customer/)] } }],
    });
    expect(await put('orders', order({ quoteKey: null }))).toMatchObject({ released: 1, results: [{ outcome: 'updated' }] });
  });
});

describe('a batch', () => {
  it('FED-04 replaces a version that was never valid by a valid one with the same time, in whatever order they come', async () => {
    const at = newer();
    const person = (key: string, more = {}) => sampleRecord.contacts({ key, updatedAt: at, ...more });
    const invalid = { email: 'nobody' };
    await put('contacts', person('late', invalid));
    expect(outcome(await put('contacts', person('late')))).toBe('created');
    const { results } = await put('contacts', person('both', invalid), person('both'), person('late', invalid));
    expect(results.map((result) => result.outcome)).toEqual(['refused', 'created', 'refused']);
    expect(outcome(await put('contacts', person('late')))).toBe('unchanged');
  });

  it('FED-05 FED-06 is listed by the arrival of its open versions, page by page', async () => {
    const list = async (query: object) => (await app.call(listRefused, { as: SERVICE, query: { resource: 'contacts', ...query } })).body;
    const bad = (key: string) => sampleRecord.contacts({ key, email: 'nobody', updatedAt: newer() });
    await put('contacts', sampleRecord.contacts({ key: 'old' }));
    await put('contacts', bad('first'));
    await rows("update supply_records set received_at = received_at - interval '1 hour' where key = 'first'");
    // The newest version of the oldest record.
    await put('contacts', bad('old'));
    const { items, next, total } = await list({ limit: 1 });
    expect([items[0].key, total]).toEqual(['first', 2]);
    const second = await list({ limit: 1, after: next });
    expect(second.items[0].key).toBe('old');
    expect(await list({ after: second.next })).toMatchObject({ items: [], next: null });
  });

  it('FED-07 waits for its turn without a connection, so that others are answered meanwhile', async () => {
    const { pool } = app.database.engine;
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holding = app.database.transaction('system', async ({ client }) => {
      await lockDataSources(client, [SAMPLE_SOURCE]);
      isHeld.resolve();
      await held.promise;
    });
    await isHeld.promise;
    const batches = Promise.all(Array.from({ length: 2 * pool.options.max }, () => put('trucks')));
    // The list of locks is the server's, which other tests use at the same time.
    const waiting = `select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
      where locktype = 'advisory' and not granted`;
    await vi.waitFor(async () => expect(await rows(waiting)).toHaveLength(1), 20_000);
    expect(pool.waitingCount).toBe(0);
    held.resolve();
    await holding;
    expect(await batches).toHaveLength(2 * pool.options.max);
  });

  it('FED-13 does not count as a delivery if all of it was refused', async () => {
    const delivered = async () => {
      const { items } = (await app.call(getFreshness, { as: SERVICE })).body as { items: { resource: string; deliveredAt: string }[] };
      return items.find(({ resource }) => resource === 'tickets')?.deliveredAt;
    };
    await put('tickets');
    await rows("update supply_deliveries set delivered_at = delivered_at - interval '1 hour'");
    const before = await delivered();
    const bad = ticket('bad', { lines: [{ productKey: 'MIX', quantity: 1, unitPrice: 1, amount: 2 }] });
    expect(outcome(await put('tickets', bad))).toBe('refused');
    expect(await delivered()).toBe(before);
    await put('tickets', bad, ticket('good'));
    expect(await delivered()).not.toBe(before);
  });
});
