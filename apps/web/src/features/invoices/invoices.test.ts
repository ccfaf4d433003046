import type { InvoiceRow } from '@yardage/contract/invoices';
import { PAYMENT_TABS } from '@yardage/contract/lists';
import { describe, expect, it } from 'vitest';
import { invoiceColumns } from './components/invoice-columns.tsx';
import { discountText } from './components/invoice-discount.tsx';
import { canBePaid, discountTimeLeft } from './invoice-discount.ts';

const row: InvoiceRow = {
  documentNumber: '1000007',
  documentDate: '2026-10-09',
  customerNumber: '10012',
  jobAddress1: '5080 Thrasher Pike',
  jobAddress2: 'Hixson, TN 37343',
  batchNumber: 'CH261009',
  invoiceAmount: 100,
  discountAmount: 2,
  currentAmount: 100,
  amountWithDiscount: 98,
  discountExpiryDate: '2026-11-10',
  paymentResult: 0,
  orderId: 7,
  dueDate: '2026-11-08',
  daysOverdue: null,
  paidAmount: 0,
  creditedAmount: 0,
  discountTakenAmount: 0,
  voidedDate: null,
};
const columnIds = (hasStatus: boolean, canPay: boolean) =>
  invoiceColumns({
    today: '2026-11-01',
    hasStatus,
    payment: canPay ? { inCart: new Set(), onPay: () => undefined } : null,
  }).map(({ id }) => id);

describe('an invoice', () => {
  it('INV-10 INV-11 can be paid while it is unpaid and not in the cart', () => {
    expect(canBePaid(row, new Set())).toBe(true);
    expect(canBePaid(row, new Set(['1000007']))).toBe(false);
    expect(canBePaid({ ...row, paymentResult: 1 }, new Set())).toBe(false);
    expect(canBePaid({ ...row, paymentResult: 2 }, new Set())).toBe(false);
  });

  it('INV-07 says what paying in time keeps, and in the last week how long', () => {
    expect(discountText(row)).toBe('-2.00 by 11/10/2026');
    expect(discountText({ discountAmount: 0, discountExpiryDate: '2026-11-10' })).toBe('');
    expect(['2026-11-02', '2026-11-03', '2026-11-09', '2026-11-10', '2026-11-11'].map((today) => discountTimeLeft(row, today))).toEqual([
      null,
      '7 days left',
      '1 day left',
      'Last day',
      null,
    ]);
  });

  it('INV-07 has every field in a column', () => {
    const ids = columnIds(true, true);
    const shownAs: Record<string, string> = { discountExpiryDate: 'discount' };
    for (const field of Object.keys(row)) expect(ids).toContain(shownAs[field] ?? field);
  });

  it('INV-02 INV-09 has the status column and the way into the cart only for those who may', () => {
    expect(columnIds(false, false)).not.toContain('paymentResult');
    expect(columnIds(false, false)).not.toContain('pay');
    expect(columnIds(true, true)).toEqual(expect.arrayContaining(['paymentResult', 'pay']));
  });

  it('INV-03 is filtered by nothing for All, 1 for Paid, 0 for Unpaid, 2 for Pending', () => {
    expect(PAYMENT_TABS).toEqual({ All: '', Paid: '1', Unpaid: '0', Pending: '2' });
  });
});
