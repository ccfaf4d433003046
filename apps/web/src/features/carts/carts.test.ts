import type { Cart, CartInvoice } from '@yardage/contract/carts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countCartCopy, forgetCartCopies, writeCartCopy } from './cart-copy.ts';
import { creditsLost, matchingInvoices, missingFrom, partsAmong } from './carts.api.ts';
import { EMPTY_CART } from './use-cart.ts';

const invoice = (invoiceNumber: string, amountWithDiscount: number): CartInvoice => ({
  invoiceNumber,
  documentDate: '2026-03-09',
  invoiceAmount: amountWithDiscount + 2,
  discountAmount: 2,
  amountWithDiscount,
  discountExpiryDate: '2026-04-10',
  openAmount: amountWithDiscount + 2,
  wholeDiscountAmount: 2,
});
const customer = { customerNumber: '10012', datasourceId: 1, globalCustomerNumber: 'G-10012' };

describe('the local copy of the cart', () => {
  let kept: Record<string, string>;
  beforeEach(() => {
    kept = { 'somebody.else': '1' };
    const storage = Object.create({
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => {
        kept[key] = value;
      },
      removeItem: (key: string) => {
        delete kept[key];
      },
    });
    vi.stubGlobal('window', {
      localStorage: new Proxy(storage, {
        ownKeys: () => Object.keys(kept),
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      }),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('PAY-05 is kept per customer number with date, type CON, invoice, amount, disabled and status Pending', () => {
    writeCartCopy(customer, { invoices: [invoice('1000007', 98)] });
    writeCartCopy({ ...customer, customerNumber: '20034', datasourceId: 2 }, { invoices: [] });
    expect(JSON.parse(kept['yardage.cart.1.10012'] ?? '')).toEqual([
      { date: '2026-03-09', type: 'CON', invoice: '1000007', amount: 98, disabled: false, status: 'Pending' },
    ]);
    expect(kept['yardage.cart.2.20034']).toBe('[]');
    expect(countCartCopy(customer)).toBe(1);
  });

  it('is removed at sign-out, and nothing else is', () => {
    writeCartCopy(customer, { invoices: [invoice('1000007', 98)] });
    forgetCartCopies();
    expect(kept).toEqual({ 'somebody.else': '1' });
    expect(countCartCopy(customer)).toBe(0);
  });
});

describe('the search in the Order Summary', () => {
  it('PAY-09 finds by number, date and amount, every word in any order', () => {
    const all = [invoice('1000007', 98), invoice('1000008', 1250.5)];
    const found = (search: string) => matchingInvoices(all, search).map(({ invoiceNumber }) => invoiceNumber);
    expect(found('')).toEqual(['1000007', '1000008']);
    expect(found('008')).toEqual(['1000008']);
    // The amount before the discount is shown, too.
    for (const search of ['1,250.50', '$1250.50', '1250.5', '$1,252.50']) expect(found(search), search).toEqual(['1000008']);
    expect(found('03/09/2026 0007')).toEqual(['1000007']);
    expect(found('nothing')).toEqual([]);
  });
});

describe('a removal that is undone', () => {
  it('PAY-09 APY-02 puts chosen parts back as parts, and whole invoices with all that is open then', () => {
    const part = { ...invoice('2', 98), invoiceAmount: 40, discountAmount: 0, amountWithDiscount: 40 };
    const cart = [invoice('1', 98), part, { ...part, invoiceNumber: '3' }];
    expect(partsAmong(cart, ['1', '2'])).toEqual({ 2: 40 });
    expect(partsAmong(cart, ['1'])).toEqual({});
  });

  it('APY-01 chooses those credits again whose choice ended with the last invoice', () => {
    const credit = (creditNumber: string, chosenAmount: number | null) => ({
      creditNumber,
      chosenAmount,
      documentDate: '2026-03-09',
      reason: 'Short load',
      openAmount: 30,
      appliedAmount: 0,
    });
    const before = { ...EMPTY_CART, credits: [credit('1', 30), credit('2', 10), credit('3', null)] };
    expect(creditsLost(before, before)).toEqual([]);
    expect(creditsLost(before, { ...EMPTY_CART, credits: [credit('1', 30), credit('2', null), credit('3', null)] })).toEqual([
      { creditNumber: '2', amount: 10 },
    ]);
  });
});

describe('invoices that are put back', () => {
  it('PAY-07 PAY-09 are missing if the returned cart does not contain them, because they were paid meanwhile', () => {
    const cart = { invoices: [invoice('1', 50), invoice('3', 20)] } as Cart;
    expect(missingFrom(cart, ['1', '2', '3', '4'])).toEqual(['2', '4']);
    expect(missingFrom(cart, ['3'])).toEqual([]);
  });
});
