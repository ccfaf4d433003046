import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { AccountOverview, AccountsOverview } from '@yardage/contract/dashboard';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accountsQuery } from '#web/features/dashboard/dashboard.api.ts';
import { CustomersContext } from '#web/lib/customer/customer-store.ts';
import { createQueryClient } from '#web/lib/query/query-client.ts';
import { AccountsPage } from './accounts-page.tsx';

const MONEY = {
  balanceAmount: 1000,
  pendingAmount: 0,
  unappliedAmount: 50,
  currentAmount: 400,
  last30DaysAmount: 300,
  last90DaysAmount: 200,
  over90DaysAmount: 100,
} as const;
const NO_MONEY = {
  balanceAmount: null,
  pendingAmount: null,
  unappliedAmount: null,
  currentAmount: null,
  last30DaysAmount: null,
  last90DaysAmount: null,
  over90DaysAmount: null,
} as const;
const BUCKETS = ['Current', '0-30 days', '31-90 days', '91 days and over'];

type Figures = AccountsOverview['totals'];

afterEach(() => vi.unstubAllGlobals());

/** Renders the page of two accounts on a phone. Returns the head and the facts of each card. */
async function cardsOf(each: Figures, totals: Figures): Promise<{ head: string; facts: string[][] }[]> {
  const accounts = ['G-1', 'G-2'].map(
    (globalCustomerNumber): AccountOverview => ({
      ...each,
      globalCustomerNumber,
      customerNumber: globalCustomerNumber.slice(2),
      datasource: 'Central',
      displayName: `Builders ${globalCustomerNumber}`,
      discountExpiryDate: null,
    }),
  );
  const root = createRootRoute({ component: AccountsPage, staticData: { page: null } });
  const anything = createRoute({ getParentRoute: () => root, path: '$', staticData: { page: null } });
  const history = createMemoryHistory({ initialEntries: ['/accounts'] });
  const router = createRouter({ routeTree: root.addChildren([anything]), history });
  await router.load();
  const queryClient = createQueryClient(() => undefined);
  queryClient.setQueryData(accountsQuery().queryKey, { accounts, totals });
  vi.stubGlobal('window', { matchMedia: (query: string) => ({ matches: query === '(max-width: 767px)' }) });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <CustomersContext value={{ list: [], selected: null, refused: null }}>
          <RouterProvider router={router as never} />
        </CustomersContext>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const textOf = (markup = ''): string =>
    markup
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, card = '']) => ({
    head: textOf(card.split('</p>')[0]),
    facts: [...card.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [textOf(name), textOf(value)]),
  }));
}

describe('all accounts on a phone', () => {
  it('APY-11 have the aging, the discounts, the deliveries and what the balance deducts, and so has their sum', async () => {
    const [total, ...accounts] = await cardsOf(
      { ...MONEY, possibleDiscountAmount: 12.5, orderCount: 3 },
      {
        balanceAmount: 2000,
        pendingAmount: 30,
        unappliedAmount: 100,
        currentAmount: 800,
        last30DaysAmount: 600,
        last90DaysAmount: 400,
        over90DaysAmount: 200,
        possibleDiscountAmount: 25,
        orderCount: 6,
      },
    );
    const names = [...BUCKETS, 'Discounts', 'Deliveries today'];
    const factsOf = (values: string[]) => names.map((name, index) => [name, values[index]]);
    expect(total).toEqual({
      head: 'All accounts $2,000.00 after $100.00 on account $30.00 pending',
      facts: factsOf(['800.00', '600.00', '400.00', '200.00', '25.00', '6']),
    });
    for (const { head, facts } of accounts) {
      expect(head).toContain('$1,000.00 after $50.00 on account');
      expect(facts).toEqual(factsOf(['400.00', '300.00', '200.00', '100.00', '12.50', '3']));
    }
    expect(accounts).toHaveLength(2);
  });

  it('APY-11 show their sum without a balance to those who see none', async () => {
    const figures = (orderCount: number) => ({ ...NO_MONEY, possibleDiscountAmount: null, orderCount });
    const [total, ...accounts] = await cardsOf(figures(3), figures(6));
    expect(total).toEqual({ head: 'All accounts', facts: [['Deliveries today', '6']] });
    expect(accounts.map(({ facts }) => facts)).toEqual([[['Deliveries today', '3']], [['Deliveries today', '3']]]);
  });

  it('APY-11 leave out deliveries for those who see none at any account', async () => {
    const figures = { ...MONEY, possibleDiscountAmount: 0, orderCount: null };
    for (const { facts } of await cardsOf(figures, figures)) expect(facts.map(([name]) => name)).toEqual([...BUCKETS, 'Discounts']);
  });
});
