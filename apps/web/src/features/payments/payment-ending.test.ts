import type { PaymentOutcome } from '@yardage/contract/payments';
import { describe, expect, it } from 'vitest';
import { HttpProblem, NetworkFailure, SessionLost } from '#web/lib/http/http-errors.ts';
import { endOfAttempt } from './payment-ending.ts';
import type { SentPayment } from './payment-result.ts';

const outcome = { status: 100_000, cartData: { cartId: 'CRT1' } } as PaymentOutcome;
const payment: SentPayment = {
  totalAmount: 100,
  totalDiscountAmount: 2,
  totalAmountWithDiscount: 98,
  currency: 'USD',
  paymentMethod: 'CreditCard',
  metadata: {
    invoices: [{ invoiceNumber: '1000007', invoiceAmount: 100, discountAmount: 2, amountWithDiscount: 98, strStatusMessage: 'Pending' }],
    customerNumber: '10012',
    datasourceId: 1,
    globalCustomerNumber: 'G-10012',
    customerEmail: 'ap@example.com',
    customerPhone: '4235550142',
  },
};

/** The server's successive responses when asked for the outcome. An Error is a failed request. */
type Looks = (PaymentOutcome | null | Error)[];

/** Runs an attempt and returns its ending and the steps taken on the way. */
async function end(answer: PaymentOutcome | Error | undefined, looks: Looks = []) {
  const steps: string[] = [];
  const sent = answer && {
    answer: answer instanceof Error ? Promise.reject<PaymentOutcome>(answer) : Promise.resolve(answer),
    payment,
  };
  const ending = await endOfAttempt({
    sent,
    look: async () => {
      steps.push('look');
      const next = looks.shift();
      if (next === undefined) throw new Error('asked once too often');
      if (next instanceof Error) throw next;
      return next;
    },
    onAsking: () => void steps.push('asking'),
    onUnknown: () => void steps.push('unknown'),
    pause: async () => void steps.push('pause'),
    untilAsked: async () => void steps.push('signed-in'),
  });
  return { ending, steps: steps.join(' ') };
}

describe('the end of a payment', () => {
  it('PAY-40 is its answer, without another request', async () => {
    expect(await end(outcome)).toEqual({ ending: { kind: 'outcome', outcome }, steps: '' });
  });

  it.each([
    ['no answer', new NetworkFailure('No response.')],
    ['a 500', new HttpProblem(500, { code: 'internal-error', title: 'Something went wrong on our side.' })],
    ['a 503', new HttpProblem(503, {})],
    ['a 504 of a proxy', new HttpProblem(504, {})],
    ['a 408 of a proxy', new HttpProblem(408, {})],
    ['a 400 of a proxy', new HttpProblem(400, {})],
    ['an answer that cannot be read', new SyntaxError('Unexpected end of JSON input')],
  ])('API-34 PAY-41 after %s is what the server knows: the payment, or that there is none', async (_what, error) => {
    expect(await end(error, [outcome])).toEqual({ ending: { kind: 'outcome', outcome }, steps: 'asking look' });
    expect(await end(error, [null])).toEqual({
      ending: { kind: 'problem', problem: { kind: 'not-made', reason: '' } },
      steps: 'asking look',
    });
  });

  it('PAY-41 stays unknown until the server could be asked', async () => {
    const lost = [new NetworkFailure('No response.'), new HttpProblem(503, {}), new HttpProblem(429, {})];
    expect(await end(new NetworkFailure('No response.'), [...lost, outcome])).toEqual({
      ending: { kind: 'outcome', outcome },
      steps: `asking${' look unknown pause'.repeat(3)} look`,
    });
  });

  it('PAY-41 of an attempt before a reload is requested at once', async () => {
    expect(await end(undefined, [outcome])).toEqual({ ending: { kind: 'outcome', outcome }, steps: 'asking look' });
  });

  it('PAY-39 RES-02 after a refusal with 400 is a failed result, and none of its invoices is pending', async () => {
    const { ending, steps } = await end(
      new HttpProblem(400, { code: 'validation-failed', errors: { cvv: ['CVC must be 3 or 4 digits'] } }),
    );
    expect(steps).toBe('');
    expect(ending).toMatchObject({
      outcome: { status: 400, metadata: { invoices: [{ invoiceNumber: '1000007', strStatusMessage: 'Unpaid' }] } },
    });
  });

  it('API-34 after a 409 with a cart, or a pause, is known to have charged nothing', async () => {
    const cart = { invoices: [], totalAmount: 0, totalDiscountAmount: 0, totalAmountWithDiscount: 40, amountToPay: 40 };
    expect(await end(new HttpProblem(409, { detail: 'The amounts have changed.', extensions: { cart } }))).toEqual({
      ending: { kind: 'problem', problem: { kind: 'changed', title: 'The amounts have changed.', before: 98, after: 40 }, cart },
      steps: '',
    });
    const retryAt = '2026-11-16T12:00:00Z';
    expect(await end(new HttpProblem(429, { code: 'payments-paused', title: 'Too many.', extensions: { retryAt } }))).toEqual({
      ending: { kind: 'problem', problem: { kind: 'paused', title: 'Too many.', retryAt } },
      steps: '',
    });
  });

  it("API-34 after any other refusal shows the server's reason", async () => {
    const problem = { code: 'not-found', title: 'The record was not found.', detail: 'One of the invoices was not found.' };
    expect(await end(new HttpProblem(404, problem))).toEqual({
      ending: { kind: 'problem', problem: { kind: 'not-made', reason: 'One of the invoices was not found.' } },
      steps: '',
    });
  });

  it('PAY-41 ERR-04 is known if the session was over before it was sent: nothing was charged', async () => {
    expect(await end(new SessionLost('gone'))).toEqual({
      ending: { kind: 'problem', problem: { kind: 'not-made', reason: '' } },
      steps: '',
    });
  });

  it.each([
    ['lost', new NetworkFailure('No response.'), new SessionLost('gone')],
    ['lost with a 401', new HttpProblem(401, {}), new HttpProblem(401, {})],
  ])('PAY-41 ERR-04 after an answer that was %s is asked for after the next sign-in', async (_what, answer, ended) => {
    expect(await end(answer, [ended, ended, outcome])).toEqual({
      ending: { kind: 'outcome', outcome },
      steps: `asking${' look unknown signed-in'.repeat(2)} look`,
    });
  });

  it('PAY-41 is given up only if our server refuses to return it, not after an error page of a proxy', async () => {
    expect((await end(undefined, [new HttpProblem(403, { code: 'permission-missing' })])).ending).toEqual({ kind: 'forbidden' });
    expect((await end(undefined, [new HttpProblem(404, { code: 'not-found' })])).ending).toEqual({ kind: 'forbidden' });
    expect(await end(undefined, [new HttpProblem(403, {}), outcome])).toEqual({
      ending: { kind: 'outcome', outcome },
      steps: 'asking look unknown pause look',
    });
  });
});
