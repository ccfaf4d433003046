import { QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import type { CustomerSummary, PossibleDiscounts } from '@yardage/contract/dashboard';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { DEFAULT_TIERS } from '@yardage/domain/rewards';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadPublicConfig } from '#web/lib/config/public-config.ts';
import { CustomersContext } from '#web/lib/customer/customer-store.ts';
import { createQueryClient } from '#web/lib/query/query-client.ts';
import { discountsQuery, summaryQuery } from '../dashboard.api.ts';
import { AgingCard } from './aging-card.tsx';
import { ContactsCard } from './contacts-card.tsx';
import { DiscountCard } from './discount-card.tsx';
import { RewardsCard } from './rewards-card.tsx';

const selected: CustomerNumberEntry = {
  customerNumber: '10012',
  datasourceId: 1,
  globalCustomerNumber: 'G-10012',
  datasource: 'Central',
  dataset: 'CEN',
  displayName: 'Tarnwick Builders',
  timeZone: 'America/Chicago',
};
const BRANDING = { bannerUrl: null, platformName: 'Yardage', showWelcomeMessage: true, supportPhone: '', supportEmail: '' };

beforeAll(async () => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async () => Response.json({ branding: BRANDING, rewardTiers: DEFAULT_TIERS }));
  await loadPublicConfig();
  vi.unstubAllGlobals();
});
afterEach(() => vi.useRealTimers());

/** Renders a card whose query has this answer. */
function shown(card: ReactElement, queryKey: QueryKey, answer: object): string {
  const client = createQueryClient(() => undefined);
  client.setQueryData(queryKey, answer);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <CustomersContext value={{ list: [selected], selected, refused: null }}>{card}</CustomersContext>
    </QueryClientProvider>,
  );
}

const wordsOf = (html: string | undefined) =>
  (html ?? '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const rowsOf = (html: string) => [...html.matchAll(/<tr.*?<\/tr>/g)].map(([row]) => wordsOf(row));
/** The texts that a phone leaves out. */
const extrasOf = (html: string) => [...html.matchAll(/data-extra="[^"]*"[^>]*>(.*?)<\/(td|th|span)>/g)].map(([, words]) => wordsOf(words));

const rewards = (spend: Pick<CustomerSummary, 'currentYearSpend' | 'previousYearSpend'>) =>
  shown(<RewardsCard />, summaryQuery(selected, 'rewards').queryKey, spend);

describe('the rewards tracker', () => {
  it("DSH-08 DSH-09 DSH-10 has the level of this year's spend, and tier and colour of last year's", () => {
    vi.useFakeTimers({ now: new Date('2026-05-04T15:00:00Z'), toFake: ['Date'] });
    const html = rewards({ currentYearSpend: 1_000_000, previousYearSpend: 15_000_000 });
    const words = wordsOf(html);
    for (const part of [
      'Diamond tier by 2025 spend of $15,000,000.00',
      '2026 spend so far $1,000,000.00 Level 2 Gold',
      '$4,000,000.00 more this year reaches Platinum.',
      'level becomes the tier of 2027.',
    ]) {
      expect(words).toContain(part);
    }
    expect(html).toContain('data-colour="violet"');
    const other = rewards({ currentYearSpend: 15_000_000, previousYearSpend: 999_999.99 });
    expect(wordsOf(other)).toContain('Silver tier by 2025 spend of $999,999.99');
    expect(wordsOf(other)).toContain('Level 4 Diamond');
    expect(other).toContain('data-colour="grey"');
  });

  it("DSH-07 DSH-12 shows the benefits of last year's tier, whose spend a phone leaves out", () => {
    const html = rewards({ currentYearSpend: 20_000_000, previousYearSpend: 0 });
    expect(rowsOf(html)).toEqual(['Silver your tier up to $1M $2.00 per yard concrete discount if paid by the 10th']);
    expect(extrasOf(html)).toEqual(['up to $1M']);
  });
});

describe('the account aging', () => {
  it('DSH-07 DSH-16 has Current, 0-30, 31-90, 91 and over, with shares that a phone leaves out', () => {
    const summary = {
      ...{ currentAmount: 40, last30DaysAmount: 30, last90DaysAmount: 20, over90DaysAmount: 10, balanceAmount: 100 },
      ...{ unappliedAmount: 0, pendingAmount: 0, lastAged: '2026-05-04' },
    };
    const html = shown(<AgingCard statementOf={() => null} />, summaryQuery(selected, 'aging').queryKey, summary);
    expect(rowsOf(html).slice(1)).toEqual([
      'Current 40.0 % 40.00',
      '0-30 days 30.0 % 30.00',
      '31-90 days 20.0 % 20.00',
      '91 days and over 10.0 % 10.00',
      'Balance 100.00',
    ]);
    expect(extrasOf(html)).toEqual(['Share', '40.0 %', '30.0 %', '20.0 %', '10.0 %', '']);
  });
});

describe('the discount card', () => {
  const days = (...found: [day: string, amount: number][]): PossibleDiscounts => ({
    totalPossibleDiscountAmount: found.reduce((sum, [, amount]) => sum + amount, 0),
    expiryDateWiseDiscounts: found.map(([discountExpiryDate, possibleDiscountAmount]) => ({
      ...{ discountExpiryDate, possibleDiscountAmount, invoiceCount: 3 },
      ...{ firstDocumentDate: '2026-04-01', lastDocumentDate: '2026-04-30' },
    })),
  });
  const card = (discounts: PossibleDiscounts) =>
    shown(<DiscountCard invoicesOf={() => null} planner={null} />, discountsQuery(selected).queryKey, discounts);

  it('DSH-04 DSH-07 has the total and each day with its amount, and the count of invoices, which a phone leaves out', () => {
    const html = card(days(['2026-05-10', 120.5], ['2026-06-10', 30]));
    const lines = ['Pay by 05/10/2026 3 invoices $120.50', 'Pay by 06/10/2026 3 invoices $30.00'];
    expect(wordsOf(html)).toBe(['Discounts within reach', 'You can still keep $150.50', ...lines].join(' '));
    expect(extrasOf(html)).toEqual(['3 invoices', '3 invoices']);
    // The amount of the only day is the total.
    expect(wordsOf(card(days(['2026-05-10', 120.5])))).toContain('You can still keep $120.50 Pay by 05/10/2026 3 invoices');
    expect(card(days())).toContain('No unpaid invoice carries a discount now.');
  });
});

describe('the contacts', () => {
  it('DSH-06 are account rep, sales rep and regional manager, each with name, email and phone', () => {
    const person = (name: string, phone: string) => ({ name, email: `${name.toLowerCase()}@example.com`, phone });
    const summary = {
      ...{ regionalManager: person('Cleo', '4235550103'), accountRep: person('Abel', '4235550101') },
      salesRep: person('Bea', '4235550102'),
    };
    const html = shown(<ContactsCard />, summaryQuery(selected, 'contacts').queryKey, summary);
    const people = [
      'Account representative Abel abel@example.com (423) 555-0101',
      'Sales representative Bea bea@example.com (423) 555-0102',
      'Regional manager Cleo cleo@example.com (423) 555-0103',
    ];
    expect(wordsOf(html)).toBe(['Your contacts', ...people].join(' '));
    expect(html).toContain('href="mailto:bea@example.com"');
    expect(html).toContain('href="tel:+14235550102"');
  });
});
