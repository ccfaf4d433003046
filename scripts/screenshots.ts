import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ACTIVE_CHAT } from '@yardage/domain/chat';
import { LOOKS, openBrowser, type TestBrowser, VIEWPORTS, type ViewportName } from '../e2e/harness/browser.ts';
import { startPortal } from '../e2e/harness/portal.ts';
import { type OpenSignedIn, signedInPages } from '../e2e/harness/signed-in.ts';
import { ensureBrowser } from './lib/browser.mjs';
import { main, PlainError } from './lib/project.mjs';
import { SCREENS, type Screen, type ShownRecords } from './lib/screens.ts';
import { shrinkPng } from './lib/small-png.ts';
import { ensureWebBuilt } from './lib/web-build.mjs';
import { fetchToken } from './token.ts';

// `npm run screenshots [-- NAME...]`: captures every screen into docs/screens, from its own demo server: wide and light, and as a dark phone.
// `-- --to=FOLDER [--locale=es-MX]` captures both widths in both schemes, as a user with that language sees them.

const SCREENS_FOLDER = join(import.meta.dirname, '../docs/screens');
const OWNER = 'owner@example.com';
const STAFF = 'dispatcher@example.com';
const TO_JOB = 3;
const MAX_BYTES = 200_000;
/** Time for rendering and transitions after the last response. */
const SETTLE_MS = 400;
const ALL_LOOKS = (Object.keys(VIEWPORTS) as ViewportName[]).flatMap((size) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ size, colorScheme })),
);
type Look = (typeof ALL_LOOKS)[number];

await main(async () => {
  const { values, positionals: wanted } = parseArgs({
    options: { locale: { type: 'string' }, to: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.locale && !values.to) throw new PlainError('Say with --to=FOLDER where pictures in another language go.');
  const folder = values.to ? resolve(values.to) : SCREENS_FOLDER;
  const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  await Promise.all([ensureBrowser(), ensureWebBuilt()]);
  mkdirSync(folder, { recursive: true });
  const portal = await startPortal({ isFresh: true, env: { SIMULATOR: 'on' } });
  const browser = await openBrowser();
  try {
    const records = await findRecords(portal.url);
    const studio = { url: portal.url, folder, locale: values.locale, records, browser, open: signedInPages(browser, portal.url) };
    for (const screen of screens) {
      for (const look of values.to ? ALL_LOOKS : LOOKS) await picture(screen, look, studio);
    }
  } finally {
    await browser.close();
    await portal.stop();
  }
});

interface Studio {
  url: string;
  folder: string;
  locale: string | undefined;
  records: ShownRecords;
  browser: TestBrowser;
  open: OpenSignedIn;
}

async function picture(screen: Screen, { size, colorScheme }: Look, studio: Studio): Promise<void> {
  const { name, email, ready } = screen;
  const { locale, folder } = studio;
  const options = { size, colorScheme, reducedMotion: 'reduce', ...(locale && { locale }) } as const;
  const path = typeof screen.path === 'string' ? screen.path : screen.path(studio.records);
  const { page, problems, close } = email ? await studio.open(email, path, options) : await studio.browser.openPage(options);
  if (!email) await page.goto(`${studio.url}${path}`);
  // What a screen is recognized by is in English.
  await page
    .locator(locale ? 'main' : ready)
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('progressbar', { name: 'Loading permissions' }).waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(SETTLE_MS);
  const file = join(folder, `${name}-${VIEWPORTS[size].viewport.width}-${colorScheme}.png`);
  const png = shrinkPng(await page.screenshot({ animations: 'disabled' }));
  writeFileSync(file, png);
  await close();
  console.log(`${relative(process.cwd(), file)} ${Math.round(png.length / 1000)} kB`);
  if (png.length > MAX_BYTES) throw new PlainError(`${name} is larger than ${MAX_BYTES / 1000} kB.`);
  for (const problem of problems) console.error(`${name}: ${problem}`);
}

/** Selects records for the screenshots, such as an order under way and a quote that ends soon, so that they show no empty panels. */
async function findRecords(url: string): Promise<ShownRecords> {
  const headers = { authorization: `Bearer ${await fetchToken(url, OWNER)}` };
  const get = async (path: string) => (await fetch(`${url}/api${path}`, { headers })).json();
  const [customer] = (await get('/users/global-customer-numbers')) as {
    globalCustomerNumber: string;
    customerNumber: string;
    datasourceId: number;
  }[];
  if (!customer) throw new Error(`${OWNER} has no customer number.`);
  const own = `/customers/${customer.globalCustomerNumber}`;
  const base = `${own}/orders`;
  const query = `customerNumber=${customer.customerNumber}&datasourceId=${customer.datasourceId}`;
  const { items } = (await get(`${base}?${query}&pageSize=100`)) as { items: { id: number; inTransitQty: number; qtyDelivered: number }[] };
  const order = items.find(({ inTransitQty, qtyDelivered }) => inTransitQty > 0 && qtyDelivered > 0) ?? items[0];
  if (!order) throw new Error('The demo world has no order today.');
  const { tickets } = (await get(`${base}/${order.id}?${query}`)) as { tickets: { id: number }[] };
  const quotes = (await get(`${own}/quotes?${query}&status=Active&sortBy=terminationDate&sortDesc=false&pageSize=1`)) as {
    items: { id: number }[];
  };
  const invoices = (await get(`${own}/invoices?${query}&paymentResult=0&pageSize=1`)) as { items: { documentNumber: string }[] };
  const payments = (await get(`/payments/${customer.globalCustomerNumber}/carthistory?${query}&paymentResult=1&pageSize=1`)) as {
    items: { cartId: string }[];
  };
  const statements = (await get(`${own}/statements?${query}&pageSize=1`)) as { items: { statementDate: string }[] };
  const trucks = (await get(`${own}/truck-tracking/active-trucks?${query}`)) as {
    ticketId: number;
    ticketStatusId: number;
    eta: { estimatedArrivalTime: string | null };
  }[];
  // The truck with the longest way to go is still under way when its last picture is taken.
  const [truck] = trucks
    .filter(({ ticketStatusId }) => ticketStatusId === TO_JOB)
    .sort((a, b) => (b.eta.estimatedArrivalTime ?? '').localeCompare(a.eta.estimatedArrivalTime ?? ''));
  const first = async (path: string) => ((await get(path)) as { items: { id: number }[] }).items[0]?.id ?? 0;
  const member = await first(`/members?${query}&StatusId=1`);
  const support = await first(`${own}/supporttickets?${query}&search=cylinder`);
  const staff = { authorization: `Bearer ${await fetchToken(url, STAFF)}` };
  const waiting = (await (await fetch(`${url}/api/desk/registrations`, { headers: staff })).json()) as { items: { id: number }[] };
  const chats = (await get(`/chat/customers/client/me?${query}`)) as { items: { sessionId: string; status: number }[] };
  const chat = chats.items.find(({ status }) => status === ACTIVE_CHAT) ?? chats.items[0];
  const registration = waiting.items[0]?.id ?? 0;
  return {
    order: order.id,
    ticket: tickets[0]?.id ?? 0,
    quote: quotes.items[0]?.id ?? 0,
    invoice: invoices.items[0]?.documentNumber ?? '',
    payment: payments.items[0]?.cartId ?? '',
    member,
    support,
    truck: truck?.ticketId ?? trucks[0]?.ticketId ?? 0,
    registration,
    chat: chat?.sessionId ?? '',
    statement: statements.items[0]?.statementDate ?? '',
  };
}
