import type { Cart } from '@yardage/contract/carts';
import type { PlannedPayment } from '@yardage/contract/planned-payments';
import { typedDollars } from '@yardage/domain/money';
import { describe, expect, it } from 'vitest';
import { amountOf, approvalText, approvalToast, lastDiscountDay, reasonOf, savedTerms, totalOn, typedCents } from './payables.ts';

const line = (invoiceAmount: number, discountAmount: number, discountExpiryDate: string | null) => ({
  invoiceNumber: `I${invoiceAmount}`,
  documentDate: '2026-11-01',
  invoiceAmount,
  discountAmount,
  amountWithDiscount: Math.round((invoiceAmount - discountAmount) * 100) / 100,
  discountExpiryDate,
  openAmount: invoiceAmount,
  wholeDiscountAmount: discountAmount,
});
const cartOf = (...invoices: Cart['invoices']) => ({ invoices }) as Cart;

describe('APY-06 a cart that is paid later', () => {
  const cart = cartOf(line(100.1, 2.05, '2026-11-20'), line(50, 1, '2026-11-25'), line(10.2, 0, null));

  it('keeps the discounts of the day and says which are lost', () => {
    expect(totalOn(cart, '2026-11-20')).toEqual({ total: 157.25, lost: 0 });
    expect(totalOn(cart, '2026-11-21')).toEqual({ total: 159.3, lost: 2.05 });
    expect(totalOn(cart, '2026-12-01')).toEqual({ total: 160.3, lost: 3.05 });
  });

  it('is suggested for the last day on which all discounts are available', () => {
    expect(lastDiscountDay(cart)).toBe('2026-11-20');
    expect(lastDiscountDay(cartOf(line(10, 0, '2026-11-20')))).toBeUndefined();
  });
});

describe('APY-06 APY-07 a cart with a credit', () => {
  const cart = {
    ...cartOf(line(12_000, 0, null)),
    totalAmountWithDiscount: 12_000,
    totalCreditAmount: 1_500,
    amountToPay: 10_500,
  };
  const limit = { amount: 10_000, used: 0 };

  it('uses it if it is paid now, and shows what is charged without it if it waits for approval or for a day', () => {
    expect(savedTerms(cart, null, { isLater: false })).toEqual({ total: 10_500, lost: 0, needsApproval: false });
    expect(savedTerms(cart, { amount: 10_500, used: 0 }, { isLater: false })).toMatchObject({ total: 10_500, needsApproval: false });
    expect(savedTerms(cart, limit, { isLater: false })).toEqual({ total: 12_000, lost: 0, needsApproval: true });
    expect(savedTerms(cart, null, { isLater: true, day: undefined })).toMatchObject({ total: 12_000 });
    expect(savedTerms(cart, { amount: 12_000, used: 500 }, { isLater: true, day: '2026-11-20' })).toEqual({
      total: 12_000,
      lost: 0,
      needsApproval: false,
    });
  });
});

describe('APY-07 an amount', () => {
  it.each([
    ['1,250.50', 1250.5],
    [' $ 12 ', 12],
    ['0', 0],
    ['1.234', undefined],
    ['1,2,5', undefined],
    ['-5', undefined],
    ['', undefined],
    ['1e9', undefined],
  ])('typed as %j is read as %s', (typed, amount) => expect(typedDollars(typed)).toBe(amount));
});

describe('APY-07 an approved payment', () => {
  const plan = (changes: object) =>
    ({
      kind: 'scheduled',
      state: 'planned',
      runOn: '2026-11-14',
      amount: 50,
      method: { name: 'Visa' },
      endReason: null,
      note: null,
      payment: null,
      ...changes,
    }) as PlannedPayment;

  it.each([
    [{ state: 'paid' }, { kind: 'success', title: 'Paid' }],
    [{ state: 'planned' }, { kind: 'success', title: 'Payment approved' }],
    [
      { state: 'stopped', endReason: 'paid-meanwhile' },
      { kind: 'destructive', message: 'The invoices were paid meanwhile' },
    ],
    [
      { state: 'stopped', endReason: 'disputed' },
      { kind: 'destructive', message: 'What is left of its invoices is disputed' },
    ],
    [
      { state: 'failed', endReason: 'method-expired' },
      { kind: 'destructive', message: 'The card has expired' },
    ],
  ])('that is then %j is told as it is', (state, told) => expect(approvalToast(plan(state))).toMatchObject(told));

  it('whose day has come or passed is charged today, not on that day', () => {
    expect(approvalText(plan({}), '2026-11-16')).toBe('Visa is charged today.');
    expect(approvalText(plan({}), '2026-11-14')).toBe('Visa is charged today.');
    expect(approvalText(plan({}), '2026-11-13')).toContain('Visa is charged on');
    expect(approvalText(plan({ kind: 'approval' }), '2026-11-16')).toBe('Visa is charged at once.');
  });

  it('APY-06 that was returned shows what it was about, and why', () => {
    const returned = plan({ state: 'returned', payment: { cartId: 'C', amount: 0, statusMessage: 'Returned by the bank' } });
    expect([amountOf(returned), reasonOf(returned)]).toEqual([50, 'Returned by the bank']);
  });
});

describe('APY-05 the amounts that prove a bank account', () => {
  it.each([
    ['32', 32],
    ['0.32', 32],
    ['$0.05', 5],
    ['0.5', 50],
    ['.5', 50],
    ['5', 5],
    ['0', undefined],
    ['1.32', undefined],
    ['', undefined],
  ])('typed as %j are %s cents', (typed, cents) => expect(typedCents(typed)).toBe(cents));
});
