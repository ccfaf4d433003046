import type { PlannedPayment } from '@yardage/contract/planned-payments';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';

vi.mock('#web/lib/navigation/page-links.ts', () => ({ useInvoiceLink: () => ({ href: (number: string) => `/invoices/${number}` }) }));
// Other tests in this worker may have loaded it without the mock, and some need it so.
vi.resetModules();
const { OpenableInvoices } = await import('./plan-invoices.tsx');
afterAll(() => vi.resetModules());

const plan = (changes: object) =>
  ({
    state: 'planned',
    amount: 80,
    creditAmount: 20,
    invoices: [{ invoiceNumber: 'I1', amount: 100, discount: 0 }],
    credits: [{ creditNumber: 'C1', amount: 20 }],
    payment: null,
    ...changes,
  }) as PlannedPayment;
const textOf = (of: PlannedPayment) => renderToStaticMarkup(<OpenableInvoices plan={of} />).replace(/<[^>]*>/g, ' ');

describe('APY-01 APY-06 the invoices of a planned payment', () => {
  it('say what will be charged while it is to come, and nothing of the kind once it has ended', () => {
    expect(textOf(plan({}))).toMatch(/To be charged\s+\$80\.00/);
    for (const state of ['stopped', 'declined', 'expired', 'failed']) expect(textOf(plan({ state }))).not.toMatch(/charged/i);
    expect(textOf(plan({ state: 'stopped' }))).toContain('Credit C1');
  });

  it('RUN-09 are shown also if a server of the version before sends no credits', () => {
    const before = plan({ credits: undefined, creditAmount: undefined });
    expect(textOf(before)).toBe('I1');
    expect(textOf({ ...before, invoices: [...before.invoices, { invoiceNumber: 'I2', amount: 5, discount: 0 }] })).toContain('I2');
  });
});
