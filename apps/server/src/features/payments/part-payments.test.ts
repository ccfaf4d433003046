import { addToCart, type Cart, changeCart, getCart, MAX_CART_CREDITS, removeFromCart } from '@yardage/contract/carts';
import { type CreditDetail, type CreditRow, type CreditSums, getCredit, getCreditPdf, listCredits } from '@yardage/contract/credits';
import { listEvents } from '@yardage/contract/events';
import { getInvoice, getInvoicePdf, type InvoiceDetail } from '@yardage/contract/invoices';
import { getReceiptPdf, type PaymentOutcome, type PaymentRequest } from '@yardage/contract/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { ledgerBooks } from '#server/testing/ledger-books';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const DAY = '2026-10-05';
let app: TestApp;
let own: TestCustomer;
let books: ReturnType<typeof ledgerBooks>;

beforeAll(async () => {
  app = await openTestApp();
  own = (await customersOf(app.database, OWNER)).at(-1) as TestCustomer;
  books = ledgerBooks(app.database, own.customerId);
});
afterAll(() => app?.close());

const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });
const desk = () => paymentDesk(app, own, OWNER);
const cart = async () => (await app.call(getCart, { as: OWNER, params: params() })).body as Cart;
const change = async (body: unknown) => app.call(changeCart, { as: OWNER, params: params(), body });
const invoice = async (documentNumber: string) =>
  (await app.call(getInvoice, { as: OWNER, params: { ...params(), documentNumber } })).body as InvoiceDetail;
const credit = async (documentNumber: string) =>
  (await app.call(getCredit, { as: OWNER, params: { ...params(), documentNumber } })).body as CreditDetail;
const creditNumber = async (id: number) =>
  (await app.database.read<string>('system', sql`select document_number as answer from credits where id = ${id}`)) as string;

/** Adds an invoice of 100 dollars with a discount of 2 to the cart, and returns its number. */
async function invoiceInCart(cents = 10_000, discountCents = 200): Promise<string> {
  const number = await books.numberOf(await books.invoice(DAY, cents, { cents: discountCents, until: '2049-12-31' }));
  await app.call(addToCart, { as: OWNER, params: params(), body: { invoiceNumbers: [number] } });
  return number;
}

/** The request that the checkout sends for the cart as it is. */
async function requestOf(card: string = TEST_CARDS.approved): Promise<Extract<PaymentRequest, { paymentMethod: 'CreditCard' }>> {
  const { invoices, credits, ...totals } = await cart();
  const used = credits.flatMap((each) => (each.appliedAmount > 0 ? [{ creditNumber: each.creditNumber, amount: each.appliedAmount }] : []));
  const sample = cardRequest(own, [], card);
  return {
    ...sample,
    totalAmount: totals.totalAmount,
    totalDiscountAmount: totals.totalDiscountAmount,
    totalAmountWithDiscount: totals.totalAmountWithDiscount,
    ...(used.length > 0 && { credits: used }),
    metadata: {
      ...sample.metadata,
      invoices: invoices.map(({ invoiceNumber, invoiceAmount, discountAmount, amountWithDiscount, openAmount }) => ({
        invoiceNumber,
        invoiceAmount,
        discountAmount,
        amountWithDiscount,
        strStatusMessage: 'Pending',
        ...(openAmount > invoiceAmount && { openAmount }),
      })),
    },
  };
}
const payCart = async (card?: string): Promise<PaymentOutcome> => desk().pay(await requestOf(card));
const amountsOf = ({ totalAmount, totalDiscountAmount, totalAmountWithDiscount, totalCreditAmount, amountToPay }: Cart) => [
  totalAmount,
  totalDiscountAmount,
  totalAmountWithDiscount,
  totalCreditAmount,
  amountToPay,
];

describe('a part of an invoice', () => {
  it('APY-02 is chosen in the cart, paid without discount, and leaves the rest open with its history', async () => {
    const number = await invoiceInCart();
    expect(amountsOf(await cart())).toEqual([100, 2, 98, 0, 98]);
    const { body: chosen } = (await change({ invoices: [{ invoiceNumber: number, amount: 40 }] })) as { body: Cart };
    expect(chosen.invoices).toMatchObject([{ invoiceAmount: 40, discountAmount: 0, openAmount: 100, wholeDiscountAmount: 2 }]);
    const outcome = await payCart();
    expect(outcome.cartData).toMatchObject({ totalAmount: 40, totalDiscountAmount: 0, totalAmountWithDiscount: 40 });
    expect(await desk().processorBooks()).toMatchObject({ [outcome.cartData.cartId]: [4_000] });
    expect(await invoice(number)).toMatchObject({ currentAmount: 60, paidAmount: 40, paymentResult: 0 });
    // All of the rest by the last day earns the discount, as its paper says.
    const { body: paper } = await app.call(getInvoicePdf, { as: OWNER, params: { ...params(), documentNumber: number } });
    expect(wordsOfPdf(Buffer.from(paper.data, 'base64'))).toContain('Paid by 12/31/2049, $2.00 may be taken off: $58.00.');
    await app.call(addToCart, { as: OWNER, params: params(), body: { invoiceNumbers: [number] } });
    expect(amountsOf(await cart())).toEqual([60, 2, 58, 0, 58]);
    await payCart();
    const paid = await invoice(number);
    expect(paid).toMatchObject({ currentAmount: 0, paidAmount: 98, discountTakenAmount: 2, paymentResult: 1 });
    expect(paid.applications?.map(({ amount }) => amount)).toEqual([40, 58]);
  });

  it('APY-02 RES-02 is kept when invoices return to the cart, and all of an invoice stays all of it', async () => {
    const numbers = [
      await books.numberOf(await books.invoice(DAY, 10_000)),
      await books.numberOf(await books.invoice(DAY, 10_000)),
    ] as const;
    const amounts = { [numbers[0]]: 100, [numbers[1]]: 60 };
    await app.call(addToCart, { as: OWNER, params: params(), body: { invoiceNumbers: [...numbers], amounts, isPartial: true } });
    const chosen = (number: string) =>
      app.database.read(
        'system',
        sql`select c.amount_cents as answer from cart_invoices c join invoices i on i.id = c.invoice_id where i.document_number = ${number}`,
      );
    expect([await chosen(numbers[0]), await chosen(numbers[1])].map((cents) => (cents === null ? null : Number(cents)))).toEqual([
      null,
      6_000,
    ]);
    await app.call(removeFromCart, { as: OWNER, params: params(), body: { invoiceNumbers: [...numbers] } });
  });

  it('APY-02 sent twice is one payment, and the same amount of the rest is another', async () => {
    const number = await invoiceInCart();
    await change({ invoices: [{ invoiceNumber: number, amount: 30 }] });
    const request = await requestOf();
    const answers = await Promise.all([desk().send(request), desk().send(request), desk().send(request)]);
    const carts = new Set(answers.map(({ status, body }) => `${status} ${body.data?.cartData.cartId}`));
    expect([...carts]).toHaveLength(1);
    expect((await desk().pay(request)).cartData.cartId).toBe(answers[0]?.body.data.cartData.cartId);
    await app.call(addToCart, { as: OWNER, params: params(), body: { invoiceNumbers: [number], amounts: { [number]: 30 } } });
    await payCart();
    expect(await invoice(number)).toMatchObject({ currentAmount: 40, paidAmount: 60 });
  });

  it('APY-02 is refused beyond what is open, in fractions of a cent, and when the open amount changed meanwhile', async () => {
    const number = await invoiceInCart(5_000, 0);
    for (const amount of [0, -1, 0.005, 10.001, '5']) {
      expect((await change({ invoices: [{ invoiceNumber: number, amount }] })).status, String(amount)).toBe(400);
    }
    expect(((await change({ invoices: [{ invoiceNumber: number, amount: 60 }] })).body as Cart).invoices[0]?.invoiceAmount).toBe(50);
    await change({ invoices: [{ invoiceNumber: number, amount: 20 }] });
    const request = await requestOf();
    const asked = (changes: object, total: number) => ({
      ...request,
      totalAmount: total,
      totalAmountWithDiscount: total,
      metadata: { ...request.metadata, invoices: [{ ...request.metadata.invoices[0], ...changes }] },
    });
    const isRefused = async (body: unknown) => expect((await desk().send(body)).status).toBeGreaterThanOrEqual(400);
    await isRefused(asked({ invoiceAmount: 60, amountWithDiscount: 60 }, 60));
    await isRefused(asked({ invoiceAmount: 60, amountWithDiscount: 60, openAmount: 60 }, 60));
    await isRefused(asked({ invoiceAmount: 0, amountWithDiscount: 0 }, 0));
    await isRefused(asked({ discountAmount: 5, amountWithDiscount: 15 }, 20));
    const receipt = await books.receipt(DAY, 1_000);
    const [row] = (await app.database.read<{ id: number }[]>(
      'system',
      sql`select json_agg(json_build_object('id', id)) as answer from invoices where document_number = ${number}`,
    )) as [{ id: number }];
    await books.apply(DAY, { paymentId: receipt }, row.id, 1_000);
    const answer = await desk().send(request);
    expect([answer.status, answer.body.cart.invoices[0].openAmount]).toEqual([409, 40]);
    expect(await desk().invoice(number)).toMatchObject({ paidCents: 1_000 });
    await payCart();
    expect(await invoice(number)).toMatchObject({ currentAmount: 20 });
  });

  it('APY-02 earns its share of the discount if the configuration says so, and never more than the whole', async () => {
    const sharing = await openTestApp({ environment: { PART_PAYMENT_DISCOUNT: 'share' } });
    try {
      const [customer] = (await customersOf(sharing.database, OWNER)).slice(-1) as [TestCustomer];
      const ledger = ledgerBooks(sharing.database, customer.customerId);
      const number = await ledger.numberOf(await ledger.invoice(DAY, 10_000, { cents: 333, until: '2049-12-31' }));
      const place = { as: OWNER, params: { globalCustomerNumber: customer.globalCustomerNumber } };
      await sharing.call(addToCart, { ...place, body: { invoiceNumbers: [number], amounts: { [number]: 50 } } });
      const { body } = (await sharing.call(getCart, place)) as { body: Cart };
      expect(body.invoices).toMatchObject([{ invoiceAmount: 50, discountAmount: 1.66, amountWithDiscount: 48.34 }]);
      const half = cardRequest(customer, [{ invoiceNumber: number, openCents: 5_000, discountCents: 166 }]);
      const [line] = half.metadata.invoices;
      if (line) line.openAmount = 100;
      await paymentDesk(sharing, customer, OWNER).pay(half);
      const rest = cardRequest(customer, [{ invoiceNumber: number, openCents: 5_000, discountCents: 167 }]);
      await paymentDesk(sharing, customer, OWNER).pay(rest);
      const paid = (await sharing.call(getInvoice, { ...place, params: { ...place.params, documentNumber: number } }))
        .body as InvoiceDetail;
      expect(paid).toMatchObject({ currentAmount: 0, discountTakenAmount: 3.33 });
    } finally {
      await sharing.close();
    }
  });
});

describe('a credit', () => {
  it('APY-01 is a document of its own: listed with sums, read with its lines, and on paper', async () => {
    const id = await books.credit(DAY, 3_000);
    const number = await creditNumber(id);
    const { body: list } = (await app.call(listCredits, { as: OWNER, params: params(), query: { search: number } })) as {
      body: { items: CreditRow[]; sums: CreditSums };
    };
    expect(list.items).toMatchObject([{ creditNumber: number, reason: 'Short load', totalAmount: 30, openAmount: 30, voidedDate: null }]);
    expect(list.sums).toEqual({ totalAmount: 30, appliedAmount: 0, pendingAmount: 0, openAmount: 30 });
    expect(await credit(number)).toMatchObject({ salesAmount: 30, taxAmount: 0, lines: [], applications: [] });
    const pdf = await app.call(getCreditPdf, { as: OWNER, params: { ...params(), documentNumber: number } });
    expect([pdf.status, pdf.body.fileName]).toEqual([200, `Credit_${number}.pdf`]);
    await books.voidCredit(DAY, id);
  });

  it('APY-01 is used in the cart with a card for the rest, and waits with the payment', async () => {
    const number = await invoiceInCart();
    const credits = [await creditNumber(await books.credit(DAY, 3_000)), await creditNumber(await books.credit(DAY, 2_000))] as const;
    await change({
      credits: [
        { creditNumber: credits[0], amount: 30 },
        { creditNumber: credits[1], amount: 5 },
      ],
    });
    expect(amountsOf(await cart())).toEqual([100, 2, 98, 35, 63]);
    const outcome = await payCart(TEST_CARDS.pending);
    expect(outcome.cartData).toMatchObject({ totalAmountWithDiscount: 98, totalCreditAmount: 35 });
    expect(await credit(credits[0])).toMatchObject({ openAmount: 30, pendingAmount: 30, applications: [{ paymentResult: 2 }] });
    // Nobody else can use it meanwhile.
    expect((await cart()).credits.map(({ creditNumber: each }) => each)).not.toContain(credits[0]);
    expect((await desk().untilEnded(outcome.cartData.cartId, 0)).status).toBe(100_100);
    await app.announceEnds();
    expect((await desk().outcome(outcome.cartData.cartId)).status).toBe(100_000);
    expect(await credit(credits[0])).toMatchObject({ openAmount: 0, appliedAmount: 30, pendingAmount: 0 });
    expect(await credit(credits[1])).toMatchObject({ openAmount: 15, appliedAmount: 5 });
    expect(await invoice(number)).toMatchObject({ currentAmount: 0, paidAmount: 63, creditedAmount: 35, discountTakenAmount: 2 });
    const { events } = (await app.call(listEvents, { as: SERVICE, query: { limit: 500, types: 'payment.settled' } })).body;
    const [event] = events.filter(({ data }: { data: { cartId: string } }) => data.cartId === outcome.cartData.cartId);
    expect(event.data).toMatchObject({
      amount: 63,
      credits: [{ creditNumber: credits[0], invoiceNumber: number, amount: 30 }, { amount: 5 }],
    });
    // Credits stay applied when the bank takes the money back, and paper and mail say so.
    await app.database.engine.pool.query("update sandbox_processor.orders set state = 'returned' where payment_id = $1", [
      outcome.paymentId,
    ]);
    await app.announceEnds();
    expect(await invoice(number)).toMatchObject({ currentAmount: 65, creditedAmount: 35 });
    const { cartId } = outcome.cartData;
    const { body: receipt } = await app.call(getReceiptPdf, { as: OWNER, params: { ...params(), cartId } });
    expect(wordsOfPdf(Buffer.from(receipt.data, 'base64')).replaceAll('\n', ' ')).toContain('Credits of $35.00 stay applied.');
    const mail = sql`select message as answer from outgoing_mails where document_reference->>'id' = ${cartId} and subject like '%returned'`;
    expect(await app.database.read('system', mail)).toContain('credits of $35.00 stay applied');
  });

  it('APY-01 is open again when the card is declined', async () => {
    const number = await invoiceInCart();
    const used = await creditNumber(await books.credit(DAY, 3_000));
    await change({ credits: [{ creditNumber: used, amount: 30 }] });
    const outcome = await payCart(TEST_CARDS.declined);
    expect(outcome).toMatchObject({ status: 200_100, credits: [{ creditNumber: used, amount: 30 }] });
    expect(await credit(used)).toMatchObject({ openAmount: 30, pendingAmount: 0, applications: [{ paymentResult: 0 }] });
    expect(await invoice(number)).toMatchObject({ currentAmount: 100, creditedAmount: 0 });
  });

  it('APY-01 PAY-09 is chosen for the invoices of this cart: when the last one leaves it, the choice ends', async () => {
    const chosen = async () => (await cart()).credits.filter(({ chosenAmount }) => chosenAmount !== null).map((each) => each.creditNumber);
    const used = await creditNumber(await books.credit('2026-10-01', 20_000));
    const spare = await creditNumber(await books.credit('2026-10-02', 3_000));
    const choose = () => change({ credits: [used, spare].map((number) => ({ creditNumber: number, amount: 200 })) });
    const numbers = [await invoiceInCart(), await invoiceInCart()];
    await choose();
    const remove = (invoiceNumbers: string[]) => app.call(removeFromCart, { as: OWNER, params: params(), body: { invoiceNumbers } });
    await remove(numbers.slice(0, 1));
    expect(await chosen()).toEqual([used, spare]);
    await remove(numbers.slice(1));
    await invoiceInCart();
    expect(await chosen()).toEqual([]);
    // Paying the last invoice ends the choice of a credit that was not needed, too.
    await choose();
    const { paymentDetails: _card, ...request } = await requestOf();
    expect(request.credits).toEqual([{ creditNumber: used, amount: 98 }]);
    expect((await desk().send({ ...request, paymentMethod: 'Credit' })).status).toBe(200);
    await invoiceInCart();
    expect(await chosen()).toEqual([]);
    // So does the supplier who voids it.
    await choose();
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(
        sql`update invoices i set voided_on = ${DAY}::date from cart_invoices c where c.invoice_id = i.id and c.customer_id = ${own.customerId}`,
      ),
    );
    await invoiceInCart();
    expect(await chosen()).toEqual([]);
    await remove((await cart()).invoices.map(({ invoiceNumber }) => invoiceNumber));
  });

  it('APY-01 beyond what one payment takes cannot be chosen', async () => {
    await invoiceInCart();
    const numbers: string[] = [];
    for (let count = 0; count <= MAX_CART_CREDITS; count++) numbers.push(await creditNumber(await books.credit('2026-09-01', 1)));
    const choose = (wanted: string[]) => change({ credits: wanted.map((number) => ({ creditNumber: number, amount: 0.01 })) });
    expect((await choose(numbers.slice(1))).status).toBe(200);
    expect(await choose(numbers.slice(0, 1))).toMatchObject({
      status: 400,
      body: { detail: 'A payment uses 100 credits at most. Pay with these first, then with the others.' },
    });
    expect((await cart()).credits.filter(({ chosenAmount }) => chosenAmount !== null)).toHaveLength(MAX_CART_CREDITS);
    await change({ credits: [{ creditNumber: numbers[1], amount: null }] });
    expect((await choose(numbers.slice(0, 1))).status).toBe(200);
    expect((await payCart()).status).toBe(100_000);
  });

  it('APY-01 that covers everything needs no card, and is a payment of its own', async () => {
    const number = await invoiceInCart();
    const used = await creditNumber(await books.credit(DAY, 20_000));
    await change({ credits: [{ creditNumber: used, amount: 200 }] });
    expect(amountsOf(await cart())).toEqual([100, 2, 98, 98, 0]);
    const { paymentDetails: _card, ...request } = await requestOf();
    expect((await desk().send({ ...request, paymentMethod: 'CreditCard', paymentDetails: _card })).status).toBe(400);
    // A payment without the payer's address would send its receipt to nobody.
    const nobody = { ...request, paymentMethod: 'Credit', metadata: { ...request.metadata, customerEmail: ' ' } };
    const refused = await desk().send(nobody);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['metadata.customerEmail']]);
    const { body, status } = await desk().send({ ...request, paymentMethod: 'Credit' });
    expect([status, body.data]).toMatchObject([200, { status: 100_000, paymentMethod: 'Credit', paymentId: null }]);
    expect(await invoice(number)).toMatchObject({ currentAmount: 0, creditedAmount: 98, discountTakenAmount: 2, paymentResult: 1 });
    expect(await credit(used)).toMatchObject({ openAmount: 102, applications: [{ cartId: body.data.cartData.cartId, amount: 98 }] });
    expect(await desk().processorBooks()).not.toHaveProperty(body.data.cartData.cartId);
    // The same again is the same payment; more than is left, or another customer's credit, is refused.
    const again = await desk().send({ ...request, paymentMethod: 'Credit' });
    expect(again.body.data.cartData.cartId).toBe(body.data.cartData.cartId);
    const next = await invoiceInCart(30_000, 0);
    const tooMuch = await requestOf();
    const asked = (credits: unknown) => ({ ...tooMuch, paymentDetails: undefined, paymentMethod: 'Credit', credits });
    expect((await desk().send(asked([{ creditNumber: used, amount: 300 }]))).status).toBe(409);
    const tooLittle = await desk().send(asked([{ creditNumber: used, amount: 50 }]));
    expect([tooLittle.status, Object.keys(tooLittle.body.errors)]).toEqual([400, ['totalAmountWithDiscount']]);
    // A 400 carries what was sent, with every invoice unpaid (PAY-39).
    expect(tooLittle.body.metadata).toMatchObject({ invoices: [{ invoiceNumber: next, strStatusMessage: 'Unpaid' }] });
    const [foreign] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
    const theirs = await creditNumber(await ledgerBooks(app.database, foreign.customerId).credit(DAY, 30_000));
    for (const number of ['no-such', theirs]) {
      expect((await desk().send(asked([{ creditNumber: number, amount: 300 }]))).status).toBe(404);
      expect((await change({ credits: [{ creditNumber: number, amount: 1 }] })).status).toBe(404);
    }
    expect(await invoice(next)).toMatchObject({ currentAmount: 300 });
  });
});
