import { describe, expect, it } from 'vitest';
import { readExpiry } from './expiry.ts';
import * as rules from './payment-rules.ts';
import { paymentResultLabel, resultOfCode } from './payment-status.ts';

const TODAY = '2026-11-30';
const ADDRESS = { street: '1 Quarry Road', country: 'US', state: 'TN', city: 'Chattanooga', zipCode: '37406' };
const CARD = { cardNumber: '4242424242424242', expiryMonth: '12', expiryYear: '2026', cvv: '123', cardHolderName: 'Pat Payer' };

describe('card rules', () => {
  it('PAY-20 a card number is digits in groups that pass the Luhn check, 19 characters at most', () => {
    for (const good of ['4242 4242 4242 4242', '4242424242424242', '378282246310005', '6304 0000 0000 0000']) {
      expect(rules.cardNumberFault(good), good).toBeUndefined();
    }
    for (const bad of [
      '4242 4242 4242 4241',
      '4242-4242-4242-4242',
      'abcd',
      '0000 0000 0000 0000',
      '42',
      '4242 4242 4242 4242 42',
      '42424242424242424242',
    ]) {
      expect(rules.cardNumberFault(bad), bad).toBe('Card number is not valid');
    }
  });

  it('PAY-21 the month is 1 to 12', () => {
    expect(rules.expiryFault('01/27', TODAY)).toBeUndefined();
    expect(rules.expiryFault('1227', TODAY)).toBeUndefined();
    for (const bad of ['00/27', '13/27', '99/99']) expect(rules.expiryFault(bad, TODAY)).toBe('Invalid month');
    for (const bad of ['12/2', '127', '12/202', '8/1927', '08/27/1', 'ab/cd']) {
      expect(rules.expiryFault(bad, TODAY), bad).toBe('Expiry date must be MM/YY');
    }
  });

  it('PAY-14 PAY-21 an expiry is read in every usual form', () => {
    for (const usual of ['08/27', '8/27', '8/2027', '08/2027', '827', '0827', '082027', '82027', '8-27', '08 / 27', '8.2027']) {
      expect(readExpiry(usual), usual).toEqual({ month: '08', year: '27' });
      expect(rules.expiryFault(usual, TODAY), usual).toBeUndefined();
    }
    expect(readExpiry('127')).toBeUndefined();
  });

  it('PAY-22 the year is not before the current one, nor above 99', () => {
    expect(rules.expiryFault('12/99', TODAY)).toBeUndefined();
    expect(rules.expiryFault('12/25', TODAY)).toBe('Invalid year');
    expect(rules.expiryFault('12/00', TODAY)).toBe('Invalid year');
  });

  it('PAY-23 in the current year the month is the current one or later', () => {
    expect(rules.expiryFault('10/26', TODAY)).toBe('Month must be current or later');
    expect(rules.expiryFault('11/26', TODAY)).toBeUndefined();
    expect(rules.expiryFault('01/26', '2026-01-01')).toBeUndefined();
  });

  it('PAY-24 the CVC is 3 or 4 digits', () => {
    for (const good of ['123', '1234']) expect(rules.cvcFault(good)).toBeUndefined();
    for (const bad of ['12', '12345', '12a']) expect(rules.cvcFault(bad)).toBe('CVC must be 3 or 4 digits');
  });

  it('PAY-25 the name is 30 characters at most', () => {
    expect(rules.cardHolderFault('x'.repeat(30))).toBeUndefined();
    expect(rules.cardHolderFault('x'.repeat(31))).toBe('Maximum 30 characters allowed');
  });

  it('PAY-12 PAY-26 PAY-27 PAY-28 the billing address has its limits, a state and five digits of ZIP', () => {
    const { billingFault } = rules;
    expect(billingFault.street('x'.repeat(31))).toBe('Maximum 30 characters allowed');
    expect(billingFault.city('x'.repeat(21))).toBe('Maximum 20 characters allowed');
    for (const bad of ['', 'Tennessee', 'ZZ', 'tn', 'constructor']) expect(billingFault.state(bad)).toBe('State selection is required');
    for (const good of ['TN', 'DC']) expect(billingFault.state(good)).toBeUndefined();
    for (const bad of ['1234', '123456', '1234a']) expect(billingFault.zipCode(bad)).toBe('Invalid ZIP code format');
    expect(billingFault.zipCode('37406')).toBeUndefined();
    for (const bad of ['USA', 'Canada', 'us', 'constructor']) expect(billingFault.country(bad), bad).toBe('Country is required');
    expect(billingFault.country('US')).toBeUndefined();
    for (const field of ['street', 'country', 'city', 'zipCode'] as const) expect(billingFault[field](' ')).toMatch(/ is required$/);
  });

  it('PAY-29 collects everything that is wrong with a card, field by field', () => {
    expect(rules.cardFaults({ ...CARD, billingAddress: ADDRESS }, TODAY)).toEqual({});
    const empty = { cardNumber: '', expiryMonth: '', expiryYear: '', cvv: '', cardHolderName: '' };
    const nowhere = { street: '', country: '', state: '', city: '', zipCode: '' };
    expect(Object.keys(rules.cardFaults({ ...empty, billingAddress: nowhere }, TODAY))).toEqual([
      'cardNumber',
      'expiry',
      'cvv',
      'cardHolderName',
      ...Object.keys(nowhere).map((field) => `billingAddress.${field}`),
    ]);
    expect(rules.cardFaults({ ...CARD, expiryYear: '1926', billingAddress: ADDRESS }, TODAY)).toEqual({ expiry: ['Invalid year'] });
    expect(rules.cardFaults({ ...CARD, expiryMonth: '8', expiryYear: '2027', billingAddress: ADDRESS }, TODAY)).toEqual({
      expiry: ['Expiry date must be MM/YY'],
    });
  });
});

describe('e-check rules', () => {
  it('PAY-31 an account number is 1 to 17 letters or digits', () => {
    for (const good of ['1', 'AB12', '1'.repeat(17)]) expect(rules.accountNumberFault(good)).toBeUndefined();
    for (const bad of ['1'.repeat(18), '12-34', '12 34']) expect(rules.accountNumberFault(bad)).toBe('Invalid account number provided');
  });

  it('PAY-32 an account number is typed twice', () => {
    expect(rules.confirmAccountFault('123', '123')).toBeUndefined();
    expect(rules.confirmAccountFault('124', '123')).toBe('Bank Account Number do not match');
    expect(rules.confirmAccountFault('12-4', '12-4')).toBe('Invalid account number provided');
  });

  it('PAY-33 a routing number is nine digits with the right check digit', () => {
    for (const good of ['110000000', '021000021', '121000358']) expect(rules.routingNumberFault(good), good).toBeUndefined();
    for (const bad of ['11000000', '1100000000', '11000000a', '110000001', '120000000', '000000000']) {
      expect(rules.routingNumberFault(bad), bad).toBe('Invalid routing number provided');
    }
  });

  it('PAY-34 has a holder of 30 characters at most and the address of a card', () => {
    const check = { avsName: 'x'.repeat(31), bankAccountNumber: '1', bankRoutingNumber: '110000000', billingAddress: ADDRESS };
    expect(rules.checkFaults(check)).toEqual({ avsName: ['Maximum 30 characters allowed'] });
    expect(Object.keys(rules.checkFaults({ ...check, avsName: 'x', billingAddress: { ...ADDRESS, state: '' } }))).toEqual([
      'billingAddress.state',
    ]);
  });
});

describe('payer rules', () => {
  it('PAY-19 PAY-30 a phone has 10 to 14 digits, written with spaces, dashes and parentheses', () => {
    for (const good of ['4235550142', '(423) 555-0142', '00 1 423 555 0142']) expect(rules.payerPhoneFault(good), good).toBeUndefined();
    for (const bad of ['555-0142', '1'.repeat(15), '423.555.0142', '+1 423 555 0142']) {
      expect(rules.payerPhoneFault(bad), bad).toBe('Please enter a valid phone number');
    }
    expect(rules.payerPhoneFault(' ')).toBe('Phone number is required');
  });

  it('an email is required', () => {
    expect(rules.payerEmailFault('')).toBe('Email is required');
    expect(rules.payerEmailFault('nobody')).toBe('Invalid email address');
    expect(rules.payerEmailFault('owner@example.com')).toBeUndefined();
  });
});

describe('status codes', () => {
  it('RES-02 100000 is paid, 100100 pending, anything else failed', () => {
    expect([100000, 100100, 200100, 0, -1, 1].map((code) => paymentResultLabel(resultOfCode(code)))).toEqual([
      'Paid',
      'Pending',
      'Unpaid',
      'Unpaid',
      'Unpaid',
      'Unpaid',
    ]);
  });
});
