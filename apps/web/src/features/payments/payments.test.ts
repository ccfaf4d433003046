import type { CartHistoryRow } from '@yardage/contract/payments';
import { runInLanguage } from '@yardage/messages/language';
import { describe, expect, it } from 'vitest';
import { csvFields } from '#web/patterns/data-table/table-column.ts';
import { paymentColumns } from './components/payment-columns.tsx';
import { methodName, onAccountText } from './payment-facts.ts';

const row: CartHistoryRow = {
  paymentDate: '2026-11-14',
  paymentDateTime: '2026-11-14T15:25:00Z',
  cartId: 'CRT00000025',
  paymentId: 'P030017503',
  paymentMethod: 'eCheck',
  totalAmount: 66_802.14,
  totalDiscountAmount: 1.5,
  totalAmountWithDiscount: 66_800.64,
  paymentSourceName: 'Customer portal',
  paymentResult: 2,
  statusCode: 100_100,
  statusMessage: 'Pending: waiting for the bank',
  comments: null,
  balanceAmount: 66_802.14,
  totalCartAmount: 66_802.14,
  onAccountAmount: 0,
  creditAmount: 0,
  returnedAmount: 0,
};

describe('a payment in its panel', () => {
  it('HIS-03 LNG-01 says what of it is on account, as its receipt does', () => {
    const cartData = { cartId: 'C', totalAmount: 1000, totalDiscountAmount: 0, totalAmountWithDiscount: 1000, totalCreditAmount: 0 };
    expect(onAccountText({ ...cartData, onAccountAmount: 400 })).toBe('$400.00 of it is on account.');
    runInLanguage('es', () => expect(onAccountText({ ...cartData, onAccountAmount: 400 })).toBe('De ello, $400.00 está a cuenta.'));
    // During an update, a server of the version before sends none.
    expect([onAccountText({ ...cartData, onAccountAmount: 0 }), onAccountText(cartData)]).toEqual(['', '']);
  });
});

describe('a payment of the history', () => {
  const columns = paymentColumns(() => '11/14/2026 10:25:00');

  it('HIS-03 has every field in a column, and its day in the export', () => {
    const shownAs: Record<string, string> = { paymentDate: 'paymentDateTime' };
    const ids = columns.map(({ id }) => id);
    for (const field of Object.keys(row)) expect(ids).toContain(shownAs[field] ?? field);
    const exported = Object.fromEntries(csvFields(columns).map(({ header, value }) => [header, value(row)]));
    expect(exported).toMatchObject({ 'Cart ID': 'CRT00000025', Day: '11/14/2026', Status: 'Pending' });
    expect(exported).toMatchObject({ Method: 'eCheck' });
    expect(exported).toMatchObject({ 'Amount (USD)': 66_802.14, 'Discount (USD)': -1.5, 'With discount (USD)': 66_800.64 });
  });

  it('PAY-11 LNG-01 names its method as specified in English, and in the words of other languages', () => {
    expect(['CreditCard', 'eCheck', 'Credit', 'Lockbox'].map(methodName)).toEqual(['CreditCard', 'eCheck', 'Credit', 'Lockbox']);
    runInLanguage('es', () =>
      expect(['CreditCard', 'eCheck', 'Check', 'Lockbox'].map(methodName)).toEqual([
        'Tarjeta de crédito',
        'Cheque electrónico',
        'Cheque',
        'Lockbox',
      ]),
    );
  });
});
