import type { DisputeSummary, InvoiceReview, ReviewFinding } from '@yardage/contract/disputes';
import { describe, expect, it } from 'vitest';
import { disputableOf, openExcess, suggestionFor } from './dispute-suggestion.ts';

const line = (ticketId: number) => ({
  ticketId,
  lineNumber: 1,
  ticketNumber: `111${ticketId}`,
  productNumber: 'MIX',
  description: 'Mix',
  unitOfMeasure: 'CY',
  quantity: 10,
  unitPrice: 279.05,
  amount: 2790.5,
  taxAmount: 258.12,
});
const price = (ticketId: number, over: Partial<ReviewFinding> = {}): ReviewFinding => ({
  kind: 'price',
  ticketId,
  lineNumber: 1,
  billed: 279.05,
  agreed: 274.55,
  difference: 45,
  otherInvoice: null,
  source: 'quote',
  quoteNumber: 'Q1',
  rejectReason: null,
  ...over,
});
const reviewWith = (findings: ReviewFinding[], disputes: Partial<DisputeSummary>[] = []) =>
  ({
    documentNumber: '1',
    salesAmount: 8371.5,
    taxAmount: 837.15,
    lines: [1, 2, 3].map(line),
    findings,
    disputes,
    disputedAmount: 0,
    undisputedAmount: 9208.65,
  }) as InvoiceReview;
const wholeOf = (review: InvoiceReview) => suggestionFor(review, 'invoice', disputableOf(review, undefined));

describe('the form for a dispute of a whole invoice', () => {
  it('APY-08 begins with all that is billed too much, with its tax, its common reason and its tickets', () => {
    expect(wholeOf(reviewWith([price(1), price(2), price(3, { difference: -9 })]))).toEqual({
      reason: 'price',
      quantity: '',
      amount: '99.00',
      note: 'We agreed on $274.55, the invoice says $279.05.\nTickets 1111, 1112.',
    });
  });

  it('APY-08 leaves out what is disputed already, and the choice of a reason where there are several', () => {
    const rejected = price(3, { kind: 'rejected', difference: 2790.5, rejectReason: 'slump' });
    const open = { ticketId: 1, lineNumber: 1, state: 'open', outcome: null } as const;
    expect(wholeOf(reviewWith([price(1), price(2), rejected], [open]))).toMatchObject({ reason: null, amount: '3119.05' });
  });

  it('APY-03 APY-08 leaves out what a credit has covered, and not what was closed by hand', () => {
    const closed = (ticketId: number | null, isSettled: boolean) =>
      ({ ticketId, lineNumber: ticketId && 1, state: 'closed', outcome: null, isSettled }) as const;
    const all = [price(1), price(2), price(3)];
    const review = reviewWith(all, [closed(1, true), closed(2, false)]);
    expect(openExcess(review).map(({ ticketId }) => ticketId)).toEqual([2, 3]);
    expect(wholeOf(review)).toMatchObject({ amount: '99.00', note: expect.stringContaining('Tickets 1112, 1113.') });
    expect([true, false].map((isSettled) => openExcess(reviewWith(all, [closed(null, isSettled)])).length)).toEqual([0, 3]);
  });

  it.each([[[]], [[price(1)]]])('APY-03 begins with the whole invoice if at most one line differs', (findings) => {
    expect(wholeOf(reviewWith(findings))).toEqual({ reason: null, quantity: '', amount: '9208.65', note: '' });
  });
});
