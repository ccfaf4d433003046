import type { Cart } from '@yardage/contract/carts';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { AutopayRule, PlannedPayment } from '@yardage/contract/planned-payments';
import type { SavedMethod } from '@yardage/contract/saved-methods';
import { typedDollars } from '@yardage/domain/money';
import { describe, expect, it } from 'vitest';
import { HttpProblem, NetworkFailure, UnansweredWrite } from '#web/lib/http/http-errors.ts';
import { isUnclear, reasonOf as refusalOf } from './components/payables/add-method-form.tsx';
import { limitText } from './components/payables/limit-card.tsx';
import {
  amountOf,
  approvalText,
  approvalToast,
  chargeable,
  creditsFor,
  creditsText,
  lastDiscountDay,
  namedAmount,
  numbersOf,
  reasonOf,
  savedTerms,
  totalOn,
  typedCents,
  upcomingOf,
  whyNotChargeable,
} from './payables.ts';

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

describe('APY-05 a saved method', () => {
  const method = (id: number, paymentMethod: 'CreditCard' | 'eCheck', problem: SavedMethod['problem'] = null) =>
    ({ id, paymentMethod, problem }) as SavedMethod;
  const methods = [method(1, 'CreditCard'), method(2, 'eCheck'), method(3, 'eCheck', 'unverified')];

  it('can be charged by users whose role may pay with its kind', () => {
    const chargeableWith = (...codes: string[]) => chargeable(methods, new Set(codes)).map(({ id }) => id);
    expect(chargeableWith(PERMISSIONS.INVOICES_CREDIT_CARD, PERMISSIONS.INVOICES_E_CHECK)).toEqual([1, 2]);
    expect(chargeableWith(PERMISSIONS.INVOICES_E_CHECK)).toEqual([2]);
    expect(chargeableWith(PERMISSIONS.PAYMENTS_SAVED_METHODS)).toEqual([]);
    const ofCheck = new Set([PERMISSIONS.INVOICES_E_CHECK]);
    expect(methods.map((each) => whyNotChargeable(each, ofCheck))).toEqual(['not-permitted', null, 'unverified']);
  });
});

describe('APY-07 a payment to approve', () => {
  it('names its invoices also where there is no room for a table', () => {
    const planOf = (count: number) =>
      ({
        invoices: Array.from({ length: count }, (_, index) => ({ invoiceNumber: `I${index}`, amount: 1, discount: 0 })),
      }) as PlannedPayment;
    expect([1, 3, 11].map((count) => numbersOf(planOf(count)))).toEqual(['I0', 'I0, I1, I2', '11 invoices']);
  });
});

describe('APY-05 a method that was not saved', () => {
  it('says from which minute on another try is possible, never one that is too early', () => {
    const reason = (retryAt: string) =>
      refusalOf(new HttpProblem(429, { title: 'Too many.', extensions: { retryAt } }), (moment) => moment);
    expect(reason('2026-11-16T10:05:40Z')).toBe('Too many. You can try again at 2026-11-16T10:06:00.000Z.');
    expect(reason('2026-11-16T10:05:00Z')).toContain('10:05:00');
  });

  it('may have been saved if the answer was lost or is not of the portal, and the form says where to look', () => {
    const refused = new HttpProblem(503, { code: 'service-unavailable', detail: 'Not reached.' });
    const lost = [new NetworkFailure(), new UnansweredWrite(false), new HttpProblem(504, {})];
    expect([refused, ...lost].map(isUnclear)).toEqual([false, true, true, true]);
    expect([refused, ...lost].map((error) => refusalOf(error, String))).toEqual([
      'Not reached.',
      ...lost.map(() => 'There was no answer. Close this form and look at the list before you try again.'),
    ]);
  });
});

describe('APY-07 the approval limit', () => {
  it('names who set it, unless they left the account', () => {
    const limit = { amount: 10_000, usedAmount: 0, setBy: 'Dana Whitfield', setAt: '2026-11-01T12:00:00Z' };
    expect(limitText(limit, '11/01/2026')).toBe('$10,000.00, set by Dana Whitfield on 11/01/2026');
    expect(limitText({ ...limit, setBy: null }, '11/01/2026')).toBe('$10,000.00, set on 11/01/2026');
  });
});

describe('APY-01 APY-06 APY-07 a cart with credits', () => {
  const creditOf = (creditNumber: string, chosenAmount: number | null) => ({ creditNumber, chosenAmount }) as Cart['credits'][number];
  const cart = {
    ...cartOf(line(12_000, 100, '2026-11-20')),
    credits: [creditOf('C1', 1_000.1), creditOf('C2', null), creditOf('C3', 399.9)],
    totalAmountWithDiscount: 11_900,
    totalCreditAmount: 1_400,
    amountToPay: 10_500,
  };
  const credits = [
    { creditNumber: 'C1', amount: 1_000.1 },
    { creditNumber: 'C3', amount: 399.9 },
  ];
  const limit = { amount: 10_000, used: 0 };

  it('uses them now, on a day and after an approval, and charges and limits only the rest', () => {
    const now = { total: 10_500, totalBeforeCredits: 11_900, credits, lost: 0 };
    expect(savedTerms(cart, null, { isLater: false })).toEqual({ ...now, needsApproval: false });
    expect(savedTerms(cart, { amount: 10_500, used: 0 }, { isLater: false })).toMatchObject({ needsApproval: false });
    expect(savedTerms(cart, limit, { isLater: false })).toEqual({ ...now, needsApproval: true });
    expect(savedTerms(cart, null, { isLater: true, day: undefined })).toMatchObject(now);
    expect(savedTerms(cart, { amount: 10_600, used: 500 }, { isLater: true, day: '2026-11-21' })).toEqual({
      total: 10_600,
      totalBeforeCredits: 12_000,
      credits,
      lost: 100,
      needsApproval: false,
    });
  });

  it('uses more of a credit than today if a discount is lost until the day, and never more than there is to pay', () => {
    const small = { ...cart, ...cartOf(line(1_010, 20, '2026-11-20')) };
    expect([creditsFor(small, 990), creditsFor(small, 1_010)]).toEqual([
      [{ creditNumber: 'C1', amount: 990 }],
      [
        { creditNumber: 'C1', amount: 1_000.1 },
        { creditNumber: 'C3', amount: 9.9 },
      ],
    ]);
  });

  it('is called by what it charges, or by its credits if they cover everything', () => {
    const planned = (amount: number, creditAmount: number, payment: object | null = null) =>
      ({ state: 'planned', kind: 'approval', amount, creditAmount, payment, method: { name: 'Visa' } }) as PlannedPayment;
    expect([planned(50, 25), planned(0, 25), planned(50, 0)].map((plan) => [namedAmount(plan), creditsText(plan)])).toEqual([
      ['$50.00', 'and $25.00 from credits'],
      ['$25.00', 'and $25.00 from credits'],
      ['$50.00', ''],
    ]);
    // Less is used if an invoice was paid meanwhile.
    const less = planned(50, 25, { amount: 0, creditAmount: 20 });
    expect([less, { ...less, state: 'returned' as const }].map(creditsText)).toEqual([
      'and $20.00 from credits',
      'and $20.00 from credits',
    ]);
    expect([planned(50, 25), planned(0, 25)].map((plan) => approvalText(plan, '2026-11-18'))).toEqual([
      'Visa is charged at once.',
      'Credits cover everything. Nothing is charged.',
    ]);
  });
});

describe('APY-01 APY-06 the next payments of a rule', () => {
  const days = ['2026-11-20', '2026-11-25', '2026-12-01', '2026-12-05'];
  const ruleOf = (usableCreditAmount: number | undefined, ...amounts: number[]) =>
    ({
      paymentCap: 1_000,
      usableCreditAmount,
      upcoming: amounts.map((amount, index) => ({ runOn: days[index], invoices: 1, amount })),
    }) as AutopayRule;
  const linesOf = (rule: AutopayRule) => upcomingOf(rule).map((line) => line.replace(/^[^:]*: /, ''));

  it('say what is charged after credits, which the first days use up, and what is above the limit then', () => {
    expect(linesOf(ruleOf(800, 1_500, 1_000.5, 20, 30))).toEqual([
      '$700.00 and $800.00 from credits',
      '$1,000.50, above the limit: what does not fit is left to you',
      '$20.00',
    ]);
    expect(linesOf(ruleOf(400.1, 1_500, 10))).toEqual([
      '$1,099.90 and $400.10 from credits, above the limit: what does not fit is left to you',
      '$10.00',
    ]);
    expect(linesOf(ruleOf(undefined, 999.99))).toEqual(['$999.99']);
    expect(upcomingOf(ruleOf(5))).toEqual(['Nothing in the next 60 days']);
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
  ])('that is then %j has a toast with its actual outcome', (state, toast) => expect(approvalToast(plan(state))).toMatchObject(toast));

  it('whose day has come or passed is charged today, not on that day', () => {
    expect(approvalText(plan({}), '2026-11-16')).toBe('Visa is charged today.');
    expect(approvalText(plan({}), '2026-11-14')).toBe('Visa is charged today.');
    expect(approvalText(plan({}), '2026-11-13')).toContain('Visa is charged on');
    expect(approvalText(plan({ kind: 'approval' }), '2026-11-16')).toBe('Visa is charged at once.');
  });

  it('APY-04 APY-06 that was returned shows what was charged, and why', () => {
    const payment = { cartId: 'C', amount: 40, creditAmount: 0, statusMessage: 'Returned by the bank' };
    const returned = plan({ state: 'returned', payment });
    expect([amountOf(returned), reasonOf(returned)]).toEqual([40, 'Returned by the bank']);
    expect([amountOf(plan({ state: 'paid', payment })), amountOf(plan({ state: 'stopped' }))]).toEqual([40, 50]);
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
