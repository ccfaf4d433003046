import { listAlertFollows } from '@yardage/contract/alerts';
import { listPacks } from '@yardage/contract/close-out-packs';
import { listDeskDisputes } from '@yardage/contract/desk-disputes';
import { listPlannedPayments } from '@yardage/contract/planned-payments';
import { listSavedMethods } from '@yardage/contract/saved-methods';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { Clerk, callAs, untilClosed } from './clerk.ts';

const PAYABLES = 'payables@example.com';

let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, PAYABLES)) as [TestCustomer];
});
afterAll(() => app?.close());

describe('the clerk of the demo', () => {
  it('APY-03 APY-05 APY-06 APY-10 leaves something to see on the pages about payables, once', async () => {
    const startAgain = () => new Clerk(callAs(app.http, app.config.subscriptionKey, (email) => app.token(email)));
    await startAgain().round(Date.now());
    await startAgain().round(Date.now());

    const params = { globalCustomerNumber: own.globalCustomerNumber };
    const read = async (endpoint: Parameters<TestApp['call']>[0], email = PAYABLES) =>
      (await app.call(endpoint, { as: email, ...(endpoint === listDeskDisputes ? {} : { params }) })).body;
    expect(await read(listSavedMethods)).toMatchObject([{ name: 'Company card' }, { name: 'Operating account', uses: 1 }]);
    expect(await read(listPlannedPayments)).toMatchObject([{ state: 'planned', invoices: [{}, {}] }]);
    expect((await read(listDeskDisputes, 'credit@example.com')).items).toMatchObject([{ reason: 'quantity', state: 'open' }]);
    expect(await read(listPacks)).toHaveLength(1);
    expect(await read(listAlertFollows, 'owner@example.com')).toMatchObject([{ orderId: null }]);
  });

  it('ends without a failure when the server stops while it works', async () => {
    const stopped = Fastify();
    await stopped.close();
    const round = () => new Clerk(callAs(stopped, 'key', async () => 'token')).round(Date.now());
    await expect(round()).rejects.toThrow('already been closed');
    await expect(untilClosed(round())).resolves.toBeUndefined();
    await expect(untilClosed(Promise.reject(new Error('another cause')))).rejects.toThrow('another cause');
  });
});
