import { listPlannedPayments, schedulePayment } from '@yardage/contract/planned-payments';
import { listSavedMethods, removeSavedMethod, saveMethod, verifySavedMethod } from '@yardage/contract/saved-methods';
import { MAX_PROOF_TRIES } from '@yardage/domain/saved-methods';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ProofAnswer } from '#server/adapters/payments/port';
import { stripePayments } from '#server/adapters/payments/stripe/stripe.payments';
import { type StripeServer, startStripeServer } from '#server/adapters/payments/stripe/testing/stripe-server';
import { sql } from '#server/database/drizzle';
import { paymentDesk } from '#server/testing/payment-desk';
import { endAllMethods } from '#server/testing/prepare-payables';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, payableInvoices } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const PAYABLES = 'payables@example.com';
const SECRETS = { secretKey: 'sk_test_methods', webhookSecret: 'whsec_methods' };
const UNVERIFIED = '000333333338';
let app: TestApp;
let withStripe: TestApp;
let stripe: StripeServer;
let own: TestCustomer;
let params: { globalCustomerNumber: string };

beforeAll(async () => {
  app = await openTestApp();
  stripe = await startStripeServer(SECRETS.secretKey);
  // The same installation after it changed its processor.
  withStripe = await openTestApp({
    opened: { database: app.database, close: async () => {} },
    payments: stripePayments({ ...SECRETS, apiUrl: stripe.url }),
    formerPayments: [app.sandbox],
  });
  [own] = (await customersOf(app.database, PAYABLES)) as [TestCustomer];
  params = { globalCustomerNumber: own.globalCustomerNumber };
});
afterAll(async () => {
  await withStripe?.close();
  await app?.close();
  await stripe?.stop();
});
beforeEach(async () => {
  await endAllMethods(app.database, own.customerId);
  await app.database.transaction('system', async ({ orm }) => {
    await orm.execute(sql`update payments set started_at = started_at - interval '2 days' where idempotency_key is not null`);
    await orm.execute(sql`update method_tries set at = at - interval '2 days'`);
  });
});

const save = async (at: TestApp, request: { paymentMethod: string; paymentDetails: unknown }) => {
  const { paymentMethod, paymentDetails } = request;
  const answer = await at.call(saveMethod, { as: OWNER, params, body: { paymentMethod, paymentDetails } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const list = async (at: TestApp) => (await at.call(listSavedMethods, { as: OWNER, params })).body;
const pay = async (at: TestApp, methodId: number) => {
  const { paymentDetails: _details, ...request } = cardRequest(own, await payableInvoices(app.database, own, 1));
  return paymentDesk(at, own, OWNER).send({ ...request, paymentMethod: 'Saved', methodId });
};
const verify = (at: TestApp, id: number, amounts: readonly [number, number], as = OWNER) =>
  at.call(verifySavedMethod, { as, params: { ...params, id }, body: { amounts } });

describe('APY-05 a saved method', () => {
  it('is charged only at the processor that it was saved with, and says so when that was changed', async () => {
    const { id } = await save(app, cardRequest(own, []));
    expect((await list(withStripe))[0]).toMatchObject({ id, problem: 'other-processor' });
    expect((await list(app))[0]).toMatchObject({ id, problem: null });
    const late = await pay(withStripe, id);
    expect([late.status, late.body.code, late.body.detail]).toEqual([
      409,
      'method-unusable',
      expect.stringContaining('another payment processor'),
    ]);
    const [invoice] = await payableInvoices(app.database, own, 1);
    const today = sql`select to_char(ledger_day(${own.customerId}, now()), 'YYYY-MM-DD') as answer`;
    const runOn = await app.database.read<string>('system', today);
    const total = ((invoice?.openCents ?? 0) - (invoice?.discountCents ?? 0)) / 100;
    const body = { methodId: id, invoiceNumbers: [invoice?.invoiceNumber], totalAmountWithDiscount: total, runOn };
    expect((await withStripe.call(schedulePayment, { as: PAYABLES, params, body })).status).toBe(409);
    // A plan from before the change ends, and nothing is charged.
    const planned = await app.call(schedulePayment, { as: PAYABLES, params, body });
    expect(planned.status, planned.text).toBe(200);
    await withStripe.plannedRunner.round(new Date(Date.now() + 86_400_000));
    const past = await app.call(listPlannedPayments, { as: PAYABLES, params, query: { view: 'past' } });
    expect(past.body.find((plan: { id: number }) => plan.id === planned.body.id)).toMatchObject({
      state: 'failed',
      endReason: 'method-unusable',
      payment: null,
    });
    // The processor that keeps it is still asked to remove it.
    const { rows } = await app.database.engine.pool.query('select token from saved_methods where id = $1', [id]);
    expect((await withStripe.call(removeSavedMethod, { as: OWNER, params: { ...params, id } })).status).toBe(200);
    expect(await app.sandbox.books.findMethod(rows[0].token)).toBeUndefined();
  });

  it.each(['sandbox', 'stripe'] as const)(
    'that is a bank account is verified by two amounts before it is charged (%s)',
    async (processor) => {
      const at = processor === 'stripe' ? withStripe : app;
      const { id, ...saved } = await save(at, checkRequest(own, [], UNVERIFIED));
      expect(saved).toMatchObject({ problem: 'unverified', proof: 'amounts', proofTriesLeft: MAX_PROOF_TRIES });
      expect((await pay(at, id)).body.code).toBe('method-unusable');
      const wrong = await verify(at, id, [10, 11]);
      expect([wrong.status, wrong.body.errors.amounts]).toEqual([400, [expect.stringContaining('4 more tries')]]);
      expect((await verify(at, id, [32, 45])).body).toMatchObject({ problem: null, proof: null });
      expect((await pay(at, id)).body.data.status).toBe(100100);
      expect((await verify(at, id, [32, 45])).status).toBe(409);
    },
  );

  it('cannot be verified by guessing: tries are counted when they begin, for the account and for the person', async () => {
    const { id } = await save(app, checkRequest(own, [], UNVERIFIED));
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, cents) => verify(app, id, [cents + 1, cents + 2])));
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(MAX_PROOF_TRIES);
    expect(statuses.every((status) => [400, 409, 429].includes(status))).toBe(true);
    expect((await list(app))[0]).toMatchObject({ problem: 'unverifiable', proofTriesLeft: 0 });
    expect((await verify(app, id, [32, 45], PAYABLES)).status).toBe(409);
    expect((await verify(app, id, [32, 45])).status).toBe(409);
    // The wrong amounts were refusals like those of cards: the next card waits, too.
    const { paymentMethod, paymentDetails } = cardRequest(own, []);
    expect((await app.call(saveMethod, { as: OWNER, params, body: { paymentMethod, paymentDetails } })).status).toBe(429);
  });

  /**
   * Lets the processor give these answers only when the test says so, and later ones at once. `asked` waits until it was asked this often.
   */
  const answerSlowly = (answers: readonly ProofAnswer[]) => {
    const { verifyMethod } = app.sandbox;
    const waiting: (() => void)[] = [];
    app.sandbox.verifyMethod = async () => {
      const answer = answers[waiting.length];
      if (answer) await new Promise<void>((resolve) => waiting.push(resolve));
      return answer ?? 'wrong';
    };
    onTestFinished(() => {
      app.sandbox.verifyMethod = verifyMethod;
    });
    return {
      asked: (count: number) => expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(count),
      answer: (place: number) => waiting[place]?.(),
    };
  };
  const setTries = (id: number, tries: number) =>
    app.database.transaction('system', ({ orm }) => orm.execute(sql`update saved_methods set proof_tries = ${tries} where id = ${id}`));

  it('allows no more tries than its limit, also for several people while the last try is under way', async () => {
    const { id } = await save(app, checkRequest(own, [], UNVERIFIED));
    await setTries(id, MAX_PROOF_TRIES - 1);
    const processor = answerSlowly(['wrong']);
    const last = verify(app, id, [1, 2]);
    await processor.asked(1);
    expect((await verify(app, id, [3, 4], PAYABLES)).status).toBe(409);
    processor.answer(0);
    expect((await last).status).toBe(400);
    expect((await list(app))[0]).toMatchObject({ problem: 'unverifiable', proofTriesLeft: 0 });
  });

  it('stays verified if the last try, which was under way at the same time, was wrong', async () => {
    const { id } = await save(app, checkRequest(own, [], UNVERIFIED));
    await setTries(id, MAX_PROOF_TRIES - 2);
    const processor = answerSlowly(['verified', 'wrong']);
    const right = verify(app, id, [32, 45]);
    await processor.asked(1);
    const wrong = verify(app, id, [1, 2], PAYABLES);
    await processor.asked(2);
    processor.answer(0);
    expect((await right).body).toMatchObject({ problem: null, proof: null });
    processor.answer(1);
    expect((await wrong).status).toBe(400);
    expect((await list(app))[0]).toMatchObject({ problem: null, proof: null });
  });

  it('keeps its tries if the processor is not reached, and belongs to its account', async () => {
    const { id } = await save(app, checkRequest(own, [], UNVERIFIED));
    const { verifyMethod } = app.sandbox;
    app.sandbox.verifyMethod = async () => {
      throw new Error('unreachable');
    };
    expect((await verify(app, id, [32, 45])).status).toBe(503);
    app.sandbox.verifyMethod = verifyMethod;
    expect((await list(app))[0].proofTriesLeft).toBe(MAX_PROOF_TRIES);
    const [, foreign] = (await customersOf(app.database, OWNER)) as TestCustomer[];
    const other = { globalCustomerNumber: foreign?.globalCustomerNumber ?? '', id };
    const elsewhere = await app.call(verifySavedMethod, { as: OWNER, params: other, body: { amounts: [32, 45] } });
    expect(elsewhere.status).toBe(404);
    expect((await verify(app, id, [0, 45] as never)).status).toBe(400);
  });

  it('loses a try if the processor does not answer in time, which may have compared the amounts', async () => {
    const { id } = await save(app, checkRequest(own, [], UNVERIFIED));
    const { verifyMethod } = app.sandbox;
    const { timeout } = AbortSignal;
    const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 20_000 ? AbortSignal.abort() : timeout(ms)));
    onTestFinished(() => {
      timeouts.mockRestore();
      app.sandbox.verifyMethod = verifyMethod;
    });
    app.sandbox.verifyMethod = async (_token, _proof, signal) => {
      signal.throwIfAborted();
      return 'wrong';
    };
    const told = async (amounts: [number, number]) => {
      const { status, body } = await verify(app, id, amounts);
      return [status, body.detail];
    };
    expect(await told([1, 2])).toEqual([503, expect.stringContaining(`The try counts: you have ${MAX_PROOF_TRIES - 1} more.`)]);
    expect((await list(app))[0]).toMatchObject({ problem: 'unverified', proofTriesLeft: MAX_PROOF_TRIES - 1 });
    await setTries(id, MAX_PROOF_TRIES - 1);
    expect(await told([3, 4])).toEqual([503, expect.stringMatching(/it was the last one\. Remove the bank account/)]);
    expect((await list(app))[0]).toMatchObject({ problem: 'unverifiable', proofTriesLeft: 0 });
  });

  it('that a one-off e-check would have to verify first is not charged, and the payer gets a message that says what to do', async () => {
    const desk = paymentDesk(app, own, OWNER);
    const failed = await desk.pay(checkRequest(own, await payableInvoices(app.database, own, 1), UNVERIFIED));
    expect(failed).toMatchObject({ status: 200900, statusMessage: 'The bank account has to be verified first. Nothing was charged.' });
    const card = await desk.pay(cardRequest(own, await payableInvoices(app.database, own, 1), '4000000000003220'));
    expect(card).toMatchObject({ status: 200800, statusMessage: expect.stringContaining('confirm the payment') });
    const books = await desk.processorBooks();
    expect([books[failed.cartData.cartId], books[card.cartData.cartId]]).toEqual([undefined, undefined]);
  });
});
