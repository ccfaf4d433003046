import { addToCart, type Cart, changeCart, getCart } from '@yardage/contract/carts';
import { type CreditRow, listCredits } from '@yardage/contract/credits';
import { type InvoiceRow, listInvoices } from '@yardage/contract/invoices';
import type { PaymentOutcome } from '@yardage/contract/payments';
import { putSupply } from '@yardage/contract/supply';
import { MINUTE_MS } from '@yardage/domain/durations';
import { expect } from 'vitest';
import { randomOf } from './ledger-walk.ts';
import { paymentDesk } from './payment-desk.ts';
import type { TestCustomer } from './sample-call.ts';
import { cardRequest, checkRequest, TEST_CARDS } from './sample-payment.ts';
import { SAMPLE_SOURCE, sampleRecord } from './supply-samples.ts';
import { SERVICE, type TestApp } from './test-app.ts';

// A random history of one account, made as it is made in life: documents by the supplier's systems, payments in the portal, and money that
// the processor gives back. It keeps only the figures that are certain: the documents' totals and the money.

interface OutsidePayment {
  key: string;
  cents: number;
  applications: { invoiceKey: string; amount: number; discount: number }[];
  isReturned: boolean;
}
interface PortalPayment {
  cartId: string;
  paymentId: string;
  chargedCents: number;
  refundedCents: number;
  disputedCents: number;
}

const START = Date.parse('2026-02-01T12:00:00Z');

/** Makes random steps for a customer of the samples' data source. */
export function serviceWalk(app: TestApp, customer: TestCustomer, { key, payer, seed }: { key: string; payer: string; seed: number }) {
  const random = randomOf(seed);
  const desk = paymentDesk(app, customer, payer);
  const place = { as: payer, params: { globalCustomerNumber: customer.globalCustomerNumber } };
  const invoices = new Map<string, { cents: number; isVoid: boolean; discount: number }>();
  const credits = new Map<string, { cents: number; isVoid: boolean }>();
  const outside: OutsidePayment[] = [];
  const settled: PortalPayment[] = [];
  const pending: PortalPayment[] = [];
  let made = 0;
  const newer = () => new Date(START + ++made * MINUTE_MS).toISOString();
  const next = (prefix: string) => `${prefix}${++made}`;

  const put = async (resource: 'invoices' | 'credits' | 'payments', record: object): Promise<string> => {
    const { body } = await app.call(putSupply[resource], { as: SERVICE, body: { dataSource: SAMPLE_SOURCE, records: [record] } });
    return body.results[0].outcome;
  };
  const sendInvoice = (number: string, cents: number, discount: number, more = {}) =>
    put('invoices', {
      ...sampleRecord.invoices({ key: number, customerKey: key, orderKey: null, ticketKeys: [], number, updatedAt: newer() }),
      ...{ sales: cents / 100, tax: 0, total: cents / 100, discount: discount / 100, discountLastDay: discount > 0 ? '2049-12-31' : null },
      ...more,
    });
  const sendCredit = (number: string, cents: number, more = {}) =>
    put('credits', {
      ...sampleRecord.credits({ key: number, customerKey: key, orderKey: null, invoiceKey: null, number, updatedAt: newer() }),
      ...{ sales: cents / 100, tax: 0, total: cents / 100, lines: [], applications: [] },
      ...more,
    });
  const sendPayment = ({ key: number, cents, applications, isReturned }: OutsidePayment) =>
    put('payments', {
      ...sampleRecord.payments({ key: number, customerKey: key, reference: number, updatedAt: newer() }),
      ...{ amount: cents / 100, applications },
      ...(isReturned ? { status: 'returned', returnedAt: '2026-03-01T12:00:00Z' } : {}),
    });

  const rows = async (): Promise<InvoiceRow[]> =>
    (await app.call(listInvoices, { ...place, query: { pageSize: 100 } })).body.items as InvoiceRow[];
  const openCredits = async (): Promise<CreditRow[]> =>
    (await app.call(listCredits, { ...place, query: { pageSize: 100, state: 'open' } })).body.items as CreditRow[];
  const payable = async () => (await rows()).filter(({ currentAmount, paymentResult }) => currentAmount > 0 && paymentResult === 0);
  const someOf = (amount: number) => (random.next() < 0.5 ? amount : random.upTo(Math.round(amount * 100)) / 100);

  const pay = async (): Promise<void> => {
    const found = await payable();
    const chosen = new Map(
      [1, 2, 3]
        .slice(0, random.upTo(3))
        .flatMap(() => random.one(found) ?? [])
        .map((row) => [row.documentNumber, row]),
    );
    if (chosen.size === 0) return;
    const amounts = Object.fromEntries([...chosen.values()].map((row) => [row.documentNumber, someOf(row.currentAmount)]));
    await app.call(addToCart, { ...place, body: { invoiceNumbers: [...chosen.keys()], amounts } });
    const credit = random.next() < 0.5 ? random.one(await openCredits()) : undefined;
    if (credit) {
      const used = [{ creditNumber: credit.creditNumber, amount: someOf(credit.openAmount) }];
      await app.call(changeCart, { ...place, body: { credits: used } });
    }
    const cart = (await app.call(getCart, place)).body as Cart;
    const kind = random.one(['card', 'card', 'check', 'declined'] as const) ?? 'card';
    const { status, body, text } = await desk.send(requestOf(cart, kind));
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    const { data } = body as { data: PaymentOutcome };
    const charged = Math.round((data.cartData.totalAmountWithDiscount - data.cartData.totalCreditAmount) * 100);
    expect(charged).toBe(Math.round(cart.amountToPay * 100));
    const payment = {
      cartId: data.cartData.cartId,
      paymentId: data.paymentId ?? '',
      chargedCents: charged,
      refundedCents: 0,
      disputedCents: 0,
    };
    if (data.status === 100_100) pending.push(payment);
    else if (data.status === 100_000) settled.push(payment);
    await app.call(changeCart, { ...place, body: { credits: cart.credits.map(({ creditNumber }) => ({ creditNumber, amount: null })) } });
  };

  /** The request that the checkout sends for a cart. */
  const requestOf = (cart: Cart, kind: 'card' | 'check' | 'declined') => {
    const sample =
      kind === 'check' ? checkRequest(customer, []) : cardRequest(customer, [], kind === 'card' ? undefined : TEST_CARDS.declined);
    const used = cart.credits.flatMap(({ creditNumber, appliedAmount: amount }) => (amount > 0 ? [{ creditNumber, amount }] : []));
    const isCovered = cart.amountToPay === 0;
    return {
      ...sample,
      ...(isCovered ? { paymentMethod: 'Credit', paymentDetails: undefined } : {}),
      totalAmount: cart.totalAmount,
      totalDiscountAmount: cart.totalDiscountAmount,
      totalAmountWithDiscount: cart.totalAmountWithDiscount,
      credits: used,
      metadata: {
        ...sample.metadata,
        invoices: cart.invoices.map(
          ({ documentDate: _date, discountExpiryDate: _expiry, wholeDiscountAmount: _whole, openAmount, ...line }) => ({
            ...line,
            strStatusMessage: 'Pending',
            ...(openAmount > line.invoiceAmount && { openAmount }),
          }),
        ),
      },
    };
  };

  /** Lets the processor send its notifications. The banks of e-checks have responded by then. */
  const announce = async (): Promise<void> => {
    await app.announceEnds();
    settled.push(...pending.splice(0));
  };

  /** Gives money of a settled payment back, or lets a dispute be won. */
  const giveBack = async (): Promise<void> => {
    const payment = random.one(settled.filter(({ paymentId, chargedCents }) => paymentId !== '' && chargedCents > 0));
    if (!payment) return;
    const left = payment.chargedCents - payment.refundedCents - payment.disputedCents;
    if (payment.disputedCents > 0 && random.next() < 0.5) {
      await app.sandbox.books.giveBack(payment.paymentId, 'disputed', -payment.disputedCents);
      payment.disputedCents = 0;
    } else if (left > 0) {
      const cents = random.next() < 0.4 ? left : random.upTo(left);
      const trouble = random.next() < 0.6 ? 'refunded' : 'disputed';
      await app.sandbox.books.giveBack(payment.paymentId, trouble, cents);
      if (trouble === 'refunded') payment.refundedCents += cents;
      else payment.disputedCents += cents;
    }
    await announce();
    await announce();
  };

  const makeInvoice = async () => {
    const [number, cents] = [next('WI'), 100 + random.upTo(300_000)];
    const discount = random.next() < 0.6 ? random.upTo(Math.floor(cents / 20)) : 0;
    expect(await sendInvoice(number, cents, discount)).toBe('created');
    invoices.set(number, { cents, isVoid: false, discount });
  };
  const makeCredit = async () => {
    const [number, cents] = [next('WC'), 100 + random.upTo(40_000)];
    expect(await sendCredit(number, cents)).toBe('created');
    credits.set(number, { cents, isVoid: false });
  };

  const steps: (() => Promise<unknown>)[] = [
    makeInvoice,
    makeInvoice,
    makeCredit,
    pay,
    pay,
    pay,
    giveBack,
    giveBack,
    announce,
    // A check, for parts of invoices, with something on account.
    async () => {
      const row = random.one(await payable());
      const amount = row ? someOf(row.currentAmount) : 0;
      const cents = Math.round(amount * 100) + random.upTo(5_000);
      const applications = row ? [{ invoiceKey: row.documentNumber, amount, discount: 0 }] : [];
      const payment = { key: next('WP'), cents, applications, isReturned: false };
      expect(await sendPayment(payment)).toBe('created');
      outside.push(payment);
    },
    async () => {
      const payment = random.one(outside.filter(({ isReturned }) => !isReturned));
      if (!payment || random.next() < 0.6) return;
      payment.isReturned = true;
      expect(await sendPayment(payment)).toBe('updated');
    },
    // A correction, never below what is covered; and a void, which the supply refuses while something is applied.
    async () => {
      const row = random.one((await rows()).filter(({ voidedDate, paymentResult }) => voidedDate === null && paymentResult !== 2));
      const known = row && invoices.get(row.documentNumber);
      if (!row || !known) return;
      const covered = Math.round((row.invoiceAmount - row.currentAmount) * 100);
      const cents = Math.max(covered, known.discount + 1) + random.upTo(50_000);
      expect(await sendInvoice(row.documentNumber, cents, known.discount)).toBe('updated');
      known.cents = cents;
    },
    async () => {
      const row = random.one((await rows()).filter(({ voidedDate }) => voidedDate === null));
      const known = row && invoices.get(row.documentNumber);
      if (!row || !known || random.next() < 0.5) return;
      const isFree = row.currentAmount === row.invoiceAmount && row.paymentResult === 0;
      const outcome = await sendInvoice(row.documentNumber, known.cents, known.discount, {
        voidedOn: '2026-03-02',
        voidReason: 'Billed twice',
      });
      expect(outcome).toBe(isFree ? 'updated' : 'refused');
      known.isVoid ||= isFree;
    },
    // A void of a credit is refused while payers use it.
    async () => {
      const [number, known] = random.one([...credits]) ?? [];
      if (!number || !known || known.isVoid || random.next() < 0.6) return;
      const { body } = await app.call(listCredits, { ...place, query: { search: number } });
      const [row] = (body.items as CreditRow[]).filter(({ creditNumber }) => creditNumber === number);
      const isFree = row?.appliedAmount === 0 && row.pendingAmount === 0;
      expect(await sendCredit(number, known.cents, { voidedOn: '2026-03-02' })).toBe(isFree ? 'updated' : 'refused');
      known.isVoid = isFree;
    },
    // The supplier sends a credit again without what payers used of it: that stays.
    async () => {
      const [number, known] = random.one([...credits]) ?? [];
      if (number && known && !known.isVoid) expect(['updated', 'unchanged']).toContain(await sendCredit(number, known.cents));
    },
  ];

  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    /** Makes the first documents. */
    async start() {
      for (let count = 0; count < 4; count++) await makeInvoice();
      for (let count = 0; count < 2; count++) await makeCredit();
    },
    step: () => random.one(steps)?.(),
    /** What is owed before discounts: documents less money. */
    owedCents: () =>
      sum([...invoices.values()].map(({ cents, isVoid }) => (isVoid ? 0 : cents))) -
      sum([...credits.values()].map(({ cents, isVoid }) => (isVoid ? 0 : cents))) -
      sum(outside.map(({ cents, isReturned }) => (isReturned ? 0 : cents))) -
      sum(settled.map(({ chargedCents, refundedCents, disputedCents }) => chargedCents - refundedCents - disputedCents)),
    /** The money of the portal's payments, less what went back. */
    portalCents: () => sum(settled.map(({ chargedCents, refundedCents, disputedCents }) => chargedCents - refundedCents - disputedCents)),
    pendingCents: () => sum(pending.map(({ chargedCents }) => chargedCents)),
    outsideCents: () => sum(outside.map(({ cents, isReturned }) => (isReturned ? 0 : cents))),
    rows,
  };
}
