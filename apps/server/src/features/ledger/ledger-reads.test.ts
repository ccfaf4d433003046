import { addToCart, type Cart, getCart } from '@yardage/contract/carts';
import { type CustomerSummary, getCustomerSummary, getPossibleDiscounts } from '@yardage/contract/dashboard';
import { getInvoice, getInvoicePdf, type InvoiceDetail, type InvoiceRow, type InvoiceSums, listInvoices } from '@yardage/contract/invoices';
import {
  type CartHistoryRow,
  type InvoiceHistoryRow,
  type InvoiceHistorySums,
  listCartHistory,
  listInvoiceHistory,
} from '@yardage/contract/payments';
import { addDays, dayAt } from '@yardage/domain/dates';
import { invoiceStatusLabel } from '@yardage/domain/payment-status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { untilDayIsLong } from '#server/testing/day-left';
import { ledgerBooks } from '#server/testing/ledger-books';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
/** An account on which nothing ever happened. */
let account: TestCustomer;
let books: ReturnType<typeof ledgerBooks>;
let desk: ReturnType<typeof paymentDesk>;
let today: string;
let tomorrow: string;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  account = (await customersOf(app.database, OWNER)).at(-1) as TestCustomer;
  books = ledgerBooks(app.database, account.customerId);
  desk = paymentDesk(app, account, OWNER);
  await untilDayIsLong('America/New_York');
  today = dayAt(new Date(), 'America/New_York');
  // A day may have 23 or 25 hours.
  tomorrow = addDays(today, 1);
});
afterAll(() => app?.close());

const params = () => ({ globalCustomerNumber: account.globalCustomerNumber });
const list = async (query: Record<string, string> = {}) =>
  (await app.call(listInvoices, { as: OWNER, params: params(), query })).body as { items: InvoiceRow[]; sums: InvoiceSums };
const detail = async (documentNumber: string, as = OWNER) =>
  (await app.call(getInvoice, { as, params: { ...params(), documentNumber } })).body as InvoiceDetail;
const pdfWords = async (documentNumber: string) => {
  const { body } = await app.call(getInvoicePdf, { as: OWNER, params: { ...params(), documentNumber } });
  return wordsOfPdf(Buffer.from((body as { data: string }).data, 'base64'));
};
const add = (...invoiceNumbers: string[]) => app.call(addToCart, { as: OWNER, params: params(), body: { invoiceNumbers } });
const cart = async () => (await app.call(getCart, { as: OWNER, params: params() })).body as Cart;

describe('an invoice with several applications', () => {
  it('APY-02 INV-06 INV-08 is partly paid: what was applied is listed, the rest is open, on screen and on paper', async () => {
    const id = await books.invoice('2026-03-02', 100_000);
    const number = await books.numberOf(id);
    const [check, ach] = [await books.receipt('2026-03-10', 30_000), await books.receipt('2026-03-12', 50_000, 'ACH')];
    await books.apply('2026-03-10', { paymentId: check }, id, 30_000, 1_000);
    await books.apply('2026-03-12', { paymentId: ach }, id, 20_000);
    const credit = await books.credit('2026-03-14', 5_000);
    await books.apply('2026-03-15', { creditId: credit }, id, 5_000);

    const invoice = await detail(number);
    expect(invoice).toMatchObject({ paymentResult: 0, paidAmount: 500, creditedAmount: 50, discountTakenAmount: 10, currentAmount: 440 });
    expect(invoiceStatusLabel(invoice)).toBe('Partly paid');
    expect(
      invoice.applications?.map(({ appliedDate, method, amount, discountAmount }) => [appliedDate, method, amount, discountAmount]),
    ).toEqual([
      ['2026-03-10', 'Check', 300, 10],
      ['2026-03-12', 'ACH', 200, 0],
      ['2026-03-15', 'Credit', 50, 0],
    ]);
    const { items, sums } = await list({ due: 'open' });
    expect(items.find(({ documentNumber }) => documentNumber === number)).toMatchObject({
      paidAmount: 500,
      currentAmount: 440,
      voidedDate: null,
    });
    expect(sums).toMatchObject({ invoiceAmount: 1000, currentAmount: 440, unappliedAmount: 300 });
    const summary = (await app.call(getCustomerSummary, { as: OWNER, params: params() })).body as CustomerSummary;
    expect(summary).toMatchObject({ balanceAmount: 140, unappliedAmount: 300 });

    const words = await pdfWords(number);
    for (const word of ['Partly paid', 'Payments and credits', 'Check', 'ACH', 'Credit', '$440.00']) expect(words).toContain(word);

    const history = (await app.call(listInvoiceHistory, { as: OWNER, params: params(), query: { invoiceDocumentNumber: number } }))
      .body as {
      items: InvoiceHistoryRow[];
      sums: InvoiceHistorySums;
    };
    expect(history.items.map((row) => [row.paymentMethod, row.amountWithDiscount])).toEqual([
      ['Credit', 50],
      ['ACH', 200],
      ['Check', 300],
    ]);
    expect(history.sums).toEqual({ paidAmount: 500, creditedAmount: 50, discountTakenAmount: 10, pendingAmount: 0 });
  });

  it('INV-12 hides the applications from users without the history permission', async () => {
    const [{ documentNumber }] = (await list()).items as [InvoiceRow];
    expect((await detail(documentNumber, 'manager@example.com')).applications ?? null).toBeNull();
  });

  it('HIS-03 has its payments from outside the portal in the history, with method, reference and the amount on account', async () => {
    const { items } = (await app.call(listCartHistory, { as: OWNER, params: params() })).body as { items: CartHistoryRow[] };
    expect(items.map((row) => [row.paymentDate, row.paymentMethod, row.totalAmountWithDiscount, row.onAccountAmount])).toEqual([
      ['2026-03-12', 'ACH', 500, 300],
      ['2026-03-10', 'Check', 300, 0],
    ]);
    expect(items[0]?.paymentId).toMatch(/^CK/);
    const { cartData, metadata } = await desk.outcome(items[0]?.cartId ?? '');
    expect(cartData).toMatchObject({ totalAmountWithDiscount: 500, onAccountAmount: 300 });
    expect(metadata.invoices.map(({ amountWithDiscount }) => amountWithDiscount)).toEqual([200]);
  });

  it('FED-08 stays in the list when it is void, and counts nowhere', async () => {
    const id = await books.invoice('2026-03-20', 70_000);
    const number = await books.numberOf(id);
    const before = await list();
    await books.voidInvoice('2026-03-21', id);
    const { items, sums } = await list();
    const row = items.find(({ documentNumber }) => documentNumber === number) as InvoiceRow;
    expect(row).toMatchObject({ invoiceAmount: 700, currentAmount: 0, paymentResult: null, voidedDate: '2026-03-21', daysOverdue: null });
    expect(invoiceStatusLabel(row)).toBe('Void');
    expect(sums.invoiceAmount).toBe(before.sums.invoiceAmount - 700);
    expect(sums.currentAmount).toBe(before.sums.currentAmount - 700);
    for (const paymentResult of ['0', '1', '2']) {
      expect((await list({ paymentResult })).items.map(({ documentNumber }) => documentNumber)).not.toContain(number);
    }
    expect((await detail(number)).voidReason).toBe('Billed twice');
    expect((await add(number)).body.code).toBe('invoice-not-payable');
  });

  it('PAY-04 APY-02 is paid through the cart up to its rest, with the remaining discount until the last day', async () => {
    const id = await books.invoice(today, 80_000, { cents: 2_000, until: tomorrow });
    const number = await books.numberOf(id);
    const check = await books.receipt(today, 30_000);
    await books.apply(today, { paymentId: check }, id, 30_000, 500);
    await add(number);
    expect((await cart()).invoices).toMatchObject([
      { invoiceNumber: number, invoiceAmount: 495, discountAmount: 15, amountWithDiscount: 480 },
    ]);
    const discounts = (await app.call(getPossibleDiscounts, { as: OWNER, params: params() })).body;
    expect(discounts.totalPossibleDiscountAmount).toBe(15);
    const line = { invoiceNumber: number, openCents: 49_500, discountCents: 1_500 };
    const refused = await desk.send(cardRequest(account, [{ ...line, openCents: 80_000 }]));
    expect(refused.body).toMatchObject({ code: 'cart-changed', errors: { [number]: ['The amount is now $480.00.'] } });
    const paid = await desk.pay(cardRequest(account, [line], TEST_CARDS.approved));
    expect(paid.status).toBe(100000);
    // Sent again, it is the same payment.
    expect((await desk.pay(cardRequest(account, [line], TEST_CARDS.approved))).cartData.cartId).toBe(paid.cartData.cartId);
    expect(await detail(number)).toMatchObject({ paymentResult: 1, currentAmount: 0, paidAmount: 780, discountTakenAmount: 20 });
    expect((await cart()).invoices).toEqual([]);
  });

  it.each([
    { name: 'all', paidCents: 100_000 },
    { name: 'a part', paidCents: 40_000 },
  ])('INV-07 INV-13 DSH-04 offers no discount on any screen while a payment of $name is under way', async ({ paidCents }) => {
    const id = await books.invoice(today, 100_000, { cents: 2_000, until: tomorrow });
    const number = await books.numberOf(id);
    const offer = async () => {
      const [{ items, sums }, discounts] = [
        await list({ due: 'open', search: number }),
        (await app.call(getPossibleDiscounts, { as: OWNER, params: params() })).body,
      ];
      const { discountAmount, amountWithDiscount } = await detail(number);
      return {
        row: [items[0]?.discountAmount, items[0]?.amountWithDiscount],
        sums: [sums.discountAmount, sums.amountWithDiscount],
        panel: [discountAmount, amountWithDiscount],
        dashboard: discounts.totalPossibleDiscountAmount,
        paper: (await pdfWords(number)).includes('may be taken off'),
      };
    };
    expect(await offer()).toEqual({ row: [20, 980], sums: [20, 980], panel: [20, 980], dashboard: 20, paper: true });
    const payment = await books.pending(today, id, paidCents);
    expect(await offer()).toEqual({ row: [0, 1000], sums: [0, 1000], panel: [0, 1000], dashboard: 0, paper: false });
    await books.fail(today, payment);
    await books.voidInvoice(today, id);
  });

  it('INV-13 says on paper what may be taken off until the last day, and nothing after it', async () => {
    const noteUntil = async (until: string) =>
      (await pdfWords(await books.numberOf(await books.invoice('2026-05-01', 50_000, { cents: 1_000, until })))).includes(
        'may be taken off',
      );
    expect([await noteUntil(today), await noteUntil(addDays(today, -1))]).toEqual([true, false]);
  });

  it('gives no discount on a rest that is smaller than the discount', async () => {
    const id = await books.invoice(today, 10_000, { cents: 500, until: tomorrow });
    const check = await books.receipt(today, 9_500);
    await books.apply(today, { paymentId: check }, id, 9_500);
    await add(await books.numberOf(id));
    expect((await cart()).invoices).toMatchObject([{ invoiceAmount: 5, discountAmount: 0, amountWithDiscount: 5 }]);
  });

  it('APY-04 opens again when its check is returned', async () => {
    const id = await books.invoice('2026-04-01', 20_000);
    const check = await books.receipt('2026-04-05', 20_000);
    await books.apply('2026-04-05', { paymentId: check }, id, 20_000);
    const number = await books.numberOf(id);
    expect((await detail(number)).paymentResult).toBe(1);
    await books.returnPayment('2026-04-09', check);
    expect(await detail(number)).toMatchObject({ paymentResult: 0, currentAmount: 200, paidAmount: 0 });
    expect((await detail(number)).applications?.map(({ paymentResult }) => paymentResult)).toEqual([0]);
  });
});
