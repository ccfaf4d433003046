import { type DisputeSummary, getInvoiceReview, openDispute, type ReviewFinding } from '@yardage/contract/disputes';
import { listInvoices } from '@yardage/contract/invoices';
import { putSupply } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

const ADA = 'ada@ridge.example';
let app: TestApp;
let round = 0;

/** Each test has its own account, because the records of a data source stay. */
beforeEach(async () => {
  app ??= await openTestApp({ world: 'empty' });
  if (round === 0) {
    for (const resource of SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('tickets')))
      await put(resource, sampleRecord[resource]());
  }
  round += 1;
  await put(
    'tickets',
    sampleRecord.tickets(own({ number: `11000${round}` })),
    sampleRecord.tickets(own({ key: second(), number: `22000${round}` })),
  );
  const amounts = { sales: 3000, tax: 277.5, total: 3277.5 };
  await put('invoices', sampleRecord.invoices({ key: `I${round}`, number: invoice(), ticketKeys: [first(), second()], ...amounts }));
});
afterAll(() => app?.close());

const first = () => `K${round}`;
const second = () => `L${round}`;
const invoice = () => `90000${round}`;
const own = <T extends object>(more: T) => ({ key: first(), ...more });
const put = async (resource: SupplyResource, ...records: unknown[]) => {
  const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
  const answer = await app.call(putSupply[resource], { as: SERVICE, body });
  expect(answer.body.counts.refused, JSON.stringify(answer.body.results)).toBe(0);
};
const params = { globalCustomerNumber: 'G1001' };
const review = async () =>
  (await app.call(getInvoiceReview, { as: ADA, params: { ...params, documentNumber: invoice() } })).body as {
    disputes: DisputeSummary[];
    findings: ReviewFinding[];
    lines: { ticketId: number; lineNumber: number }[];
  };
const dispute = async (line: number | null, amount = 50) => {
  const place = line === null ? {} : (await review()).lines[line];
  const { ticketId, lineNumber } = (place ?? {}) as { ticketId?: number; lineNumber?: number };
  const body = { documentNumber: invoice(), reason: 'other', amount, note: 'Wrong', ...(ticketId && { ticketId, lineNumber }) };
  const answer = await app.call(openDispute, { as: ADA, params, body, files: [] });
  expect(answer.status, answer.text).toBe(200);
};
const promise = () =>
  app.database.transaction('system', ({ client }) =>
    client.query(`update disputes set state = 'answered', outcome = 'credit-promised' where state = 'open'`),
  );
/** The states of the disputes, oldest first, with the credit that closed each. */
const states = async () => (await review()).disputes.toReversed().map(({ state, creditNumber }) => [state, creditNumber]);
const credit = (more: object) =>
  put('credits', sampleRecord.credits({ key: `R${round}`, number: `CM${round}`, invoiceKey: `I${round}`, applications: [], ...more }));
const bare = { lines: [] };

describe('a credit that arrives', () => {
  it('APY-03 closes the dispute of the ticket that it names, whatever was answered, and no other', async () => {
    await dispute(0);
    await dispute(1);
    await credit({ lines: [{ ticketKey: first(), productKey: 'MIX', description: 'Short', quantity: 1, unitPrice: 100, amount: 100 }] });
    expect(await states()).toEqual([
      ['closed', `CM${round}`],
      ['open', null],
    ]);
  });

  it('APY-03 leaves a dispute open that was opened after it, when it is sent again, and closes that of a line it adds', async () => {
    const line = { productKey: 'MIX', description: 'Short', quantity: 1, unitPrice: 100, amount: 100 };
    await dispute(0);
    await credit({ lines: [{ ...line, ticketKey: first() }] });
    await dispute(0, 20);
    await dispute(1);
    await credit({ lines: [{ ...line, ticketKey: first() }], reason: 'Posted', updatedAt: '2026-01-06T12:00:00Z' });
    expect((await states()).map(([state]) => state)).toEqual(['closed', 'open', 'open']);
    const half = { ...line, unitPrice: 50, amount: 50 };
    const lines = [first(), second()].map((ticketKey) => ({ ...half, ticketKey }));
    await credit({ lines, updatedAt: '2026-01-07T12:00:00Z' });
    expect((await states()).map(([state]) => state)).toEqual(['closed', 'open', 'closed']);
  });

  it('APY-03 closes promised disputes as far as it goes if it names no ticket, once', async () => {
    await dispute(0, 100);
    await dispute(1, 100);
    await credit({ ...bare, sales: 50, tax: 0, total: 50 });
    expect(await states()).toEqual([
      ['open', null],
      ['open', null],
    ]);
    await promise();
    // The same credit sent again, as systems do.
    await credit({ ...bare, sales: 50, tax: 0, total: 50, reason: 'Corrected', updatedAt: '2026-01-06T12:00:00Z' });
    expect(await states()).toEqual([
      ['closed', `CM${round}`],
      ['answered', null],
    ]);
    await credit({ ...bare, sales: 50, tax: 0, total: 50, reason: 'Corrected again', updatedAt: '2026-01-07T12:00:00Z' });
    expect((await states())[1]).toEqual(['answered', null]);
    await credit({ ...bare, key: `S${round}`, number: `CN${round}`, sales: 50, tax: 0, total: 50 });
    expect((await states())[1]).toEqual(['closed', `CN${round}`]);
  });

  it('APY-03 closes a promised dispute each, if two credits that name no ticket arrive together', async () => {
    await dispute(0, 100);
    await dispute(1, 100);
    await promise();
    const half = { ...bare, invoiceKey: `I${round}`, applications: [], sales: 100, tax: 0, total: 100 };
    const numbers = [`CM${round}`, `CN${round}`];
    await put('credits', ...numbers.map((number) => sampleRecord.credits({ ...half, key: `T${number}`, number })));
    const closed = await states();
    expect(closed.map(([state]) => state)).toEqual(['closed', 'closed']);
    expect(closed.map(([, number]) => number).toSorted()).toEqual(numbers);
  });

  it('APY-03 closes the disputes of an invoice that becomes void', async () => {
    await dispute(null, 10);
    await put(
      'invoices',
      sampleRecord.invoices({
        ...{ key: `I${round}`, number: invoice(), ticketKeys: [first(), second()], sales: 3000, tax: 277.5, total: 3277.5 },
        ...{ voidedOn: '2026-01-10', voidReason: 'Wrong customer', updatedAt: '2026-01-10T12:00:00Z' },
      }),
    );
    expect(await states()).toEqual([['closed', null]]);
  });
});

describe('the review of an invoice', () => {
  it('APY-08 compares with the quote after its adjustment, and marks what the supplier sends wrong', async () => {
    expect((await review()).findings).toEqual([]);
    await put('tickets', sampleRecord.tickets(own({ number: `11000${round}`, quantity: 9.5, updatedAt: '2026-01-08T12:00:00Z' })));
    expect((await review()).findings).toMatchObject([{ kind: 'quantity', billed: 10, agreed: 9.5, difference: 75 }]);
    await put('quotes', sampleRecord.quotes({ startDate: '2025-01-05', priceAdjustment: 5, updatedAt: `2026-02-0${round}T12:00:00Z` }));
    const { findings } = await review();
    expect(findings.filter(({ kind }) => kind === 'price')).toMatchObject(
      [0, 1].map(() => ({ billed: 150, agreed: 155, difference: -50, source: 'quote', quoteNumber: 'Q5001' })),
    );
    await put('quotes', sampleRecord.quotes({ updatedAt: `2026-03-0${round}T12:00:00Z` }));
    await put('tickets', sampleRecord.tickets(own({ number: `22000${round}`, updatedAt: '2026-01-09T12:00:00Z' })));
    expect((await review()).findings.map(({ kind, otherInvoice }) => [kind, otherInvoice])).toEqual([['billed-twice', null]]);
  });
});

describe('an invoice that differs', () => {
  const needsAttention = async () => {
    const { body } = await app.call(listInvoices, { as: ADA, params, query: { review: 'attention', pageSize: 100 } });
    return (body.items as { documentNumber: string }[]).some(({ documentNumber }) => documentNumber === invoice());
  };
  const shorten = () =>
    put('tickets', sampleRecord.tickets(own({ number: `11000${round}`, quantity: 9.5, updatedAt: '2026-01-08T12:00:00Z' })));
  const creditOf = (amount: number, more: object = {}) => credit({ ...bare, sales: amount, tax: 0, total: amount, ...more });

  it('APY-08 APY-03 needs attention again after a credit of a part, or one that became void, and none after one that covers it', async () => {
    await shorten();
    expect(await needsAttention()).toBe(true);
    await dispute(0, 75);
    await promise();
    expect(await needsAttention()).toBe(false);
    await creditOf(50);
    expect((await review()).disputes).toMatchObject([{ state: 'closed', isSettled: false }]);
    expect(await needsAttention()).toBe(true);

    await dispute(0, 25);
    await promise();
    expect(await needsAttention()).toBe(false);
    const rest = { key: `S${round}`, number: `CN${round}` };
    await creditOf(25, rest);
    expect((await review()).disputes).toMatchObject([
      { state: 'closed', isSettled: true },
      { state: 'closed', isSettled: false },
    ]);
    expect(await needsAttention()).toBe(false);
    await creditOf(25, { ...rest, voidedOn: '2026-01-20', voidReason: 'Wrong', updatedAt: '2026-01-20T12:00:00Z' });
    expect(await needsAttention()).toBe(true);
  });
});
