import { describe, expect, it } from 'vitest';
import { isNothingOpen } from './aging.ts';
import {
  cardNumberFault,
  confirmAccountFault,
  cvcFault,
  expiryFault,
  passesLuhn,
  payerPhoneFault,
  routingNumberFault,
} from './payment-rules.ts';
import { invoiceStatusLabel, isPartlyPaid, paymentMethodLabel, paymentStatusText } from './payment-status.ts';

describe('the status of an invoice', () => {
  const invoice = { paymentResult: 0 as const, voidedDate: null, invoiceAmount: 100, currentAmount: 100 };

  it('INV-06 is its result, Partly paid if something is paid, or Void', () => {
    expect(invoiceStatusLabel(invoice)).toBe('Unpaid');
    expect(invoiceStatusLabel({ ...invoice, paymentResult: 1, currentAmount: 0 })).toBe('Paid');
    expect(invoiceStatusLabel({ ...invoice, paymentResult: 2, currentAmount: 40 })).toBe('Pending');
    expect(invoiceStatusLabel({ ...invoice, currentAmount: 99.99 })).toMatch(/^Partly paid$/i);
    expect(invoiceStatusLabel({ ...invoice, paymentResult: null })).toBe('');
    expect(invoiceStatusLabel({ ...invoice, voidedDate: '2026-01-01', paymentResult: null })).toBe('Void');
    expect([isPartlyPaid(invoice), isPartlyPaid({ ...invoice, currentAmount: 1 })]).toEqual([false, true]);
    expect(isPartlyPaid({ ...invoice, paymentResult: 1, currentAmount: 1 })).toBe(false);
  });

  it('HIS-03 methods from outside the portal are their own names, and so are the messages of a processor', () => {
    expect(paymentMethodLabel('CreditCard')).not.toBe('CreditCard');
    expect([paymentMethodLabel('Lockbox'), paymentStatusText('Do not honor (05)')]).toEqual(['Lockbox', 'Do not honor (05)']);
    expect(paymentStatusText('The payment was refunded.')).toBe('The payment was refunded.');
    expect(['Taken back', 'Pending', 'Unpaid'].map(paymentStatusText)).toEqual(['Taken back', 'Pending', 'Unpaid']);
  });
});

describe('the account aging', () => {
  it('DSH-16 has nothing open only if no invoice was merely covered by unapplied money or a pending payment', () => {
    const balance = { currentAmount: 0, last30DaysAmount: 0, last90DaysAmount: 0, over90DaysAmount: 0 };
    const nothing = { ...balance, unappliedAmount: 0, pendingAmount: null };
    expect(isNothingOpen(nothing)).toBe(true);
    for (const open of [{ unappliedAmount: 80 }, { pendingAmount: 80 }, { over90DaysAmount: 0.01 }, { currentAmount: -5 }]) {
      expect(isNothingOpen({ ...nothing, ...open })).toBe(false);
    }
  });
});

describe('check digits', () => {
  it('PAY-20 any single wrong digit, and nearly any two exchanged ones, are noticed', () => {
    const good = '4539578763621486';
    expect(passesLuhn(good)).toBe(true);
    for (let place = 0; place < good.length; place += 1) {
      for (let step = 1; step < 10; step += 1) {
        const digit = (Number(good[place]) + step) % 10;
        const wrong = `${good.slice(0, place)}${digit}${good.slice(place + 1)}`;
        expect(passesLuhn(wrong), wrong).toBe(false);
      }
    }
    expect(passesLuhn('4539578763624186')).toBe(false);
    expect(passesLuhn('')).toBe(false);
  });

  it('PAY-20 a card number has 12 to 19 digits', () => {
    // Sixteen zeros pass the check digit, but are no card.
    expect(['630400000000', '4000000000000000006'].map(cardNumberFault)).toEqual([undefined, undefined]);
    for (const wrong of ['00000000000000', '63040000001', '40000000000000000003', 'x4242424242424242', '4242424242424242x']) {
      expect(cardNumberFault(wrong), wrong).toBe('Card number is not valid');
    }
    expect(cardNumberFault(' ')).toBe('Card number is required');
    expect(cardNumberFault(' 4242 4242 4242 4242 ')).toBeUndefined();
  });

  it('PAY-33 any single wrong digit of a routing number is noticed', () => {
    const good = '121000358';
    for (let place = 0; place < good.length; place += 1) {
      const wrong = `${good.slice(0, place)}${(Number(good[place]) + 1) % 10}${good.slice(place + 1)}`;
      expect(routingNumberFault(wrong), wrong).toBe('Invalid routing number provided');
    }
    expect([routingNumberFault(` ${good} `), routingNumberFault(' ')]).toEqual([undefined, 'Routing number is required']);
    expect([routingNumberFault(`${good}0`), routingNumberFault(`x${good}`)].every(Boolean)).toBe(true);
  });

  it('PAY-21 PAY-24 PAY-30 PAY-32 spaces around a field do not matter, and an empty one is required', () => {
    expect([cvcFault(' 123 '), expiryFault(' 12/27 ', '2026-11-30'), payerPhoneFault(' 4235550142 ')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([confirmAccountFault(' 123', '123 '), confirmAccountFault('', '')]).toEqual([undefined, 'Confirm account number is required']);
    expect([cvcFault(' '), expiryFault(' ', '2026-11-30')]).toEqual(['CVC is required', 'Expiry date is required']);
    for (const wrong of ['x123', '123x', '1234x']) expect(cvcFault(wrong)).toBe('CVC must be 3 or 4 digits');
    for (const wrong of ['x4235550142', '4235550142x']) expect(payerPhoneFault(wrong)).toBe('Please enter a valid phone number');
  });
});
