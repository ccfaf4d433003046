import type { InvoiceRow } from '@yardage/contract/invoices';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { InvoiceStatus, markMap } from './invoice-columns.tsx';

it('INV-06 gives each status of an invoice a shape of its own', () => {
  const shapeOf = (standing: Partial<InvoiceRow>) => {
    const invoice = { paymentResult: 0, voidedDate: null, invoiceAmount: 100, currentAmount: 100, ...standing } as InvoiceRow;
    const [, shape, word] = / d="([^"]*)".*>([\w ]+)<\/span>/.exec(renderToStaticMarkup(<InvoiceStatus invoice={invoice} />)) ?? [];
    return [word, shape];
  };
  const statuses = [
    shapeOf({}),
    shapeOf({ currentAmount: 40 }),
    shapeOf({ paymentResult: 1, currentAmount: 0 }),
    shapeOf({ paymentResult: 2 }),
    shapeOf({ paymentResult: null, voidedDate: '2026-01-01' }),
  ];
  expect(statuses.map(([word]) => word)).toEqual(['Unpaid', 'Partly paid', 'Paid', 'Pending', 'Void']);
  expect(new Set(statuses.map(([, shape]) => shape)).size).toBe(statuses.length);
});

it('APY-08 APY-03 marks a rejected load first, then what differs, and a dispute only where nothing else is left to look at', () => {
  const mark = (documentNumber: string, needsAttention: boolean, billsRejectedLoad: boolean) => ({
    ...{ documentNumber, needsAttention, billsRejectedLoad },
  });
  expect([...markMap([mark('1', true, true), mark('2', true, false), mark('3', false, false)]).values()]).toEqual([
    'rejected',
    'attention',
    'disputed',
  ]);
});
