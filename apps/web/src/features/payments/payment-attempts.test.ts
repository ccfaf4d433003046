import type { PaymentRequest } from '@yardage/contract/payments';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkFailure } from '#web/lib/http/http-errors.ts';

const KEY = 'yardage.payment-attempts';
const customer = { customerNumber: '10012', datasourceId: 1, globalCustomerNumber: 'G-10012' };
const request = {
  paymentDetails: { cardNumber: '4242424242424242', cvv: '123' },
  metadata: { ...customer, invoices: [{ invoiceNumber: '1000007' }], customerEmail: 'ap@example.com' },
} as unknown as PaymentRequest;

let kept: Map<string, string>;
let warnings: Set<unknown>;
/** Loads the module afresh, as after a page load. */
const load = async () => {
  vi.resetModules();
  return import('./payment-attempts.ts');
};

beforeEach(() => {
  kept = new Map();
  warnings = new Set();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
    addEventListener: (_type: string, listener: unknown) => warnings.add(listener),
    removeEventListener: (_type: string, listener: unknown) => warnings.delete(listener),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('an attempt to pay', () => {
  it('PAY-41 is stored for the tab before it is sent, without card data, and found after a reload', async () => {
    const { noteAttempt } = await load();
    const attempt = noteAttempt(customer, request);
    expect(JSON.parse(kept.get(KEY) ?? '')).toEqual([{ customer, reference: attempt.reference, invoiceNumber: '1000007' }]);
    const reloaded = await load();
    expect(reloaded.openAttempts()).toEqual([{ ...attempt, phase: 'asking' }]);
    expect(reloaded.closeAttempt(attempt)).toBe(true);
    expect(kept.has(KEY)).toBe(false);
    expect(reloaded.closeAttempt(attempt)).toBe(false);
  });

  it('PAY-41 warns before the page is left while it is under way', async () => {
    const { noteAttempt, markAttempt, closeAttempt } = await load();
    const attempt = noteAttempt(customer, request);
    expect(warnings.size).toBe(1);
    markAttempt(attempt, 'unknown');
    expect(warnings.size).toBe(0);
    markAttempt(attempt, 'asking');
    closeAttempt(attempt);
    expect(warnings.size).toBe(0);
  });

  it('is ignored if the storage holds something else', async () => {
    kept.set(KEY, '{"not":"a list"}');
    expect((await load()).openAttempts()).toEqual([]);
  });

  it('PAY-41 ERR-04 waits for the next sign-in, and goes on when the user has signed in or asks', async () => {
    const { askNow, untilAsked } = await load();
    const done = vi.fn();
    const waits = [untilAsked().then(done), untilAsked().then(done)];
    await Promise.resolve();
    expect(done).not.toHaveBeenCalled();
    askNow();
    await Promise.all(waits);
    expect(done).toHaveBeenCalledTimes(2);
  });

  it('PAY-41 without an answer in time counts as unanswered', async () => {
    const { answeredInTime } = await load();
    await expect(answeredInTime(Promise.resolve('paid'), 60_000)).resolves.toBe('paid');
    await expect(answeredInTime(new Promise(() => undefined), 1)).rejects.toMatchObject({ name: new NetworkFailure('').name });
  });
});
