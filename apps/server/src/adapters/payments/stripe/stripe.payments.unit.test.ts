import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChargeRequest,
  NotificationRefusedError,
  ProcessorRefusedError,
  ProcessorUnreachableError,
  type TypedMeans,
} from '../port.ts';
import { sign } from '../signature.ts';
import { stripePayments } from './stripe.payments.ts';
import { type StripeServer, settleBankDebit, startStripeServer } from './testing/stripe-server.ts';

const SECRETS = { secretKey: 'sk_test_local', webhookSecret: 'whsec_local' };
const BILLING = { street: '1 Quarry Road', country: 'US', state: 'TN', city: 'Chattanooga', zipCode: '37406' };
const signal = AbortSignal.timeout(60_000);
let server: StripeServer;
let made = 0;

beforeAll(async () => {
  server = await startStripeServer(SECRETS.secretKey);
});
afterAll(() => server.stop());

const port = (changes: Partial<typeof SECRETS & { apiUrl: string }> = {}) => stripePayments({ ...SECRETS, apiUrl: server.url, ...changes });
const chargeRequest = (kind: ChargeRequest['kind'] = 'card'): ChargeRequest => {
  made += 1;
  const names = { idempotencyKey: `key-${made}`, cartId: `CRT${made}`, customerNumber: '10012', payerEmail: 'payer@example.com' };
  return { ...names, amountCents: 12_345, kind };
};
const card = (cardNumber: string): TypedMeans => ({
  kind: 'card',
  details: { cardNumber, expiryMonth: '12', expiryYear: '2099', cvv: '123', cardHolderName: 'Pat Payer', billingAddress: BILLING },
});
const check = (bankAccountNumber: string): TypedMeans => ({
  kind: 'check',
  details: { avsName: 'Pat Payer', bankAccountNumber, bankRoutingNumber: '110000000', billingAddress: BILLING },
});
/** A paid charge, of which nothing has come back. */
const PAID = { state: 'paid', back: { refundedCents: 0, disputedCents: 0, isDisputed: false } };
const captured = (cartId: string) => server.captures.filter((capture) => capture.cartId === cartId).map((capture) => capture.amountCents);

describe('Stripe', () => {
  it('STF-07 APY-04 says how much was refunded and how much disputes hold, and understands its notifications', async () => {
    const wanted = chargeRequest();
    const id = await port().reserve(wanted, signal);
    await port().charge(id, wanted.idempotencyKey, card('4242 4242 4242 4242'), signal);
    expect(await port().findState(id, signal)).toEqual(PAID);
    const charge = server.intents.get(id)?.latest_charge;
    if (!charge) throw new Error('no charge');
    const back = async () => ((await port().findState(id, signal)) as { back?: unknown }).back;
    charge.amount_refunded = 100;
    expect(await back()).toEqual({ refundedCents: 100, disputedCents: 0, isDisputed: false });
    charge.disputed = true;
    for (const [status, disputedCents] of [
      ['warning_needs_response', 0],
      ['needs_response', 12_245],
      ['under_review', 12_245],
      ['lost', 12_245],
      ['won', 0],
    ] as const) {
      server.disputes.set(id, [{ amount: 12_245, status }]);
      expect(await back(), status).toEqual({ refundedCents: 100, disputedCents, isDisputed: true });
    }
    const body = JSON.stringify({
      type: 'charge.dispute.created',
      data: { object: { object: 'dispute', id: 'dp_1', payment_intent: id } },
    });
    const headers = { 'stripe-signature': sign(SECRETS.webhookSecret, body) };
    expect(port().readNotification(headers, Buffer.from(body))).toBe(id);
  });

  it('charges a card once, however often it is reserved and the card sent', async () => {
    const wanted = chargeRequest();
    const id = await port().reserve(wanted, signal);
    expect(await port().findState(id, signal)).toEqual({ state: 'open' });
    expect(await port().reserve(wanted, signal)).toBe(id);
    const charge = () => port().charge(id, wanted.idempotencyKey, card('4242 4242 4242 4242'), signal);
    expect(await charge()).toEqual({ state: 'paid' });
    expect(await charge()).toEqual({ state: 'paid' });
    expect(await port().findState(id, signal)).toEqual(PAID);
    expect(await port().close(id, signal)).toEqual(PAID);
    expect(captured(wanted.cartId)).toEqual([12_345]);
  });

  it.each([
    ['4000000000000002', 200100, 'The card was declined.'],
    ['4000000000009995', 200400, 'Declined: insufficient funds'],
  ])('returns why %s was declined, and closes the charge', async (number, statusCode, message) => {
    const wanted = chargeRequest();
    const id = await port().reserve(wanted, signal);
    const failed = { state: 'failed', statusCode, message };
    expect(await port().charge(id, wanted.idempotencyKey, card(number), signal)).toEqual(failed);
    expect(await port().findState(id, signal)).toEqual(failed);
    expect(server.intents.get(id)?.status).toBe('canceled');
    expect(captured(wanted.cartId)).toEqual([]);
  });

  it('refuses a late card for a charge that was closed', async () => {
    const wanted = chargeRequest();
    const id = await port().reserve(wanted, signal);
    expect(await port().close(id, signal)).toMatchObject({ state: 'failed', statusCode: 200500 });
    expect(await port().charge(id, wanted.idempotencyKey, card('4242424242424242'), signal)).toMatchObject({ state: 'failed' });
    expect(captured(wanted.cartId)).toEqual([]);
  });

  it('leaves a charge open if its answer was lost, and finds it later', async () => {
    const wanted = chargeRequest();
    const id = await port().reserve(wanted, signal);
    // The package sends a call once more, with the same key, when its connection was closed.
    server.loseAnswers.set('confirm', 2);
    const charging = port().charge(id, wanted.idempotencyKey, card('4242424242424242'), signal);
    await expect(charging).rejects.toBeInstanceOf(ProcessorUnreachableError);
    expect(await port().findState(id, signal)).toEqual(PAID);
    expect(captured(wanted.cartId)).toHaveLength(1);
  });

  it.each([
    ['000123456789', PAID],
    ['000111111116', { state: 'failed', statusCode: 200300, message: 'The e-check was returned by the bank.' }],
  ])('keeps an e-check of %s pending until the bank answers', async (account, end) => {
    const wanted = chargeRequest('check');
    const id = await port().reserve(wanted, signal);
    expect(await port().charge(id, wanted.idempotencyKey, check(account), signal)).toMatchObject({ state: 'pending' });
    expect(await port().close(id, signal)).toMatchObject({ state: 'pending' });
    settleBankDebit(server, id);
    expect(await port().findState(id, signal)).toEqual(end);
  });

  it('distinguishes a refusal from no answer when a charge cannot be reserved', async () => {
    await expect(port({ secretKey: 'sk_wrong' }).reserve(chargeRequest(), signal)).rejects.toBeInstanceOf(ProcessorRefusedError);
    await expect(port({ apiUrl: 'http://127.0.0.1:1' }).reserve(chargeRequest(), signal)).rejects.toBeInstanceOf(ProcessorUnreachableError);
    const wanted = chargeRequest();
    await port().reserve(wanted, signal);
    const changed = port().reserve({ ...wanted, amountCents: 1 }, signal);
    await expect(changed).rejects.toBeInstanceOf(ProcessorRefusedError);
  });

  it('keeps what was sent out of its errors', async () => {
    const failing = port({ apiUrl: 'http://127.0.0.1:1' }).charge('pi_1', 'key', card('4242424242424242'), signal);
    const error = await failing.catch((reason) => reason);
    expect(`${error.stack} ${JSON.stringify(error)} ${error.cause?.stack}`).not.toContain('4242424242424242');
  });

  it.each([
    ['card', card('4242 4242 4242 4242'), { brand: 'Visa', lastFour: '4242', expiresOn: '2099-12-31' }, 'paid'],
    ['check', check('000123456789'), { brand: 'TEST BANK', lastFour: '6789', expiresOn: null }, 'pending'],
  ] as const)('APY-05 saves a %s, charges it without its number, and forgets it', async (kind, means, face, state) => {
    const owner = { customerNumber: '10012', email: 'payer@example.com' };
    const { token, ...shown } = await port().saveMethod(means, owner, signal);
    expect(shown).toEqual({ kind, ...face, proof: null });
    const pay = async () => {
      const wanted = { ...chargeRequest(kind), savedToken: token };
      const id = await port().reserve(wanted, signal);
      const charge = () => port().chargeSaved(id, wanted.idempotencyKey, { kind, token }, signal);
      return { first: await charge(), second: await charge(), captured: captured(wanted.cartId) };
    };
    const paid = await pay();
    expect([paid.first.state, paid.second.state, paid.captured]).toEqual([state, state, kind === 'card' ? [12_345] : []]);
    await port().removeMethod(token, signal);
    await port().removeMethod(token, signal);
    const late = await pay();
    expect([late.first.state, late.captured]).toEqual(['failed', []]);
  });

  it('APY-05 does not save a card that the bank declines, and keeps its number out of the error', async () => {
    const saving = port().saveMethod(card('4000000000000002'), { customerNumber: '10012', email: 'payer@example.com' }, signal);
    const error = await saving.catch((reason) => reason);
    expect(error).toBeInstanceOf(ProcessorRefusedError);
    expect(`${error.stack} ${error.cause?.stack}`).not.toContain('4000000000000002');
  });

  it('APY-04 APY-12 ends a payment that waits for its payer, with the reason, and charges nothing', async () => {
    for (const [means, statusCode] of [
      [card('4000000000003220'), 200800],
      [check('000333333338'), 200900],
    ] as const) {
      const wanted = chargeRequest(means.kind);
      const id = await port().reserve(wanted, signal);
      expect(await port().charge(id, wanted.idempotencyKey, means, signal)).toMatchObject({ state: 'failed', statusCode });
      expect([server.intents.get(id)?.status, captured(wanted.cartId)]).toEqual(['canceled', []]);
    }
    // A process that died after the charge leaves the intent waiting. It counts as open, and closing it returns the same reason.
    const wanted = chargeRequest('check');
    const id = await port().reserve(wanted, signal);
    const intent = server.intents.get(id);
    if (intent) Object.assign(intent, { status: 'requires_action', next_action: { type: 'verify_with_microdeposits' } });
    expect(await port().findState(id, signal)).toEqual({ state: 'open' });
    expect(await port().close(id, signal)).toMatchObject({ state: 'failed', statusCode: 200900 });
  });

  it('APY-05 saves an account that has to be verified, and charges it once the two amounts are entered', async () => {
    const { token, proof } = await port().saveMethod(check('000333333338'), { customerNumber: '10012', email: 'a@example.com' }, signal);
    expect(proof).toBe('amounts');
    const charge = async () => {
      const wanted = { ...chargeRequest('check'), savedToken: token };
      return port().chargeSaved(await port().reserve(wanted, signal), wanted.idempotencyKey, { kind: 'check', token }, signal);
    };
    expect(await charge()).toMatchObject({ state: 'failed', statusCode: 200900 });
    expect(await port().verifyMethod(token, { amounts: [10, 11] }, signal)).toBe('wrong');
    // The answer to the right amounts is lost; the next call finds the account verified.
    server.loseAnswers.set('verify_microdeposits', 2);
    await expect(port().verifyMethod(token, { amounts: [32, 45] }, signal)).rejects.toBeInstanceOf(ProcessorUnreachableError);
    expect(await port().verifyMethod(token, { amounts: [32, 45] }, signal)).toBe('verified');
    expect(await charge()).toMatchObject({ state: 'pending' });
    const other = await port().saveMethod(check('000333333338'), { customerNumber: '10012', email: 'a@example.com' }, signal);
    for (let tries = 0; tries < 10; tries += 1) expect(await port().verifyMethod(other.token, { amounts: [1, 2] }, signal)).toBe('wrong');
    expect(await port().verifyMethod(other.token, { amounts: [32, 45] }, signal)).toBe('failed');
  });

  it('APY-05 charges and saves what its own fields made, once each, without a number', async () => {
    const before = server.bodies.length;
    server.confirmationTokens.set('ctoken_pay', { type: 'card', number: '4242424242424242' });
    server.confirmationTokens.set('ctoken_save', { type: 'card', number: '4242424242424242' });
    const pay = async () => {
      const wanted = chargeRequest();
      const means = { kind: 'card', reference: 'ctoken_pay' } as const;
      return port().charge(await port().reserve(wanted, signal), wanted.idempotencyKey, means, signal);
    };
    expect([(await pay()).state, (await pay()).state]).toEqual(['paid', 'failed']);
    const owner = { customerNumber: '10012', email: 'payer@example.com' };
    const saved = await port().saveMethod({ kind: 'card', reference: 'ctoken_save' }, owner, signal);
    expect(saved).toMatchObject({ kind: 'card', lastFour: '4242', proof: null });
    expect(server.bodies.slice(before).join()).not.toContain('4242424242424242');
  });

  it('APY-04 takes a bank debit that fails after it had settled as returned', async () => {
    const wanted = chargeRequest('check');
    const id = await port().reserve(wanted, signal);
    await port().charge(id, wanted.idempotencyKey, check('000123456789'), signal);
    settleBankDebit(server, id);
    const charge = server.intents.get(id)?.latest_charge;
    if (charge) charge.disputed = true;
    for (const [reason, state] of [
      ['insufficient_funds', 'failed'],
      ['debit_not_authorized', 'paid'],
    ] as const) {
      server.disputes.set(id, [{ amount: 12_345, status: 'lost', reason }]);
      expect(await port().findState(id, signal), reason).toMatchObject(
        state === 'failed' ? { state, statusCode: 200300 } : { state, back: { disputedCents: 12_345 } },
      );
    }
  });

  it('accepts only fresh notifications with its own signature', () => {
    const event = (object: string) =>
      Buffer.from(JSON.stringify({ type: 'payment_intent.succeeded', data: { object: { object, id: 'pi_1' } } }));
    const body = event('payment_intent');
    const read = (signature: string, given = body) => port().readNotification({ 'stripe-signature': signature }, given);
    expect(read(sign(SECRETS.webhookSecret, body))).toBe('pi_1');
    expect(read(`${sign('an older secret', body)},${sign(SECRETS.webhookSecret, body).split(',')[1]}`)).toBe('pi_1');
    expect(read(sign(SECRETS.webhookSecret, event('charge')), event('charge'))).toBeUndefined();
    const old = Math.floor(Date.now() / 1000) - 301;
    for (const bad of ['', sign('wrong', body), sign(SECRETS.webhookSecret, body, old), sign(SECRETS.webhookSecret, `${body} `)]) {
      expect(() => read(bad), bad).toThrow(NotificationRefusedError);
    }
  });
});
