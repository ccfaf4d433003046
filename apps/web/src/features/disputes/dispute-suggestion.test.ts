import type { DisputeSummary, InvoiceReview, ReviewFinding } from '@yardage/contract/disputes';
import { describe, expect, it } from 'vitest';
import { disputableOf, suggestionFor } from './dispute-suggestion.ts';

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

  it.each([[[]], [[price(1)]]])('APY-03 begins with the whole invoice if at most one line differs', (findings) => {
    expect(wholeOf(reviewWith(findings))).toEqual({ reason: null, quantity: '', amount: '9208.65', note: '' });
  });
});
