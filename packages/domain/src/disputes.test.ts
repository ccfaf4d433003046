import { describe, expect, it } from 'vitest';
import {
  afterMessage,
  countsAsDisputed,
  DISPUTE_STATES,
  type Disputable,
  disputeFaults,
  disputeFileFault,
  disputeStatus,
  isHeldBack,
  mostDisputable,
  quantityWorth,
  readAmount,
  withTax,
} from './disputes.ts';

const line: Disputable = { quantity: 10, unitPriceCents: 15_000, amountCents: 150_000, taxCents: 13_875 };

describe('a disputed line', () => {
  it('APY-03 is worth its share of price and tax, and never more than the line', () => {
    expect(quantityWorth(10, line)).toBe(163_875);
    expect(quantityWorth(1, line)).toBe(16_388);
    expect(quantityWorth(50, line)).toBe(163_875);
    expect(withTax(0, line)).toBe(0);
    expect(withTax(100, { ...line, amountCents: 0 })).toBe(100);
    expect(mostDisputable('tax', line)).toBe(13_875);
    expect(mostDisputable('price', line)).toBe(163_875);
  });

  it('APY-03 needs a reason, an amount within the line and a note', () => {
    const right = { reason: 'price' as const, quantity: null, amount: 1638.75, note: 'Wrong' };
    expect(disputeFaults(right, 10, 163_875)).toEqual({});
    const faultsOf = (over: object) => Object.keys(disputeFaults({ ...right, ...over }, 10, 163_875));
    expect(faultsOf({ reason: null, amount: null, note: ' ' })).toEqual(['reason', 'amount', 'note']);
    for (const amount of [0, -1, 1638.76, Number.NaN]) expect(faultsOf({ amount })).toEqual(['amount']);
    for (const quantity of [0, -1, 10.01, Number.NaN]) expect(faultsOf({ quantity })).toEqual(['quantity']);
    for (const quantity of [0.01, 10]) expect(faultsOf({ quantity })).toEqual([]);
    // A whole invoice has no quantity to compare with.
    expect(Object.keys(disputeFaults({ ...right, quantity: 50 }, null, 163_875))).toEqual([]);
    expect(disputeFaults({ ...right, quantity: 0 }, 10, 163_875).quantity).toContain('10');
    expect([faultsOf({ note: ` ${'x'.repeat(2000)} ` }), faultsOf({ note: 'x'.repeat(2001) })]).toEqual([[], ['note']]);
    const most = 4 * 1024 * 1024;
    expect([disputeFileFault({ name: 'a.png', size: most }), disputeFileFault({ name: 'a.png', size: most + 1 })]).toEqual([
      null,
      expect.any(String),
    ]);
    expect(disputeFileFault({ name: 'ticket.pdf', size: 10 })).toBeNull();
    expect(disputeFileFault({ name: 'ticket.exe', size: 10 })).not.toBeNull();
  });

  it('APY-03 reads a typed amount as the other forms do: a comma separates thousands, and a decimal comma is refused', () => {
    expect(['1,250.50', ' $12.5 ', '1900'].map(readAmount)).toEqual([1250.5, 12.5, 1900]);
    expect(['12,50', '1.234', 'ten'].map(readAmount)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(readAmount(' ')).toBeNull();
  });

  it('APY-03 counts until it is over, and after that only if a credit covers it', () => {
    const counting = DISPUTE_STATES.filter((state) => countsAsDisputed({ state, isSettled: false }));
    expect(counting).toEqual(['open', 'answered']);
    expect(countsAsDisputed({ state: 'closed', isSettled: true })).toBe(true);
  });

  it('APY-03 holds its amount back until it is declined, withdrawn or credited; a message reopens it unless a credit is promised', () => {
    expect(isHeldBack({ state: 'open', outcome: null })).toBe(true);
    expect(isHeldBack({ state: 'answered', outcome: 'credit-promised' })).toBe(true);
    expect(isHeldBack({ state: 'answered', outcome: 'declined' })).toBe(false);
    expect(isHeldBack({ state: 'withdrawn', outcome: null })).toBe(false);
    expect(afterMessage({ state: 'answered', outcome: 'declined' })).toEqual({ state: 'open', outcome: null });
    expect(afterMessage({ state: 'answered', outcome: 'needs-information' })).toEqual({ state: 'open', outcome: null });
    expect(isHeldBack({ state: 'open', outcome: 'declined' })).toBe(true);
    const withdrawn = { state: 'withdrawn', outcome: 'declined' } as const;
    expect(afterMessage(withdrawn)).toEqual(withdrawn);
    expect(disputeStatus({ state: 'answered', outcome: null })).toBe('open');
    const promised = { state: 'answered', outcome: 'credit-promised' } as const;
    expect(afterMessage(promised)).toEqual(promised);
    expect(disputeStatus(promised)).toBe('credit-promised');
    expect(disputeStatus({ state: 'withdrawn', outcome: 'declined' })).toBe('withdrawn');
  });
});
