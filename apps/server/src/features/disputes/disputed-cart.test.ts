import { addToCart, changeCart, getCart, removeFromCart } from '@yardage/contract/carts';
import { answerDispute, closeDispute } from '@yardage/contract/desk-disputes';
import {
  type DisputeDetail,
  getInvoiceReview,
  getReviewOverview,
  type InvoiceReview,
  openDispute,
  type ReviewedLine,
  replyToDispute,
  withdrawDispute,
} from '@yardage/contract/disputes';
import type { Answer } from '@yardage/contract/endpoint';
import { listInvoices } from '@yardage/contract/invoices';
import { dayAt } from '@yardage/domain/dates';
import { centsOf } from '@yardage/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerBooks } from '#server/testing/ledger-books';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const PAYABLES = 'payables@example.com';
const CREDIT = 'credit@example.com';
let app: TestApp;
let own: TestCustomer;
let params: { globalCustomerNumber: string };
/** Open invoices with their lines; each test takes its own. */
let invoices: string[];

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, PAYABLES)) as [TestCustomer];
  params = { globalCustomerNumber: own.globalCustomerNumber };
  const query = { due: 'open', pageSize: 100, sortDesc: false };
  const { items } = (await app.call(listInvoices, { as: PAYABLES, params, query })).body as { items: { documentNumber: string }[] };
  invoices = items.map(({ documentNumber }) => documentNumber);
});
afterAll(() => app?.close());

const nextInvoice = () => invoices.pop() ?? '';
const review = async (documentNumber: string) =>
  (await app.call(getInvoiceReview, { as: PAYABLES, params: { ...params, documentNumber } })).body as InvoiceReview;
const firstLine = async (documentNumber: string) => (await review(documentNumber)).lines[0] as ReviewedLine;
const open = (body: object) => app.call(openDispute, { as: PAYABLES, params, body });
const answer = (id: number, version: number, over: object = {}) =>
  app.call(answerDispute, { as: CREDIT, params: { id }, body: { outcome: 'declined', message: 'The price is right.', version, ...over } });
const withdraw = (id: number, version: number) => app.call(withdrawDispute, { as: PAYABLES, params: { ...params, id }, body: { version } });

describe('a disputed invoice in the cart', () => {
  const cartParams = () => ({ as: PAYABLES, params });
  const add = async (documentNumber: string) => {
    await app.call(addToCart, { ...cartParams(), body: { invoiceNumbers: [documentNumber] } });
    return amountOf(documentNumber);
  };
  const amountOf = async (documentNumber: string) => {
    const { invoices: lines } = (await app.call(getCart, cartParams())).body as {
      invoices: { invoiceNumber: string; invoiceAmount: number }[];
    };
    return centsOf(lines.find(({ invoiceNumber }) => invoiceNumber === documentNumber)?.invoiceAmount ?? 0);
  };

  it('APY-03 APY-02 leaves what is disputed out of the cart, where the payer can add it again', async () => {
    const [there, later] = [nextInvoice(), nextInvoice()];
    const whole = await add(there);
    for (const documentNumber of [there, later]) await open({ documentNumber, reason: 'other', amount: 12.34, note: 'Part of it' });
    expect(await amountOf(there)).toBe(whole - 1234);
    const [{ ticketId, lineNumber }] = (await review(there)).lines as [ReviewedLine];
    await open({ documentNumber: there, ticketId, lineNumber, reason: 'other', amount: 1, note: 'Another part' });
    expect(await amountOf(there)).toBe(whole - 1334);
    const { undisputedAmount } = await review(later);
    expect(await add(later)).toBe(centsOf(undisputedAmount));
    // The list says before what goes into the cart.
    const { marks } = (await app.call(getReviewOverview, { as: PAYABLES, params })).body as Answer<typeof getReviewOverview>;
    const { invoices: inCart } = (await app.call(getCart, cartParams())).body as Answer<typeof getCart>;
    expect(marks.find(({ documentNumber }) => documentNumber === later)?.cartAmount).toBe(
      inCart.find(({ invoiceNumber }) => invoiceNumber === later)?.amountWithDiscount,
    );
    await app.call(removeFromCart, { ...cartParams(), body: { invoiceNumbers: [there, later] } });
    const body = { invoiceNumbers: [there], amounts: { [there]: whole / 100 } };
    await app.call(addToCart, { ...cartParams(), body });
    expect(await amountOf(there)).toBe(whole);
    // Nothing undisputed is left: the invoice leaves the cart.
    const all = nextInvoice();
    expect(await add(all)).toBeGreaterThan(0);
    const { salesAmount, taxAmount } = await review(all);
    await open({ documentNumber: all, reason: 'other', amount: (centsOf(salesAmount) + centsOf(taxAmount)) / 100, note: 'All of it' });
    expect(await amountOf(all)).toBe(0);
  });

  it('APY-03 returns what is no longer held back to the cart, one dispute at a time, unless the payer typed a part', async () => {
    const [left, typed] = [nextInvoice(), nextInvoice()];
    const dispute = async (documentNumber: string, body: object = {}) =>
      (await open({ documentNumber, reason: 'other', amount: 12.34, note: 'Part of it', ...body })).body as DisputeDetail;
    const [whole, wholeTyped] = [await add(left), await add(typed)];
    const { ticketId, lineNumber } = await firstLine(left);
    const [first, second] = [await dispute(left), await dispute(left, { ticketId, lineNumber, amount: 1 })];
    expect(await amountOf(left)).toBe(whole - 1334);
    await answer(first.id, 0);
    expect(await amountOf(left)).toBe(whole - 100);
    // A message reopens a declined dispute, so its amount leaves the cart again.
    await app.call(replyToDispute, { as: PAYABLES, params: { ...params, id: first.id }, body: { message: 'No.' }, files: [] });
    expect(await amountOf(left)).toBe(whole - 1334);
    await withdraw(second.id, 0);
    expect(await amountOf(left)).toBe(whole - 1234);
    await app.call(closeDispute, { as: CREDIT, params: { id: first.id }, body: { message: 'Settled.', version: 2 } });
    expect(await amountOf(left)).toBe(whole);
    // Two that are declined at once.
    const both = [await dispute(left, { ticketId, lineNumber }), await dispute(left, { amount: 1 })];
    expect(await amountOf(left)).toBe(whole - 1334);
    await Promise.all(both.map(({ id }) => answer(id, 0)));
    expect(await amountOf(left)).toBe(whole);
    // A credit that is only promised keeps the amount out.
    const part = await dispute(typed);
    await answer(part.id, 0, { outcome: 'credit-promised' });
    expect(await amountOf(typed)).toBe(wholeTyped - 1234);
    await app.call(changeCart, { ...cartParams(), body: { invoices: [{ invoiceNumber: typed, amount: 5 }] } });
    await answer(part.id, 1);
    expect(await amountOf(typed)).toBe(500);
    await app.call(removeFromCart, { ...cartParams(), body: { invoiceNumbers: [left, typed] } });
  });

  it('APY-03 APY-02 keeps what is disputed out of the cart after a payment from elsewhere, and the invoice if nothing else is left', async () => {
    const books = ledgerBooks(app.database, own.customerId);
    const today = dayAt(new Date(), 'America/New_York');
    const id = await books.invoice(today, 10_000);
    const documentNumber = await books.numberOf(id);
    const { id: disputeId } = (await open({ documentNumber, reason: 'other', amount: 20, note: 'Part of it' })).body as DisputeDetail;
    expect(await add(documentNumber)).toBe(8000);
    const pay = async (cents: number) => books.apply(today, { paymentId: await books.receipt(today, cents) }, id, cents);
    await pay(3000);
    expect(await amountOf(documentNumber)).toBe(5000);
    await pay(5000);
    expect(await amountOf(documentNumber)).toBe(0);
    // The payer can still add what is disputed, by adding the invoice again.
    expect(await add(documentNumber)).toBe(2000);
    await withdraw(disputeId, 0);
    expect(await amountOf(documentNumber)).toBe(2000);
    await app.call(removeFromCart, { ...cartParams(), body: { invoiceNumbers: [documentNumber] } });
  });
});
