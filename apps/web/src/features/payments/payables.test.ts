import type { Cart } from '@yardage/contract/carts';
import { typedDollars } from '@yardage/domain/money';
import { describe, expect, it } from 'vitest';
import { lastDiscountDay, totalOn } from './payables.ts';

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
