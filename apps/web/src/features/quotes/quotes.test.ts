import type { QuoteDetail } from '@yardage/contract/quotes';
import { quoteStatusLabel } from '@yardage/domain/quotes';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { quoteColumns } from './components/quote-columns.tsx';
import { amountOf, quoteExpiry, quoteRows, quoteTerms, totalOf } from './quote-facts.ts';

const TODAY = '2026-03-01';
const quote: QuoteDetail = {
  id: 14,
  quoteNumber: 'Q5014',
  customerName: 'Tarnwick Builders, Inc.',
  quoteAddress: '5080 Thrasher Pike, Hixson, TN 37343',
  startDate: '2026-01-01',
  terminationDate: '2026-03-09',
  isActive: true,
  priceAdjustment: 1.5,
  salesPersonName: 'Terrence Barfield',
  plantCode: '11',
  quoteDate: '2025-12-31',
  specJob: null,
  quoteName: 'Cedar Glade Elementary School',
  quoteType: 'Commercial',
  terms: 'Net 30.',
  quoteProducts: [
    { productNumber: '4000AE', description: '4000 PSI', quantity: 12.25, unitOfMeasure: 'CY', price: 163.93 },
    { productNumber: 'HOTWTR', description: 'HOT WATER', quantity: 3, unitOfMeasure: 'CY', price: 4.4 },
  ],
};
const ending = (terminationDate: string | null, isActive: boolean | null = true) => quoteExpiry({ terminationDate, isActive }, TODAY)?.text;

describe('a quote', () => {
  it('QUO-04 is Active, Inactive, or Pending where it is neither', () => {
    expect([true, false, null].map(quoteStatusLabel)).toEqual(['Active', 'Inactive', 'Pending']);
  });

  it('QUO-01 says when it expires, from thirty days before on', () => {
    expect(ending('2026-03-01')).toBe('Expires today');
    expect(ending('2026-03-02')).toBe('Expires in 1 day');
    expect(ending('2026-03-31')).toBe('Expires in 30 days');
    expect(ending('2026-04-01')).toBeUndefined();
    expect(ending('2026-02-28')).toBe('Expired');
    expect(ending(null)).toBeUndefined();
  });

  it('is urgent in its last week, unless it is already inactive', () => {
    expect(quoteExpiry({ terminationDate: '2026-03-08', isActive: true }, TODAY)?.kind).toBe('urgent');
    expect(quoteExpiry({ terminationDate: '2026-03-09', isActive: null }, TODAY)?.kind).toBe('soon');
    expect(ending('2026-03-08', false)).toBeUndefined();
    expect(ending('2026-02-08', false)).toBe('Expired');
  });

  it('QUO-03 has the same sum, to the cent, as its document', () => {
    expect(quote.quoteProducts.map(amountOf)).toEqual([200814, 1320]);
    expect(totalOf(quote.quoteProducts)).toBe(202134);
    expect(totalOf([])).toBe(0);
  });

  it('QUO-03 has every field in a column or in the panel', () => {
    const columns = quoteColumns(TODAY).map(({ id }) => id);
    for (const field of Object.keys(quote).filter((key) => !['id', 'isActive', 'terms', 'quoteProducts'].includes(key))) {
      expect(columns).toContain(field);
    }
    expect(columns).toContain('status');
  });
});

describe("a quote's days", () => {
  afterEach(() => vi.unstubAllEnvs());

  // Daylight saving time starts on 8 March, within the span. Counting in local hours would be off by one there.
  it.each(['America/Los_Angeles', 'America/New_York', 'UTC', 'Asia/Tokyo', 'Pacific/Kiritimati'])('are the same in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    const shown = Object.fromEntries(quoteColumns(TODAY).map(({ id, value }) => [id, value(quote)]));
    expect([shown.quoteDate, shown.startDate, shown.terminationDate]).toEqual([
      '12/31/2025',
      '01/01/2026',
      '03/09/2026 · Expires in 8 days',
    ]);
    expect(quoteRows(quote).find(({ label }) => label === 'Quote date')?.value).toBe('12/31/2025');
    expect(quoteTerms(quote)).toEqual(['Net 30.', 'From 01/01/2027 on, $1.50 is added to each unit price.']);
  });
});
