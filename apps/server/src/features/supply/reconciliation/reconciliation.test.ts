import { listDeskDifferences, listDifferences, putControlTotals } from '@yardage/contract/control-totals';
import { putSupply } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

let app: TestApp;
const DAY = '2026-01-06';

beforeAll(async () => {
  app = await openTestApp();
  for (const resource of SUPPLY_RESOURCE_NAMES) {
    if (resource === 'payments' || resource === 'credits') continue;
    const records = [sampleRecord[resource]()];
    const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
    const answer = await app.call(putSupply[resource], { as: SERVICE, body });
    expect(answer.body.results, resource).toMatchObject([{ outcome: 'created' }]);
  }
});
afterAll(() => app?.close());

const send = async (totals: object) =>
  (await app.call(putControlTotals, { as: SERVICE, body: { dataSource: SAMPLE_SOURCE, ...totals } })).body;
const differences = async () => (await app.call(listDifferences, { as: SERVICE, query: { dataSource: SAMPLE_SOURCE } })).body.items;

describe('control totals', () => {
  const invoice = sampleRecord.invoices();
  const ticket = sampleRecord.tickets();

  it('FED-12 agree with what was delivered', async () => {
    const totals = {
      openInvoices: [{ customerKey: 'C1', count: 1, amount: invoice.total, invoices: [{ key: invoice.key, open: invoice.total }] }],
      tickets: [{ day: DAY, count: 1, quantity: ticket.quantity, tickets: [{ key: ticket.key, quantity: ticket.quantity }] }],
    };
    expect(await send(totals)).toEqual({ compared: 2, differences: 0 });
    expect(await differences()).toEqual([]);
  });

  it('FED-12 list the records that differ, on either side, until they agree', async () => {
    const totals = {
      openInvoices: [{ customerKey: 'C1', count: 2, amount: 100, invoices: [{ key: 'unknown', open: 100 }] }],
      tickets: [
        { day: DAY, count: 1, quantity: 9, tickets: [{ key: ticket.key, quantity: 9 }] },
        { day: '2026-01-07', count: 1, quantity: 4 },
      ],
    };
    expect(await send(totals)).toEqual({ compared: 3, differences: 8 });
    const expected = [
      { kind: 'open-invoices', subject: 'C1', measure: 'count', key: null, theirs: 2, ours: 1 },
      { kind: 'open-invoices', subject: 'C1', measure: 'amount', key: null, theirs: 100, ours: invoice.total },
      { kind: 'open-invoices', subject: 'C1', measure: 'amount', key: 'unknown', theirs: 100, ours: null },
      { kind: 'open-invoices', subject: 'C1', measure: 'amount', key: invoice.key, theirs: null, ours: invoice.total },
      { kind: 'tickets', subject: DAY, measure: 'quantity', key: null, theirs: 9, ours: ticket.quantity },
      { kind: 'tickets', subject: DAY, measure: 'quantity', key: ticket.key, theirs: 9, ours: ticket.quantity },
      { kind: 'tickets', subject: '2026-01-07', measure: 'count', key: null, theirs: 1, ours: 0 },
      { kind: 'tickets', subject: '2026-01-07', measure: 'quantity', key: null, theirs: 4, ours: 0 },
    ];
    expect(await differences()).toMatchObject(expected);
    const { body } = await app.call(listDeskDifferences, { as: 'desk@example.com', query: { limit: 3 } });
    expect(body).toMatchObject({ total: 8, next: expect.any(Number), items: expected.slice(0, 3) });
    await send({ tickets: [{ day: DAY, count: 1, quantity: ticket.quantity }] });
    expect(await differences()).toHaveLength(6);
  });

  it('FED-12 that are complete also concern customers who are not named, and what was found about them before', async () => {
    await send({ openInvoices: [{ customerKey: 'gone', count: 1, amount: 5 }] });
    expect(await send({ isComplete: true, openInvoices: [] })).toEqual({ compared: 1, differences: 3 });
    expect((await differences()).filter(({ kind }: { kind: string }) => kind === 'open-invoices')).toMatchObject([
      { subject: 'C1', measure: 'count', key: null, theirs: 0, ours: 1 },
      { subject: 'C1', measure: 'amount', key: null, theirs: 0, ours: invoice.total },
      { subject: 'C1', measure: 'amount', key: invoice.key, theirs: null, ours: invoice.total },
    ]);
    const openInvoices = [{ customerKey: 'C1', count: 1, amount: invoice.total }];
    expect(await send({ isComplete: true, openInvoices })).toEqual({ compared: 1, differences: 0 });
  });
});
