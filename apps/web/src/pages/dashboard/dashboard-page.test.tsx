import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { PERMISSIONS as CODES, type PermissionCode } from '@yardage/contract/permissions';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AccessContext } from '#web/lib/access/access.ts';
import { loadPublicConfig } from '#web/lib/config/public-config.ts';
import { CustomersContext } from '#web/lib/customer/customer-store.ts';
import { createQueryClient } from '#web/lib/query/query-client.ts';
import { DashboardPage } from './dashboard-page.tsx';

const selected: CustomerNumberEntry = {
  customerNumber: '10012',
  datasourceId: 1,
  globalCustomerNumber: 'G-10012',
  datasource: 'Central',
  dataset: 'CEN',
  displayName: 'Tarnwick Builders',
  timeZone: 'America/Chicago',
};
const BRANDING = { bannerUrl: null, platformName: 'Yardage', showWelcomeMessage: true, supportPhone: null, supportEmail: null };

const OFFICE = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36';

afterEach(() => vi.unstubAllGlobals());

/** Renders the dashboard of a user with these codes, before its figures have loaded. */
async function shownWith(codes: readonly PermissionCode[], branding: object = {}, userAgent = OFFICE): Promise<string> {
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async () => Response.json({ branding: { ...BRANDING, ...branding } }));
  await loadPublicConfig();
  vi.unstubAllGlobals();
  vi.stubGlobal('navigator', { userAgent });
  const access = { status: 'ready', permissions: new Set<string>(codes), staffRole: null, failed: null, retry: () => undefined } as const;
  const root = createRootRoute({ component: DashboardPage, staticData: { page: null } });
  const anything = createRoute({ getParentRoute: () => root, path: '$', staticData: { page: null } });
  const router = createRouter({
    routeTree: root.addChildren([anything]),
    history: createMemoryHistory({ initialEntries: ['/dashboard'] }),
  });
  await router.load();
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider>
        <CustomersContext value={{ list: [selected], selected, refused: null }}>
          <AccessContext value={access}>
            <RouterProvider router={router as never} />
          </AccessContext>
        </CustomersContext>
      </MantineProvider>
    </QueryClientProvider>,
  );
}

const headings = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, title]) => title);

describe('a card of the dashboard', () => {
  it.each([
    ['DSH-02', CODES.DASHBOARD_VIEW_REWARDS, ['Rewards tracker']],
    ['DSH-03', CODES.DASHBOARD_VIEW_ANNOUNCEMENTS, ['Announcements']],
    ['DSH-04', CODES.INVOICES_VIEW, ['Discounts within reach']],
    ['DSH-05', CODES.DASHBOARD_VIEW_ACCOUNT_AGING, ['Account aging']],
    ['DSH-06', CODES.DASHBOARD_VIEW_CONTACTS, ['Your contacts']],
    ['PER-07', CODES.ORDERS_VIEW, ['Today’s deliveries']],
    ['PER-07', CODES.TICKETS_VIEW, []],
  ] as const)('%s is shown to those who hold %s', async (_id, code, cards) => {
    const [shown, always] = [headings(await shownWith([code])), headings(await shownWith([]))];
    expect(shown.filter((title) => !always.includes(title))).toEqual(cards);
  });
});

describe('the dashboard', () => {
  it('SHL-24 offers support only if the supplier has named a phone number or an email address', async () => {
    const offers = async (brand: object) => headings(await shownWith([], brand)).includes('Support');
    expect([await offers({ supportPhone: '', supportEmail: '' }), await offers({ supportPhone: '4235550142' })]).toEqual([false, true]);
  });

  it('DSH-01 has the supplier’s banner, else its own, and the welcome unless it is turned off', async () => {
    const own = await shownWith([]);
    expect([own.includes('aria-label="Concrete being poured on a site"'), own.includes('Welcome to Yardage')]).toEqual([true, true]);
    const branded = await shownWith([], { bannerUrl: '/brand-banner.svg', showWelcomeMessage: false });
    expect([branded.includes('src="/brand-banner.svg"'), branded.includes('Welcome to Yardage')]).toEqual([true, false]);
  });

  it('DSH-07 is marked as a phone’s by the user agent, whatever the width', async () => {
    expect(await shownWith([])).not.toContain('data-mobile');
    expect(await shownWith([], {}, PHONE)).toContain('data-mobile');
  });
});
