import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ChargeState, ProcessorRefusedError } from '#server/adapters/payments/port';
import { sql } from '#server/database/drizzle';
import { findSamePayment, insertIntent, noteReservation } from '#server/features/payments/payment-intents.queries';
import { holdRows } from '#server/testing/held-rows';
import { CARD, paymentBooks, scriptedProcessor } from '#server/testing/payment-books';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';

// The states of a payment, without HTTP and with a processor that says what the test wants. Each test has invoices of its own.

const OWNER = 'owner@example.com';
let test: TestDatabase;
let customers: TestCustomer[];
let userId: number;
let desk: ReturnType<typeof paymentBooks>;

beforeAll(async () => {
  test = await openTestDatabase('demo');
  customers = await customersOf(test.database, OWNER);
  userId = Number(await test.database.read('system', sql`select id as answer from users where email = ${OWNER}`));
  desk = paymentBooks(test.database, customers.at(-1) as TestCustomer, userId);
});
afterAll(() => test.close());

const DECLINED: ChargeState = { state: 'failed', statusCode: 200_100, message: 'The card was declined.' };
const RETURNED: ChargeState = { state: 'failed', statusCode: 200_300, message: 'The e-check was returned by the bank.' };
const never = () => Promise.reject(new Error('must not be asked'));

/** Pays with a new processor whose answers are given. */
async function pay(says: Partial<ReturnType<typeof scriptedProcessor>['says']> = {}, method = 'CreditCard') {
  const bank = scriptedProcessor('bank');
  Object.assign(bank.says, says);
  const intent = await desk.intend([[9_800, 200]], { method });
  desk.news();
  const flow = desk.flowWith(bank);
  await flow.pay(intent.open, CARD);
  return { ...bank, ...intent, flow, stored: await desk.payment(intent.id), isOpen: await desk.open(intent.invoices) };
}

describe('a payment that is made', () => {
  it('is reserved without the card, then charged, then settled, with audit entry, event, mail and announcement', async () => {
    const { calls, stored, isOpen, id, invoices, open } = await pay();
    const processorId = stored.processorId;
    expect(calls).toEqual([
      ['reserve', { ...open, kind: 'card' }],
      ['charge', processorId, open.idempotencyKey],
    ]);
    expect(stored).toMatchObject({
      result: 1,
      code: 100_000,
      message: 'Approved',
      amount: 9_800,
      charged: null,
      isSettled: true,
      isReturned: false,
      askedIn: null,
    });
    expect(isOpen).toEqual([[0, 0]]);
    const { told, announced, counted } = desk.news();
    expect([told, counted]).toEqual([[['receipt', undefined]], ['paid CreditCard']]);
    expect(announced.map(({ resource, ids }) => [resource, ids])).toEqual([
      ['payments', [id]],
      ['invoices', invoices],
    ]);
    expect(await desk.traces(id)).toEqual({ reviews: [], audit: ['payments.paid'], events: ['payment.settled'] });
  });

  it('that is declined opens its invoice again and sends no receipt', async () => {
    const { stored, isOpen, id } = await pay({ charge: async () => DECLINED });
    expect(stored).toMatchObject({ result: 0, code: 200_100, message: 'The card was declined.', isReturned: false, askedIn: null });
    expect(isOpen).toEqual([[10_000, 0]]);
    expect(desk.news()).toMatchObject({ told: [], counted: ['failed CreditCard'] });
    expect(await desk.traces(id)).toEqual({ reviews: [], audit: ['payments.failed'], events: ['payment.failed'] });
  });

  it('that does not reach the processor has failed, because no card was sent; a refusal has its reason', async () => {
    const lost = await pay({ reserve: () => Promise.reject(new Error('no answer')), charge: never });
    expect(lost.stored).toMatchObject({ result: 0, code: 200_500, processorId: null });
    expect(lost.calls.map(([name]) => name)).toEqual(['reserve']);
    const refused = await pay({ reserve: () => Promise.reject(new ProcessorRefusedError('Not this amount')), charge: never });
    expect(refused.stored).toMatchObject({ result: 0, code: 200_200, message: 'Not this amount' });
    const late = await pay({ charge: () => Promise.reject(new ProcessorRefusedError('Not this card')) });
    expect(late.stored).toMatchObject({ result: 0, code: 200_200, message: 'Not this card' });
    expect(late.isOpen).toEqual([[10_000, 0]]);
  });

  it('whose outcome is unknown is pending, never failed, and is asked for again', async () => {
    const unknown = 'Pending: waiting for the payment processor';
    const lost = await pay({ charge: () => Promise.reject(new Error('no answer')) });
    expect(lost.stored).toMatchObject({ result: 2, code: 100_100, message: unknown, isSettled: false, askedIn: 1 });
    expect(lost.isOpen).toEqual([[10_000, 10_000]]);
    const waiting = await pay({ charge: async () => ({ state: 'pending', message: 'Pending: waiting for the bank' }) }, 'eCheck');
    expect(waiting.stored).toMatchObject({ result: 2, message: 'Pending: waiting for the bank', askedIn: 1 });
    expect((await pay({ charge: async () => ({ state: 'open' }) })).stored).toMatchObject({ result: 2, message: unknown, askedIn: 1 });
    const { told, announced, counted } = desk.news();
    expect([told, counted, announced.map(({ resource }) => resource)]).toEqual([[], [], ['payments', 'invoices']]);
  });

  it('charges nothing if the completer closed it meanwhile', async () => {
    const bank = scriptedProcessor('bank');
    const { open, id } = await desk.intend([[5_000, 0]]);
    bank.says.reserve = async () => {
      await desk.change(id, "resolve_after = now() - interval '1 second'");
      await desk.flowWith(bank).resolveDue();
      return randomUUID();
    };
    bank.says.charge = never;
    await desk.flowWith(bank).pay(open, CARD);
    expect(bank.calls.some(([name]) => name === 'charge')).toBe(false);
    expect(await desk.payment(id)).toMatchObject({ result: 0, code: 200_500, processorId: null });
    expect(desk.news()).toMatchObject({ told: [], counted: ['failed CreditCard'] });
    expect(await desk.traces(id)).toEqual({ reviews: [], audit: ['payments.failed'], events: ['payment.failed'] });
  });

  it('goes on if it reaches the processor just after the completer has read that it did not', async () => {
    const bank = scriptedProcessor('bank');
    const { open, id } = await desk.intend([[5_000, 0]]);
    const transaction = test.database.transaction.bind(test.database);
    bank.says.reserve = async () => {
      await desk.change(id, "resolve_after = now() - interval '1 second'");
      const claim = Promise.withResolvers<void>();
      const reservation = Promise.withResolvers<void>();
      // The completer reads the payment, waits for the reservation to be stored, and only then records what it has read.
      vi.spyOn(test.database, 'transaction')
        .mockImplementationOnce(async (actor, work) => {
          const read = await transaction(actor, work);
          claim.resolve();
          await reservation.promise;
          return read;
        })
        .mockImplementationOnce(async (actor, work) => {
          const isNoted = await transaction(actor, work);
          reservation.resolve();
          await completing;
          return isNoted;
        });
      const completing = desk.flowWith(bank).resolveDue();
      await claim.promise;
      return randomUUID();
    };
    await desk.flowWith(bank).pay(open, CARD);
    expect(await desk.payment(id)).toMatchObject({ result: 1, code: 100_000, isSettled: true });
    expect(await desk.traces(id)).toEqual({ reviews: [], audit: ['payments.paid'], events: ['payment.settled'] });
  });

  it('APY-01 APY-05 needs no processor if credits cover it, and names a saved method by its token', async () => {
    const bank = scriptedProcessor('bank');
    const covered = await desk.intend([[5_000, 0]]);
    await desk.flowWith(bank).pay(covered.open, null);
    expect(bank.calls).toEqual([]);
    expect(await desk.payment(covered.id)).toMatchObject({ result: 1, processorId: null });
    const saved = await desk.intend([[5_000, 0]]);
    await desk.flowWith(bank).pay(saved.open, { kind: 'check', token: 'tok' });
    expect(bank.calls.map(([name]) => name)).toEqual(['reserve', 'chargeSaved']);
    expect(bank.calls[0]?.[1]).toMatchObject({ savedToken: 'tok', kind: 'check' });
    expect(bank.calls[1]?.[3]).toEqual({ kind: 'check', token: 'tok' });
  });

  it('can be waited for while it is charged', async () => {
    const bank = scriptedProcessor('bank');
    const { open, id } = await desk.intend([[5_000, 0]]);
    const flow = desk.flowWith(bank);
    const { promise, resolve } = Promise.withResolvers<ChargeState>();
    bank.says.charge = () => promise;
    const paying = flow.pay(open, CARD);
    const waited = flow.waitForCharge(id).then(async () => (await desk.payment(id)).result);
    resolve({ state: 'paid' });
    expect(await waited).toBe(1);
    await paying;
    await flow.waitForCharge(id);
  });
});

describe('the completer', () => {
  const DUE = "resolve_after = now() - interval '1 second'";
  const resolve = async (says: Partial<ReturnType<typeof scriptedProcessor>['says']>, change = DUE, processor = 'bank') => {
    const bank = scriptedProcessor('bank');
    const former = scriptedProcessor('former');
    Object.assign(bank.says, says);
    Object.assign(former.says, says);
    const { id } = await desk.intend([[5_000, 0]], { processor });
    await desk.change(id, change);
    await desk.flowWith(bank, former).resolveDue();
    const stored = await desk.payment(id);
    // Payments of other tests may have become due meanwhile.
    const about = ({ calls }: typeof bank) => calls.filter(([, processorId]) => processorId === stored.processorId);
    return { stored, asked: about(bank), askedBefore: about(former), id };
  };
  const KNOWN = () => `payment_id = '${randomUUID()}', ${DUE}`;

  it('ends a payment without an id at the processor as failed, and one with an id as the processor says', async () => {
    expect((await resolve({ findState: never })).stored).toMatchObject({ result: 0, code: 200_500, askedIn: null });
    const paid = await resolve({}, KNOWN());
    expect(paid.stored).toMatchObject({ result: 1, code: 100_000, tries: 1 });
    expect(paid.asked).toEqual([['findState', paid.stored.processorId]]);
    expect((await resolve({ findState: async () => DECLINED }, KNOWN())).stored).toMatchObject({ result: 0, code: 200_100 });
  });

  it('leaves alone what is not due or not pending', async () => {
    expect((await resolve({ findState: never }, "resolve_after = now() + interval '20 seconds'")).stored).toMatchObject({
      result: 2,
      tries: 0,
    });
    const ended = await pay();
    await desk.change(ended.id, DUE);
    await desk.flowWith(scriptedProcessor('bank')).resolveDue();
    expect(await desk.payment(ended.id)).toMatchObject({ result: 1, tries: 0 });
  });

  it('closes an open charge first, so that a late card is refused', async () => {
    const closed = await resolve({ findState: async () => ({ state: 'open' }) }, KNOWN());
    expect(closed.asked.map(([name]) => name)).toEqual(['findState', 'close']);
    expect(closed.stored).toMatchObject({ result: 0, code: 200_500, message: 'Closed' });
    const late = await resolve({ findState: async () => ({ state: 'open' }), close: async () => ({ state: 'paid' }) }, KNOWN());
    expect(late.stored).toMatchObject({ result: 1 });
  });

  it('asks again after growing pauses, of five minutes at most', async () => {
    const waiting = { findState: async (): Promise<ChargeState> => ({ state: 'pending', message: 'Pending: waiting for the bank' }) };
    expect((await resolve(waiting, KNOWN())).stored).toMatchObject({
      result: 2,
      askedIn: 2,
      tries: 1,
      message: 'Pending: waiting for the bank',
    });
    expect((await resolve(waiting, `resolve_tries = 4, ${KNOWN()}`)).stored).toMatchObject({ askedIn: 32, tries: 5 });
    expect((await resolve(waiting, `resolve_tries = 20, ${KNOWN()}`)).stored).toMatchObject({ askedIn: 300 });
    const silent = await resolve({ findState: () => Promise.reject(new Error('no answer')) }, `status_message = 'As before', ${KNOWN()}`);
    expect(silent.stored).toMatchObject({ result: 2, askedIn: 2, message: 'As before' });
  });

  it('APY-04 asks where the payment was made, and waits if that processor is not configured', async () => {
    const before = await resolve({}, KNOWN(), 'former');
    expect([before.asked, before.askedBefore.length, before.stored.result]).toEqual([[], 1, 1]);
    expect((await resolve({}, `processor = null, ${KNOWN()}`)).asked).toHaveLength(1);
    expect((await resolve({}, KNOWN(), 'gone')).stored).toMatchObject({ result: 2, askedIn: 2 });
  });
});

describe('notifications of the processor', () => {
  const notify = async (state: ChargeState, more: { processor?: string; header?: string; id?: string | undefined } = {}) => {
    const processorId = randomUUID();
    const [bank, former] = [scriptedProcessor('bank'), scriptedProcessor('former')];
    for (const each of [bank, former]) {
      each.says.findState = async () => state;
      each.says.readNotification = () => ('id' in more ? more.id : processorId);
    }
    const { id } = await desk.intend([[5_000, 0]], { processor: more.processor ?? 'bank' });
    await desk.change(id, `payment_id = '${processorId}'`);
    await desk.flowWith(bank, former).handleNotification({ [more.header ?? 'bank-signature']: 'x' }, Buffer.from(''));
    return { result: (await desk.payment(id)).result, asked: bank.calls.length, askedBefore: former.calls.length };
  };

  it('only cause a lookup of the payment, at the processor that signed them', async () => {
    expect(await notify({ state: 'paid' })).toEqual({ result: 1, asked: 1, askedBefore: 0 });
    expect(await notify(DECLINED)).toEqual({ result: 0, asked: 1, askedBefore: 0 });
    expect(await notify({ state: 'pending', message: 'x' })).toEqual({ result: 2, asked: 1, askedBefore: 0 });
    expect(await notify({ state: 'paid' }, { processor: 'former', header: 'former-signature' })).toEqual({
      result: 1,
      asked: 0,
      askedBefore: 1,
    });
    expect(await notify({ state: 'paid' }, { header: 'none' })).toEqual({ result: 1, asked: 1, askedBefore: 0 });
  });

  it('about no payment of ours, or of another processor, change nothing', async () => {
    expect(await notify({ state: 'paid' }, { id: undefined })).toEqual({ result: 2, asked: 0, askedBefore: 0 });
    expect(await notify({ state: 'paid' }, { id: 'unknown' })).toEqual({ result: 2, asked: 0, askedBefore: 0 });
    expect(await notify({ state: 'paid' }, { processor: 'former' })).toEqual({ result: 2, asked: 0, askedBefore: 0 });
  });

  it('STF-07 staff can ask now: the answer is recorded, or asked for again at once', async () => {
    const bank = scriptedProcessor('bank');
    const flow = desk.flowWith(bank);
    const { id } = await desk.intend([[5_000, 0]]);
    expect(await flow.ask(id)).toBe(false);
    await desk.change(id, `payment_id = '${randomUUID()}'`);
    bank.says.findState = async () => ({ state: 'pending', message: 'x' });
    expect(await flow.ask(id)).toBe(true);
    expect(await desk.payment(id)).toMatchObject({ result: 2, askedIn: 0 });
    bank.says.findState = async () => ({ state: 'paid' });
    expect(await flow.ask(id)).toBe(true);
    expect(await desk.payment(id)).toMatchObject({ result: 1 });
  });

  it('APY-04 about an e-check that is returned after it was paid open its invoice, once', async () => {
    const made = await pay({}, 'eCheck');
    desk.news();
    made.says.findState = async () => RETURNED;
    for (let round = 0; round < 2; round += 1) await made.flow.ask(made.id);
    expect(await desk.payment(made.id)).toMatchObject({ result: 0, code: 200_300, isSettled: true, isReturned: true });
    expect(await desk.open(made.invoices)).toEqual([[10_000, 0]]);
    expect(await desk.returns(made.id)).toEqual([['returned', 9_800, [[made.invoices[0], 9_800, 200]]]]);
    expect(desk.news()).toMatchObject({ told: [['returned', undefined]], counted: ['failed eCheck'] });
    expect(await desk.traces(made.id)).toMatchObject({
      audit: ['payments.paid', 'payments.failed'],
      events: ['payment.returned', 'payment.settled'],
    });
  });

  it('APY-04 about a pending e-check that is returned end it without a return, because nothing was paid', async () => {
    const made = await pay({ charge: async () => ({ state: 'pending', message: 'x' }) }, 'eCheck');
    made.says.findState = async () => RETURNED;
    await made.flow.ask(made.id);
    expect(await desk.payment(made.id)).toMatchObject({ result: 0, code: 200_300, isReturned: false });
    expect(await desk.returns(made.id)).toEqual([]);
  });

  it('STF-07 that contradict our books change nothing and open a review', async () => {
    const paid = await pay();
    desk.news();
    paid.says.findState = async () => DECLINED;
    await paid.flow.ask(paid.id);
    expect(await desk.payment(paid.id)).toMatchObject({ result: 1, code: 100_000, isReturned: false });
    expect(await desk.open(paid.invoices)).toEqual([[0, 0]]);
    expect(desk.news()).toEqual({ told: [], announced: [], counted: ['disagreed'] });
    expect((await desk.traces(paid.id))?.reviews).toEqual(['disagreed The card was declined.']);
    const failed = await pay({ charge: async () => DECLINED });
    desk.news();
    await failed.flow.ask(failed.id);
    expect(await desk.payment(failed.id)).toMatchObject({ result: 0, code: 200_100 });
    expect(desk.news().counted).toEqual(['disagreed']);
    // The same notification again is no contradiction.
    const again = await pay();
    desk.news();
    await again.flow.ask(again.id);
    expect(desk.news().counted).toEqual([]);
    expect((await desk.traces(again.id))?.reviews).toEqual([]);
  });
});

describe('an intent', () => {
  it('has the sums of its lines, holds its invoices, and gets a new key for each attempt', async () => {
    const hash = randomUUID();
    const first = await desk.intend(
      [
        [9_800, 200],
        [4_000, 0],
      ],
      { hash },
    );
    expect(first).toMatchObject({ amountCents: 13_800, idempotencyKey: `${hash}-1`, cartId: `CRT${String(first.id).padStart(8, '0')}` });
    expect(await desk.open(first.invoices)).toEqual([
      [10_000, 10_000],
      [4_000, 4_000],
    ]);
    expect(await desk.payment(first.id)).toMatchObject({ result: 2, code: 100_100, message: 'Pending', amount: 13_800, askedIn: 60 });
    expect((await desk.intend([[100, 0]], { hash })).idempotencyKey).toBe(`${hash}-2`);
  });

  it('leaves its whole time for the charge, however long it waited for locks before', async () => {
    const customerId = customers.at(-1)?.customerId ?? 0;
    const invoice = await desk.books.invoice('2026-10-05', 5_000);
    // Issuing statements takes this lock, and everything that enters the ledger waits for it.
    const held = await holdRows(test.database, 'select pg_advisory_xact_lock(4210004)');
    const facts = { method: 'CreditCard', processor: 'bank', sourceName: 'Test', payerEmail: '', payerPhone: '', today: '2026-11-16' };
    const line = { id: invoice, amountCents: 5_000, discountCents: 0, credits: [] };
    const storing = test.database.transaction('system', (transaction) =>
      insertIntent(transaction, { customerId, userId }, [line], { ...facts, contentHash: randomUUID(), leaseSeconds: 60 }),
    );
    await held.untilWaitedFor();
    const clock = await test.database.read<string>('system', sql`select clock_timestamp() as answer`);
    await held.commit();
    const { id } = await storing;
    const lease = sql`select extract(epoch from resolve_after - ${clock}::timestamptz) as answer from payments where id = ${id}`;
    expect(Number(await test.database.read('system', lease))).toBeGreaterThan(59.999);
  });

  it('notes the id of the processor once, and only while it is pending', async () => {
    const note = (id: number) => test.database.transaction('system', (transaction) => noteReservation(transaction, id, randomUUID()));
    const { id } = await desk.intend([[100, 0]]);
    expect([await note(id), await note(id)]).toEqual([expect.any(String), undefined]);
    const failed = await pay({ reserve: () => Promise.reject(new Error('no answer')) });
    expect(await note(failed.id)).toBeUndefined();
  });

  it('the same cart is the same payment while it is pending and shortly after it was paid', async () => {
    const hash = randomUUID();
    const customerId = customers.at(-1)?.customerId ?? 0;
    const find = (by = { customerId, hash }) =>
      test.database.transaction('system', (transaction) =>
        findSamePayment(transaction, { customerId: by.customerId, userId }, by.hash, 10),
      );
    expect(await find()).toBeUndefined();
    const { id, cartId } = await desk.intend([[100, 0]], { hash });
    expect(await find()).toEqual({ id, cartId });
    expect(await find({ customerId: customers[0]?.customerId ?? 0, hash })).toBeUndefined();
    expect(await find({ customerId, hash: randomUUID() })).toBeUndefined();
    await desk.change(id, "payment_result = 1, settled_at = now() - interval '9 minutes'");
    expect(await find()).toEqual({ id, cartId });
    await desk.change(id, "settled_at = now() - interval '11 minutes'");
    expect(await find()).toBeUndefined();
    const failed = randomUUID();
    const other = await desk.intend([[100, 0]], { hash: failed });
    await desk.change(other.id, 'payment_result = 0, settled_at = now()');
    expect(await find({ customerId, hash: failed })).toBeUndefined();
  });
});
