import type { SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_SOURCE, sampleRecord } from '../apps/server/src/testing/supply-samples.ts';
import { fetchToken } from '../scripts/token.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

/** Has no customer but the one of this test. */
const USER = 'nobody@example.com';

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let key: string;

/** Sends a record as the supplier's systems do. */
async function put(resource: SupplyResource, record: object): Promise<void> {
  const body = { ...(resource === 'data-sources' ? {} : { dataSource: SAMPLE_SOURCE }), records: [record] };
  const answer = await fetch(`${portal.url}/api/supply/${resource}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-service-key': key },
    body: JSON.stringify(body),
  });
  const { counts, ...rest } = (await answer.json()) as { counts?: { created: number; updated: number } };
  expect((counts?.created ?? 0) + (counts?.updated ?? 0), JSON.stringify(rest)).toBe(1);
}

async function makeKey(): Promise<string> {
  const { subscriptionKey } = (await (await fetch(`${portal.url}/config.json`)).json()) as { subscriptionKey: string };
  const answer = await fetch(`${portal.url}/api/desk/service-keys`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await fetchToken(portal.url, 'desk@example.com')}`,
      'content-type': 'application/json',
      'ocp-apim-subscription-key': subscriptionKey,
    },
    body: JSON.stringify({ name: 'dispatch', scopes: ['*'] }),
  });
  return ((await answer.json()) as { secret: string }).secret;
}

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
  key = await makeKey();
  for (const resource of ['data-sources', 'plants', 'products', 'price-lists', 'trucks', 'contacts', 'customers'] as const) {
    await put(resource, sampleRecord[resource]());
  }
  await put('members', sampleRecord.members({ email: USER }));
  await put('quotes', sampleRecord.quotes());
  const today = new Date().toISOString();
  await put('orders', sampleRecord.orders({ startsAt: today, shipDate: today.slice(0, 10) }));
  await put('tickets', sampleRecord.tickets({ ticketedAt: today, isCancelled: true }));
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

describe('an open page', () => {
  it('FED-09 shows a changed record without a reload, and keeps its scroll position', async () => {
    const { page, close } = await open(USER, '/quotes');
    const row = page.getByRole('link', { name: 'Q5001' });
    await row.waitFor();
    await page.evaluate(() => Object.assign(window, { wasHere: true }));
    // The hub connects after the page; a change before that is found by the next one.
    let minute = 0;
    await expect
      .poll(async () => {
        minute += 1;
        const updatedAt = new Date(Date.parse('2026-02-01T12:00:00Z') + minute * 60_000).toISOString();
        await put('quotes', sampleRecord.quotes({ updatedAt, name: 'Depot, second phase' }));
        return page.getByText('Depot, second phase').first().isVisible();
      })
      .toBe(true);
    expect(await page.evaluate(() => (window as { wasHere?: boolean }).wasHere)).toBe(true);
    await put('quotes', sampleRecord.quotes({ key: 'Q2', number: 'Q5002', name: 'Depot, wall' }));
    await page.getByRole('link', { name: 'Q5002' }).waitFor();
    await close();
  });

  it('FED-08 FED-13 shows a cancelled ticket, and says how old the data is when nothing was delivered for too long', async () => {
    const { page, close } = await open(USER, '/tickets', {
      prepare: (prepared) =>
        prepared.route(/\/api\/.*\/data-age/, (route) =>
          route.fulfill({ json: { isOld: true, deliveredAt: new Date(Date.now() - 3_600_000 * 30).toISOString() } }),
        ),
    });
    await page
      .getByRole('status')
      .filter({ hasText: /^Data as of \d\d\/\d\d\/\d{4} \d\d:\d\d/ })
      .waitFor();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    await close();
  });
});
