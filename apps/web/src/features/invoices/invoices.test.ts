import type { InvoiceRow } from '@yardage/contract/invoices';
import { PAYMENT_TABS } from '@yardage/contract/lists';
import { describe, expect, it } from 'vitest';
import { csvFields } from '#web/patterns/data-table/table-column.ts';
import { invoiceColumns, sortRequested, sortShown } from './components/invoice-columns.tsx';
import { discountText } from './components/invoice-discount.tsx';
import { applicationCard } from './components/invoice-drawer.tsx';
import { canBePaid, cartCents, discountTimeLeft, isPaidUp } from './invoice-discount.ts';
import { invoiceSumLines, withoutNumbers } from './use-invoice-selection.ts';

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
  orderNumber: '101439',
  poNumber: 'PO-99156',
  job: 'Tyner High School',
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
    marks: new Map(),
  }).map(({ id }) => id);

it('INV-07 exports job, PO number and order number, which say where an invoice belongs', () => {
  const columns = invoiceColumns({ today: '2026-11-01', hasStatus: true, payment: null, marks: new Map() });
  const exported = new Map(csvFields(columns).map(({ header, value }) => [header, value(row)]));
  expect(['Job', 'PO number', 'Order', 'Discount amount (USD)'].map((header) => exported.get(header))).toEqual([
    ...['Tyner High School', 'PO-99156', '101439', -2],
  ]);
});

describe('the selection', () => {
  it('INV-09 INV-10 loses what was added to the cart, and keeps what was selected meanwhile', () => {
    const chosen = new Map(['1000007', '1000008', '1000009'].map((number) => [number, row]));
    expect([...withoutNumbers(chosen, ['1000007', '1000009']).keys()]).toEqual(['1000008']);
  });
});

describe('the sort order', () => {
  it('INV-01 TBL-15 is shown at the date that the rows are sorted by, also with a filter by due date', () => {
    expect(['ticketDateTime', 'documentDate', 'dueDate'].map((sort) => sortShown(sort, false))).toEqual([
      'documentDate',
      'documentDate',
      'dueDate',
    ]);
    expect(['ticketDateTime', 'documentDate', 'dueDate'].map((sort) => sortShown(sort, true))).toEqual([
      'dueDate',
      'documentDate',
      'dueDate',
    ]);
    for (const isByDueDate of [false, true]) {
      const keys = invoiceColumns({ today: '2026-11-01', hasStatus: true, payment: null, marks: new Map() }).flatMap(
        ({ sortKey }) => sortKey ?? [],
      );
      expect(keys).toEqual(expect.arrayContaining(['documentDate', 'dueDate']));
      for (const key of keys) expect(sortShown(sortRequested(key, isByDueDate), isByDueDate)).toBe(key);
    }
  });
});

describe('the sum beside Add to Cart', () => {
  it('INV-09 APY-03 is what goes into the cart: without what is disputed', () => {
    const other = { ...row, documentNumber: '1000008' };
    const mark = { documentNumber: '1000007', isDisputed: true, cartAmount: 68.6 };
    expect(cartCents([row, other], undefined)).toBe(19_600);
    expect(cartCents([row, other], [mark])).toBe(16_660);
    expect(cartCents([row], [{ ...mark, isDisputed: false }])).toBe(9_800);
  });
});

describe('an invoice', () => {
  it('INV-10 INV-11 can be paid while it is unpaid and not in the cart', () => {
    expect(canBePaid(row, new Set())).toBe(true);
    expect(canBePaid(row, new Set(['1000007']))).toBe(false);
    expect(canBePaid({ ...row, paymentResult: 1 }, new Set())).toBe(false);
    expect(canBePaid({ ...row, paymentResult: 2 }, new Set())).toBe(false);
  });

  it('INV-02 INV-09 can be paid by users who may pay but not see the status, if something of it is open', () => {
    const hidden = { ...row, paymentResult: null };
    expect(canBePaid(hidden, new Set())).toBe(true);
    expect(canBePaid(hidden, new Set(['1000007']))).toBe(false);
    expect(canBePaid({ ...hidden, currentAmount: 0 }, new Set())).toBe(false);
    expect([hidden, { ...hidden, currentAmount: 0 }, { ...hidden, currentAmount: 0, voidedDate: '2026-10-12' }].map(isPaidUp)).toEqual([
      false,
      true,
      false,
    ]);
    expect([row, { ...row, paymentResult: 1 as const }].map(isPaidUp)).toEqual([false, true]);
  });

  it('INV-08 APY-04 says on phones which payments on it count', () => {
    const line = { appliedDate: '2026-11-02', method: 'CreditCard', reference: 'CRT1', amount: 98, discountAmount: 2 };
    const detailsOf = (paymentResult: 0 | 1 | 2) => applicationCard({ ...line, paymentResult }).details;
    expect([detailsOf(0), detailsOf(1), detailsOf(2)].map(([first]) => first)).toEqual([
      '11/02/2026 · Unpaid',
      '11/02/2026 · Paid',
      '11/02/2026 · Pending',
    ]);
  });

  it('INV-06 FED-08 APY-02 has a status that can be Partly paid and Void, and a void one cannot be paid', () => {
    const [status] = invoiceColumns({ today: '2026-11-01', hasStatus: true, payment: null, marks: new Map() }).filter(
      ({ id }) => id === 'paymentResult',
    );
    const partly = { ...row, paidAmount: 60, currentAmount: 40 };
    const voided = { ...row, paymentResult: null, currentAmount: 0, voidedDate: '2026-10-12' };
    const hidden = { ...row, paymentResult: null };
    const words = [row, partly, { ...partly, paymentResult: 2 as const }, { ...row, paymentResult: 1 as const }, voided, hidden];
    expect(words.map((invoice) => status?.value(invoice))).toEqual(['Unpaid', 'Partly paid', 'Pending', 'Paid', 'Void', '']);
    expect(canBePaid(partly, new Set())).toBe(true);
    expect(canBePaid(voided, new Set())).toBe(false);
  });

  it('DSH-16 APY-01 sums the open invoices up to the balance, less what is not applied yet', () => {
    const sums = { invoiceAmount: 300, currentAmount: 200.1, discountAmount: 0, amountWithDiscount: 200.1 };
    const more = { pendingAmount: 0, unappliedAmount: 50.03 };
    expect(invoiceSumLines({ ...sums, ...more }, true).map(({ amount }) => amount)).toEqual([300, 200.1, -50.03, 150.07]);
    expect(invoiceSumLines({ ...sums, ...more }).map(({ amount }) => amount)).toEqual([300, 200.1]);
  });

  it('INV-07 shows what paying in time saves, and in the last week how long', () => {
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

  it('INV-02 INV-09 has the status column and the cart button only with the permissions', () => {
    expect(columnIds(false, false)).not.toContain('paymentResult');
    expect(columnIds(false, false)).not.toContain('pay');
    expect(columnIds(true, true)).toEqual(expect.arrayContaining(['paymentResult', 'pay']));
  });

  it('INV-03 is filtered by nothing for All, 1 for Paid, 0 for Unpaid, 2 for Pending', () => {
    expect(PAYMENT_TABS).toEqual({ All: '', Paid: '1', Unpaid: '0', Pending: '2' });
  });
});
