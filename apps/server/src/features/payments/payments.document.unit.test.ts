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

  it('HIS-04 APY-04 says that a payment failed only if nothing of it was paid', () => {
    expect(noteOf({ paymentResult: 1 })).toBeUndefined();
    expect(noteOf({})).toMatch(/pending/);
    expect(noteOf({ paymentResult: 0 })).toBe('This payment failed. Nothing was paid.');
    expect(noteOf({ paymentResult: 0, returnedAmount: 1000 })).toBe('The money of this payment went back. What it had paid is open again.');
    expect(noteOf({ paymentResult: 0, returnedAmount: 800, creditAmount: 200 })).toContain('Credits of $200.00 stay applied.');
  });
});
