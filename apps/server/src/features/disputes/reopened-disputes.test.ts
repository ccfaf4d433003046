import { answerDispute, closeDispute } from '@yardage/contract/desk-disputes';
import { type DisputeDetail, getInvoiceReview, type InvoiceReview, openDispute, replyToDispute } from '@yardage/contract/disputes';
import { listInvoices } from '@yardage/contract/invoices';
import { centsOf } from '@yardage/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const PAYABLES = 'payables@example.com';
const CREDIT = 'credit@example.com';
let app: TestApp;
let params: { globalCustomerNumber: string };
let invoices: string[];

beforeAll(async () => {
  app = await openTestApp();
  const [own] = (await customersOf(app.database, PAYABLES)) as [TestCustomer];
  params = { globalCustomerNumber: own.globalCustomerNumber };
  const query = { due: 'open', pageSize: 10, sortDesc: false };
  const { items } = (await app.call(listInvoices, { as: PAYABLES, params, query })).body as { items: { documentNumber: string }[] };
  invoices = items.map(({ documentNumber }) => documentNumber);
});
afterAll(() => app?.close());

const review = async (documentNumber: string) =>
  (await app.call(getInvoiceReview, { as: PAYABLES, params: { ...params, documentNumber } })).body as InvoiceReview;
const open = async (documentNumber: string, cents: number, line: object = {}) => {
  const body = { documentNumber, reason: 'other', amount: cents / 100, note: 'Wrong', ...line };
  return (await app.call(openDispute, { as: PAYABLES, params, body })).body as DisputeDetail;
};
const answer = (id: number, version: number, outcome: string) =>
  app.call(answerDispute, { as: CREDIT, params: { id }, body: { outcome, message: 'We looked.', version } });
const reply = (id: number) =>
  app.call(replyToDispute, { as: PAYABLES, params: { ...params, id }, body: { message: 'See the quote.' }, files: [] });

/** Declines a dispute of a line, and then disputes the invoice except for some cents. */
async function declineAndDisputeRest(leftCents: number) {
  const documentNumber = invoices.pop() ?? '';
  const { salesAmount, taxAmount, lines } = await review(documentNumber);
  const totalCents = centsOf(salesAmount) + centsOf(taxAmount);
  const { ticketId, lineNumber } = lines[0] ?? {};
  const declined = await open(documentNumber, 1000, { ticketId, lineNumber });
  expect((await answer(declined.id, 0, 'declined')).status).toBe(200);
  const rest = await open(documentNumber, totalCents - leftCents);
  return { documentNumber, totalCents, declined, rest };
}

describe('a dispute that was declined', () => {
  it('APY-03 is not reopened, by a message or an answer, if other disputes leave less of the invoice than its amount', async () => {
    const { documentNumber, totalCents, declined, rest } = await declineAndDisputeRest(400);
    const refused = [await reply(declined.id), await answer(declined.id, 1, 'credit-promised')];
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    for (const { body } of refused) expect(body.detail).toMatch(/is about \$10\.00, but .* leave only \$4\.00 of the invoice/);
    expect(centsOf((await review(documentNumber)).disputedAmount)).toBe(totalCents - 400);
    // What is over makes room.
    await app.call(closeDispute, { as: CREDIT, params: { id: rest.id }, body: { message: 'Settled.', version: 0 } });
    expect((await reply(declined.id)).body).toMatchObject({ state: 'open', amount: 10 });
    expect((await review(documentNumber)).disputedAmount).toBe(10);
  });

  it('APY-03 is not reopened if nothing of the invoice is left, and can be declined again', async () => {
    const { documentNumber, totalCents, declined } = await declineAndDisputeRest(0);
    const refused = await reply(declined.id);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/leave nothing of this invoice/)]);
    expect((await answer(declined.id, 1, 'declined')).status).toBe(200);
    expect(centsOf((await review(documentNumber)).disputedAmount)).toBe(totalCents);
  });

  it('APY-03 is reopened if exactly its amount is left', async () => {
    const { documentNumber, totalCents, declined } = await declineAndDisputeRest(1000);
    expect((await reply(declined.id)).body).toMatchObject({ state: 'open' });
    expect(centsOf((await review(documentNumber)).disputedAmount)).toBe(totalCents);
  });
});
