import type { PaymentOutcome } from '@yardage/contract/payments';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const KEY = 'yardage.payment-result';
const keyOf = (customerNumber: string) => ({ customerNumber, datasourceId: 1, globalCustomerNumber: `G-${customerNumber}` });
const one = keyOf('10012');
const other = keyOf('10013');
const outcomeOf = (cartId: string) => ({ status: 100_000, cartData: { cartId } }) as PaymentOutcome;

let kept: Map<string, string>;
/** Loads the module afresh, as after a page load. */
const load = async () => {
  vi.resetModules();
  return import('./payment-result.ts');
};

beforeEach(() => {
  kept = new Map();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage });
});
afterEach(() => vi.unstubAllGlobals());

describe('the result of a payment', () => {
  it("PER-05 RES-01 stays when another customer's late answer arrives, also after a reload", async () => {
    const { keepPaymentResult, forgetPaymentResult, paymentResult } = await load();
    keepPaymentResult(other, outcomeOf('CRT2'));
    keepPaymentResult(one, outcomeOf('CRT1'));
    expect(paymentResult(other)).toEqual(outcomeOf('CRT2'));
    await forgetPaymentResult(one);
    expect([paymentResult(one), paymentResult(other)]).toEqual([null, outcomeOf('CRT2')]);
    const reloaded = await load();
    expect([reloaded.paymentResult(one), reloaded.paymentResult(other)]).toEqual([null, outcomeOf('CRT2')]);
    reloaded.keepPaymentResult(one, outcomeOf('CRT4'));
    reloaded.forgetPaymentResults([other]);
    expect([reloaded.paymentResult(one), reloaded.paymentResult(other)]).toEqual([null, outcomeOf('CRT2')]);
    reloaded.forgetPaymentResults();
    expect(reloaded.paymentResult(other)).toBeNull();
    expect(kept.has(KEY)).toBe(false);
  });

  it('RES-08 is gone from the storage at once, stays on the page until it is left, and spares a newer one', async () => {
    const { keepPaymentResult, forgetPaymentResult, paymentResult } = await load();
    keepPaymentResult(one, outcomeOf('CRT1'));
    const leaving = Promise.withResolvers<void>();
    const forgetting = forgetPaymentResult(one, leaving.promise);
    expect(kept.get(KEY) ?? '').not.toContain('CRT1');
    expect(paymentResult(one)).toEqual(outcomeOf('CRT1'));
    keepPaymentResult(one, outcomeOf('CRT3'));
    leaving.resolve();
    await forgetting;
    expect(paymentResult(one)).toEqual(outcomeOf('CRT3'));
  });

  it('is ignored if the storage holds something else', async () => {
    kept.set(KEY, '{"customer":{},"outcome":{}}');
    expect((await load()).paymentResult(one)).toBeNull();
  });

  it('RES-02 APY-02 knows which invoices were paid in part, also after its end, and returns only those with an amount', async () => {
    const { keepPaymentResult, paidParts, chosenIn } = await load();
    const line = (invoiceNumber: string, invoiceAmount: number) => ({ invoiceNumber, invoiceAmount });
    const outcome = {
      ...outcomeOf('CRT1'),
      metadata: { invoices: [line('1', 50), line('2', 80)] },
      credits: [],
    } as unknown as PaymentOutcome;
    keepPaymentResult(one, outcome, ['1']);
    keepPaymentResult(one, { ...outcome, status: 200_300 });
    expect(chosenIn(outcome, paidParts(one))).toEqual({ amounts: { 1: 50 }, credits: [] });
    expect(paidParts(other)).toEqual([]);
    keepPaymentResult(one, outcomeOf('CRT2'));
    expect(paidParts(one)).toEqual([]);
  });
});
