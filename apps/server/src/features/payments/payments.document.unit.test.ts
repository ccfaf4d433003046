import { runInLanguage } from '@yardage/messages/language';
import { describe, expect, it } from 'vitest';
import { receiptDocument } from './payments.document.ts';
import type { PaymentForDocument } from './payments.queries.ts';

const PAYMENT: PaymentForDocument = {
  cartId: 'CRT00000025',
  paymentId: 'P030017503',
  paymentDateTime: '2026-11-14T15:25:00Z',
  timeZone: 'America/New_York',
  paymentMethod: 'eCheck',
  paymentSourceName: 'Customer portal',
  paymentResult: 2,
  statusMessage: 'Pending: waiting for the bank',
  comments: null,
  payerEmail: 'ap@example.com',
  customerName: 'Ridgeline Constructors LLC',
  customerNumber: '10012',
  totalAmount: 1000,
  totalDiscountAmount: 0,
  totalAmountWithDiscount: 1000,
  creditAmount: 0,
  onAccountAmount: 0,
  returnedAmount: 0,
  returns: [],
  invoices: [],
};
const factsOf = (payment: PaymentForDocument) =>
  Object.fromEntries(receiptDocument(payment).facts.map(({ label, value }) => [label, value]));
const sumOf = (changes: Partial<PaymentForDocument>) => {
  const totals = receiptDocument({ ...PAYMENT, ...changes }).sections.find(({ kind }) => kind === 'totals');
  return totals?.kind === 'totals' ? totals.lines.at(-1) : undefined;
};
const noteOf = (changes: Partial<PaymentForDocument>) => {
  const totals = receiptDocument({ ...PAYMENT, ...changes }).sections.find(({ kind }) => kind === 'totals');
  return totals?.kind === 'totals' ? totals.note : undefined;
};

describe('the receipt of a payment', () => {
  it('LNG-01 HIS-04 names status and method in the language of its reader', () => {
    expect(factsOf(PAYMENT)).toMatchObject({ Status: 'Pending: waiting for the bank', 'Payment method': 'E-check' });
    const inSpanish = Object.values(runInLanguage('es', () => factsOf(PAYMENT)));
    expect(inSpanish).toEqual(expect.arrayContaining(['Cheque electrónico', 'Portal de clientes']));
    expect(inSpanish).not.toContain('Pending: waiting for the bank');
    expect(factsOf({ ...PAYMENT, statusMessage: 'Do not honor (05)' })).toMatchObject({ Status: 'Do not honor (05)' });
  });

  it('HIS-04 APY-04 ends with the amount paid, after money that went back or came again; money on account is part of it', () => {
    const paid = { paymentResult: 1, totalAmountWithDiscount: 1000 } as const;
    const happenedAt = '2026-11-15T15:25:00Z';
    expect(sumOf(paid)?.amount).toBe('$1,000.00');
    expect(sumOf({ ...paid, returns: [{ kind: 'refunded', amount: 50.1, happenedAt }] })).toEqual({
      label: 'Paid after returns',
      amount: '$949.90',
    });
    const disputed = [
      { kind: 'disputed', amount: 1000, happenedAt },
      { kind: 'reinstated', amount: 1000, happenedAt },
    ] as const;
    expect(sumOf({ ...paid, returns: [...disputed] })?.amount).toBe('$1,000.00');
    expect(sumOf({ ...paid, creditAmount: 200, returns: [{ kind: 'refunded', amount: 100, happenedAt }] })?.amount).toBe('$700.00');
    expect(sumOf({ ...paid, onAccountAmount: 200 })?.amount).toBe('$1,000.00');
    expect(noteOf({ ...paid, onAccountAmount: 200 })).toBe('$200.00 of it is on account.');
  });

  it('HIS-04 APY-04 says that a payment failed only if nothing of it was paid', () => {
    expect(noteOf({ paymentResult: 1 })).toBeUndefined();
    expect(noteOf({})).toMatch(/pending/);
    expect(noteOf({ paymentResult: 0 })).toBe('This payment failed. Nothing was paid.');
    expect(noteOf({ paymentResult: 0, returnedAmount: 1000 })).toBe('The money of this payment went back. What it had paid is open again.');
    expect(noteOf({ paymentResult: 0, returnedAmount: 800, creditAmount: 200 })).toContain('Credits of $200.00 stay applied.');
  });
});
