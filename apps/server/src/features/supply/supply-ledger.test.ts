import { putSupply, type SupplyAnswer } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { FAILED_CODES, PAID_CODE, PENDING_CODE, STORED_STATUS } from '@yardage/domain/payment-status';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

let app: TestApp;
let minute = 0;

beforeAll(async () => {
  app = await openTestApp({ world: 'empty' });
});
afterAll(() => app?.close());

const put = async (resource: SupplyResource, ...records: unknown[]): Promise<SupplyAnswer> => {
  const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
  const answer = await app.call(putSupply[resource], { as: SERVICE, body });
  expect([answer.status, answer.body.detail, answer.body.errors]).toEqual([200, undefined, undefined]);
  return answer.body;
};
const rows = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  app.database.transaction('system', async ({ client }) => (await client.query(text, values)).rows as T[]);
/** A moment after all earlier ones. */
const newer = () => new Date(Date.parse('2026-02-01T12:00:00Z') + ++minute * 60_000).toISOString();
const refusedWith = (errors: object) => ({ results: [{ outcome: 'refused', errors }] });
const outcome = ({ results }: SupplyAnswer) => results[0]?.outcome;

const invoice = async (number = '900001') =>
  (
    await rows<Record<string, string>>(
      `select total_cents, paid_cents, credited_cents, open_cents, voided_on is not null as is_void,
         (select string_agg(ticket_number, ' ') from tickets where invoice_id = invoices.id) as tickets from invoices where document_number = $1`,
      [number],
    )
  )[0];

/** Each test has a customer of its own with an order, a ticket, an invoice and more; their keys end with the same number. */
let own = 0;
const key = (name: string) => `${name}-${own}`;
const samples = {
  customer: (more = {}) => sampleRecord.customers({ key: key('C'), customerNumber: `${own}`, globalCustomerNumber: `G${own}`, ...more }),
  quote: (more = {}) => sampleRecord.quotes({ key: key('Q'), customerKey: key('C'), ...more }),
  order: (more = {}) => sampleRecord.orders({ key: key('O'), customerKey: key('C'), quoteKey: key('Q'), ...more }),
  ticket: (more = {}) => sampleRecord.tickets({ key: key('K'), customerKey: key('C'), orderKey: key('O'), number: key('K'), ...more }),
  invoice: (more = {}) =>
    sampleRecord.invoices({ key: key('I'), customerKey: key('C'), orderKey: key('O'), ticketKeys: [key('K')], number: key('I'), ...more }),
  payment: (more = {}) =>
    sampleRecord.payments({
      key: key('Y'),
      customerKey: key('C'),
      amount: 1638.75,
      applications: [{ invoiceKey: key('I'), amount: 1638.75 }],
      ...more,
    }),
  credit: (more = {}) =>
    sampleRecord.credits({
      key: key('R'),
      customerKey: key('C'),
      invoiceKey: key('I'),
      lines: [],
      applications: [{ invoiceKey: key('I'), amount: 109.25, on: '2026-01-09' }],
      ...more,
    }),
};

beforeAll(async () => {
  const shared: SupplyResource[] = SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('customers'));
  for (const resource of shared) await put(resource, sampleRecord[resource]());
});

beforeEach(async () => {
  own += 1;
  await put('customers', samples.customer());
  await put('quotes', samples.quote());
  await put('orders', samples.order());
  await put('tickets', samples.ticket());
});

describe('an invoice', () => {
  it('FED-06 adds up by itself and with its tickets, or is refused with the reason', async () => {
    expect(await put('invoices', samples.invoice({ total: 1700 }))).toMatchObject(
      refusedWith({ total: ['Sales and tax do not add up to the total.'] }),
    );
    expect(await put('invoices', samples.invoice({ updatedAt: newer(), sales: 1400, total: 1538.75 }))).toMatchObject(
      refusedWith({ sales: ['The lines of its tickets add up to $1,500.00.'] }),
    );
    expect(outcome(await put('invoices', samples.invoice({ updatedAt: newer() })))).toBe('created');
    expect(await invoice(key('I'))).toMatchObject({ total_cents: '163875', open_cents: '163875', tickets: key('K') });
  });

  it('FED-06 bills a ticket once, and only its own customer’s', async () => {
    await put('invoices', samples.invoice());
    const twice = samples.invoice({ key: key('J'), number: key('J') });
    expect(await put('invoices', twice)).toMatchObject(refusedWith({ 'ticketKeys.0': [`The ticket is on invoice ${key('I')}.`] }));
    await put('customers', samples.customer({ key: key('D'), customerNumber: key('D'), globalCustomerNumber: key('D') }));
    expect(await put('invoices', { ...twice, updatedAt: newer(), customerKey: key('D'), orderKey: null })).toMatchObject(
      refusedWith({ 'ticketKeys.0': ['The ticket belongs to another customer.'] }),
    );
    // A void invoice gives its tickets up to the next one.
    await put('invoices', { ...twice, updatedAt: newer() });
    const voiding = await put('invoices', samples.invoice({ updatedAt: newer(), voidedOn: '2026-01-20', voidReason: 'Wrong job' }));
    expect([outcome(voiding), voiding.released]).toEqual(['updated', 1]);
    expect([await invoice(key('I')), await invoice(key('J'))]).toMatchObject([
      { is_void: true, open_cents: '0' },
      { is_void: false, tickets: key('K') },
    ]);
  });

  it('FED-06 FED-08 is voided once its payments are taken back, and stays void', async () => {
    await put('invoices', samples.invoice());
    await put('payments', samples.payment());
    const voided = { voidedOn: '2026-01-20', voidReason: 'Wrong job' };
    expect(await put('invoices', samples.invoice({ updatedAt: newer(), ...voided }))).toMatchObject(
      refusedWith({ voidedOn: ['The document has payments or credits. Take them back first.'] }),
    );
    const returned = samples.payment({ updatedAt: newer(), status: 'returned', returnedAt: '2026-01-19T12:00:00Z' });
    expect(await put('payments', returned)).toMatchObject({ released: 1, results: [{ outcome: 'updated' }] });
    expect(await invoice(key('I'))).toMatchObject({ is_void: true, paid_cents: '0' });
    expect(await put('invoices', samples.invoice({ updatedAt: newer() }))).toMatchObject(
      refusedWith({ voidedOn: ['A voided document stays void.'] }),
    );
  });

  it('from before the import, without its tickets, has only its amounts', async () => {
    expect(outcome(await put('invoices', samples.invoice({ orderKey: null, ticketKeys: [] })))).toBe('created');
  });
});

describe('a correction of an invoiced ticket', () => {
  const lines = [{ productKey: 'MIX', quantity: 9, unitPrice: 150, amount: 1350 }];
  const corrected = () => samples.ticket({ updatedAt: newer(), quantity: 9, tax: 124.88, lines });
  const correctedInvoice = () => samples.invoice({ updatedAt: newer(), sales: 1350, tax: 124.88, total: 1474.88 });

  beforeEach(async () => {
    await put('invoices', samples.invoice());
  });

  it('FED-06 is refused and kept, and its times and notes may change', async () => {
    expect(await put('tickets', corrected())).toMatchObject(
      refusedWith({ lines: ['The ticket is invoiced. Send a credit, or a corrected invoice with these lines.'] }),
    );
    expect(await put('tickets', samples.ticket({ updatedAt: newer(), isCancelled: true }))).toMatchObject(
      refusedWith({ isCancelled: [expect.any(String)] }),
    );
    expect(outcome(await put('tickets', samples.ticket({ updatedAt: newer(), notes: 'Gate 3' })))).toBe('updated');
  });

  it('FED-06 that only fits with a refused one of its batch is refused, too', async () => {
    await put('tickets', samples.ticket({ key: key('L'), number: key('L') }));
    await put('invoices', samples.invoice({ updatedAt: newer(), ticketKeys: [key('K'), key('L')], sales: 3000, total: 3138.75 }));
    const cancelled = samples.ticket({ updatedAt: newer(), isCancelled: true, lines: [] });
    const double = [{ productKey: 'MIX', quantity: 20, unitPrice: 150, amount: 3000 }];
    const { results } = await put(
      'tickets',
      cancelled,
      samples.ticket({ key: key('L'), number: key('L'), updatedAt: newer(), lines: double }),
    );
    expect(results.map((result) => result.outcome)).toEqual(['refused', 'refused']);
    const billed = 'select sum(p.amount_cents) from ticket_products p join tickets t on t.id = p.ticket_id where t.alt_key = any($1)';
    expect(await rows(billed, [[key('K'), key('L')]])).toEqual([{ sum: '300000' }]);
  });

  it('FED-05 FED-06 is applied together with the corrected invoice', async () => {
    await put('tickets', corrected());
    expect(await put('invoices', correctedInvoice())).toMatchObject({ released: 1, results: [{ outcome: 'updated' }] });
    expect(
      await rows('select sum(amount_cents) from ticket_products p join tickets t on t.id = p.ticket_id where t.alt_key = $1', [key('K')]),
    ).toEqual([{ sum: '135000' }]);
    expect(await invoice(key('I'))).toMatchObject({ total_cents: '147488' });
  });

  it('FED-05 FED-06 is applied together with the corrected invoice also in the other order', async () => {
    await put('invoices', correctedInvoice());
    expect(await put('tickets', corrected())).toMatchObject({ released: 1, results: [{ outcome: 'updated' }] });
    expect(await invoice(key('I'))).toMatchObject({ total_cents: '147488' });
  });
});

describe('payments and credits', () => {
  it('FED-06 HIS-01 are in the history on the day from which they count, also if the sender has no time of day', async () => {
    const receipt = (receivedAt: string, more = {}) =>
      samples.payment({ receiptNumber: key('Y'), applications: [], receivedAt, receivedOn: '2026-01-12', updatedAt: newer(), ...more });
    const stored = async () => {
      const text = `select to_char(started_at at time zone d.time_zone, 'YYYY-MM-DD HH24:MI') as started, settled_at = started_at as is_settled, d.time_zone
        from payments p join customers c on c.id = p.customer_id join data_sources d on d.id = c.data_source_id where cart_id = $1`;
      return (await rows(text, [key('Y')]))[0];
    };
    await put('payments', receipt('2026-01-12T00:00:00Z'));
    expect(await stored()).toEqual({ started: '2026-01-12 00:00', is_settled: true, time_zone: 'America/New_York' });
    await put('payments', receipt('2026-01-12T00:00:00Z', { status: 'pending' }));
    expect(await stored()).toMatchObject({ started: '2026-01-12 00:00', is_settled: null });
    // A payment that came in on the evening before keeps that time, although it counts from the next day.
    await put('payments', receipt('2026-01-12T00:30:00Z'));
    expect(await stored()).toMatchObject({ started: '2026-01-11 19:30', is_settled: true });
  });

  it('FED-06 pay what is open and no more; a refused one is applied when the amount is open again', async () => {
    await put('invoices', samples.invoice());
    await put('payments', samples.payment({ amount: 1000, applications: [{ invoiceKey: key('I'), amount: 1000 }] }));
    const second = samples.payment({ key: key('Z'), amount: 700, applications: [{ invoiceKey: key('I'), amount: 700 }] });
    expect(await put('payments', second)).toMatchObject(refusedWith({ 'applications.0.amount': ['Only $638.75 of the invoice is open.'] }));
    expect(await invoice(key('I'))).toMatchObject({ paid_cents: '100000', open_cents: '63875' });
    const smaller = samples.payment({ updatedAt: newer(), amount: 900, applications: [{ invoiceKey: key('I'), amount: 900 }] });
    expect(await put('payments', smaller)).toMatchObject({ released: 1 });
    expect(await invoice(key('I'))).toMatchObject({ paid_cents: '160000', open_cents: '3875' });
  });

  it('FED-04 FED-06 take nothing from each other while they are refused, and hold what their stored version holds', async () => {
    await put('invoices', samples.invoice());
    const check = (name: string, amount: number, more = {}) =>
      samples.payment({ key: key(name), amount, applications: [{ invoiceKey: key('I'), amount }], ...more });
    // The large one comes first and does not fit; the small one does, also if it has the other's number.
    const { results } = await put(
      'payments',
      check('A', 5000, { updatedAt: newer(), receiptNumber: key('N') }),
      check('B', 638.75, { receiptNumber: key('N') }),
    );
    expect(results.map(({ outcome: each }) => each)).toEqual(['refused', 'created']);
    await put('payments', check('D', 1000));
    // D keeps its 1,000 as long as its next version is refused. E follows when D is corrected.
    const wrong = check('D', 100, { updatedAt: newer(), receiptNumber: key('N') });
    expect(await put('payments', wrong, check('E', 900))).toMatchObject({
      results: [
        { outcome: 'refused' },
        { outcome: 'refused', errors: { 'applications.0.amount': ['Only $0.00 of the invoice is open.'] } },
      ],
    });
    expect(await put('payments', check('D', 100, { updatedAt: newer() }))).toMatchObject({
      released: 1,
      results: [{ outcome: 'updated' }],
    });
    expect(await invoice(key('I'))).toMatchObject({ open_cents: '0' });
    // Of two invoices for one ticket the second is billed if the first is refused.
    await put('tickets', samples.ticket({ key: key('L'), number: key('L') }));
    const bill = (name: string, more: object) => samples.invoice({ key: key(name), number: key(name), ticketKeys: [key('L')], ...more });
    const bills = await put('invoices', bill('J', { updatedAt: newer(), sales: 1, tax: 0, total: 1 }), bill('M', {}));
    expect(bills.results.map(({ outcome: each }) => each)).toEqual(['refused', 'created']);
  });

  it('FED-06 name only documents of their own customer', async () => {
    await put('invoices', samples.invoice());
    const other = { customerKey: key('D'), applications: [] };
    await put('customers', samples.customer({ key: key('D'), customerNumber: key('D'), globalCustomerNumber: key('D') }));
    const lines = [{ ticketKey: key('K'), productKey: 'MIX', description: 'Short', quantity: 1, unitPrice: 100, amount: 100 }];
    expect(await put('credits', samples.credit({ ...other, orderKey: key('O'), lines }))).toMatchObject(
      refusedWith({
        orderKey: ['The order belongs to another customer.'],
        invoiceKey: ['The invoice belongs to another customer.'],
        'lines.0.ticketKey': ['The ticket belongs to another customer.'],
      }),
    );
    expect(outcome(await put('credits', samples.credit({ ...other, updatedAt: newer(), invoiceKey: null })))).toBe('created');
  });

  it('FED-05 FED-07 FED-14 with a corrected day are in the journal as if they had come with that day', async () => {
    const journal = (name: string) =>
      rows(
        `select e.posted_on::text as day, sum(e.invoice_cents) as invoice, sum(e.account_cents) as account from ledger_entries e
         join customers c on c.id = e.customer_id where c.global_customer_number = $1 and (e.payment_id is not null or e.credit_id is not null)
         group by 1 having sum(e.invoice_cents) <> 0 or sum(e.account_cents) <> 0 order by 1`,
        [name],
      );
    const alone = async (send: (isFirst: boolean) => Promise<unknown>) => {
      own += 1;
      await put('customers', samples.customer());
      return send(false);
    };
    const credit = (date: string, on: string) => ({ date, applications: [{ invoiceKey: key('I'), amount: 109.25, on }] });
    const send = async (isFirst: boolean) => {
      const payment = (day: string) => ({ receivedOn: day, amount: 900, applications: [{ invoiceKey: key('I'), amount: 900 }] });
      await put('invoices', samples.invoice({ orderKey: null, ticketKeys: [] }));
      if (isFirst) {
        await put('payments', samples.payment(payment('2026-02-02')));
        await put('credits', samples.credit(credit('2026-02-03', '2026-02-03')));
      }
      await put('payments', samples.payment({ updatedAt: newer(), ...payment('2026-01-31') }));
      await put('credits', samples.credit({ updatedAt: newer(), ...credit('2026-01-29', '2026-01-30') }));
      return journal(`G${own}`);
    };
    const moved = await send(true);
    expect(moved).toEqual(await alone(send));
    expect(moved.map(({ day }) => day)).toEqual(['2026-01-29', '2026-01-30', '2026-01-31']);
    // What a credit pays counts from the credit's day at the earliest, so it moves with that day in either direction.
    const [early, late] = ['2026-01-20', '2026-02-05'];
    for (const [first, second] of [[late, early] as const, [early, late] as const]) {
      own += 1;
      await put('customers', samples.customer());
      const sendCredit = async (isFirst: boolean) => {
        await put('invoices', samples.invoice({ orderKey: null, ticketKeys: [], date: '2026-01-10' }));
        if (isFirst) await put('credits', samples.credit(credit(first, early)));
        await put('credits', samples.credit({ updatedAt: newer(), ...credit(second, early) }));
        return journal(`G${own}`);
      };
      const corrected = await sendCredit(true);
      expect(corrected, second).toEqual(await alone(sendCredit));
      expect(corrected, second).toEqual([{ day: second, invoice: '-10925', account: '0' }]);
    }
  });

  it('FED-02 take a receipt number in a later version, whatever it begins with', async () => {
    const numberOf = () =>
      rows('select cart_id from payments where id = (select entity_id from supply_records where key = $1)', [key('Y')]);
    const payment = (more = {}) => samples.payment({ amount: 100, applications: [], updatedAt: newer(), ...more });
    await put('payments', payment());
    const [given] = await numberOf();
    await put('payments', payment({ comments: 'Later' }));
    expect(await numberOf()).toEqual([given]);
    await put('payments', payment({ receiptNumber: key('RCP') }));
    await put('payments', payment());
    expect(await numberOf()).toEqual([{ cart_id: key('RCP') }]);
  });

  it('FED-06 have the codes and messages of the portal', async () => {
    await put('invoices', samples.invoice());
    const statuses = [
      ['settled', { result_code: PAID_CODE, status_message: STORED_STATUS.received }],
      ['pending', { result_code: PENDING_CODE, status_message: STORED_STATUS.waitingForBank }],
      ['failed', { result_code: FAILED_CODES.declined, status_message: STORED_STATUS.declinedOutside }],
      ['returned', { result_code: FAILED_CODES.returned, status_message: STORED_STATUS.returnedOutside }],
    ] as const;
    for (const [status, stored] of statuses) {
      const payment = samples.payment({
        receiptNumber: key('RN'),
        updatedAt: newer(),
        status,
        returnedAt: status === 'returned' ? newer() : null,
      });
      expect(outcome(await put('payments', payment))).toMatch(/created|updated/);
      expect(await rows('select result_code, status_message from payments where cart_id = $1', [key('RN')])).toEqual([stored]);
    }
  });

  it('FED-05 wait for their invoices, move to others and leave the rest on the account', async () => {
    const both = samples.payment({ amount: 2000, applications: [{ invoiceKey: key('I'), amount: 1618.75, discount: 20 }] });
    expect(await put('payments', both)).toMatchObject({
      results: [{ outcome: 'waiting', waitsFor: [{ resource: 'invoices', key: key('I') }] }],
    });
    expect(await put('credits', samples.credit())).toMatchObject({ results: [{ outcome: 'waiting' }] });
    expect(await put('invoices', samples.invoice())).toMatchObject({ released: 1 });
    // The payment takes it all, so the credit has to be for another invoice.
    expect(await invoice(key('I'))).toMatchObject({ open_cents: expect.stringMatching(/^(0|152950)$/) });
    expect(await rows('select state from supply_records where key = any($1) order by key', [[key('R'), key('Y')]])).toContainEqual({
      state: 'refused',
    });
  });

  it('FED-05 a payment that moves to a later invoice frees the one it leaves', async () => {
    await put('tickets', samples.ticket({ key: key('L'), number: key('L') }));
    await put('invoices', samples.invoice());
    await put('payments', samples.payment());
    const waiting = samples.payment({ key: key('Z') });
    expect(outcome(await put('payments', waiting))).toBe('refused');
    const moved = samples.payment({ updatedAt: newer(), applications: [{ invoiceKey: key('J'), amount: 1638.75 }] });
    expect(outcome(await put('payments', moved))).toBe('waiting');
    expect(await put('invoices', samples.invoice({ key: key('J'), number: key('J'), ticketKeys: [key('L')] }))).toMatchObject({
      released: 2,
    });
    expect([await invoice(key('I')), await invoice(key('J'))]).toMatchObject([{ open_cents: '0' }, { open_cents: '0' }]);
  });

  it('FED-06 cannot move to another customer, nor can invoices, because ledger and issued statements name the first one', async () => {
    const other = { key: key('D'), customerNumber: `${own}0`, globalCustomerNumber: `G${own}0` };
    await put('customers', samples.customer(other));
    await put('invoices', samples.invoice());
    await put('credits', samples.credit());
    await put('payments', samples.payment({ amount: 100, applications: [] }));
    const moved = { customerKey: key('D'), updatedAt: newer(), applications: [] };
    const refusal = refusedWith({ customerKey: [expect.stringMatching(/^It stays with its customer/)] });
    expect(await put('payments', samples.payment({ amount: 100, ...moved }))).toMatchObject(refusal);
    expect(await put('credits', samples.credit({ ...moved, invoiceKey: null }))).toMatchObject(refusal);
    const { applications: _, ...movedInvoice } = moved;
    expect(await put('invoices', samples.invoice({ ...movedInvoice, ticketKeys: [], orderKey: null }))).toMatchObject(refusal);
    for (const table of ['invoices', 'credits', 'payments']) {
      const move = rows(
        `update ${table} set customer_id = (select id from customers where customer_number = $1) where customer_id =
        (select id from customers where customer_number = $2)`,
        [other.customerNumber, `${own}`],
      );
      await expect(move, table).rejects.toMatchObject({ constraint: 'document_keeps_customer' });
    }
  });

  it('FED-06 a credit reduces what is open, and a voided credit does not', async () => {
    await put('invoices', samples.invoice());
    await put('credits', samples.credit());
    expect(await invoice(key('I'))).toMatchObject({ credited_cents: '10925', open_cents: '152950' });
    await put('credits', samples.credit({ updatedAt: newer(), applications: [], voidedOn: '2026-01-20', voidReason: 'Mistake' }));
    expect(await invoice(key('I'))).toMatchObject({ credited_cents: '0', open_cents: '163875' });
  });
});
