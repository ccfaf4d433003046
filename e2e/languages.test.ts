import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import type { Portal } from './harness/portal.ts';
import { keepDataRecent } from './harness/recent-days.ts';
import { workerPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { at } from './harness/url.ts';

const OWNER = 'owner@example.com';

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  // Not the shared server: the cart that is filled here belongs to a customer whose cart others look at there.
  [portal, browser] = await Promise.all([workerPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(async () => {
  await browser?.close();
});

/** Answers the call that stores the language, because other tests use the same user. Returns what was sent. */
async function keepLanguage(page: Page): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route('**/api/users/me/language', async (route) => {
    const body: unknown = route.request().postDataJSON();
    sent.push(body);
    await route.fulfill({ json: body });
  });
  return sent;
}

describe('Spanish', () => {
  it('LNG-01 is chosen on the landing page, stored at sign-in, and spoken by tickets, chats, the checkout and its validation', async () => {
    const { page, problems, close } = await browser.openPage();
    const sent = await keepLanguage(page);
    await keepDataRecent(page, 'America/New_York');
    await page.goto(portal.url);
    await page.getByRole('button', { name: 'Español' }).click();
    await page.getByRole('button', { name: 'Iniciar sesión' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es');
    await page.reload();
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.getByRole('button', { name: OWNER }).click();
    await page.waitForURL(at('/dashboard'));
    await page.getByText('Entregas de hoy').waitFor();
    await expect.poll(() => sent).toEqual([{ language: 'es' }]);
    await expect.poll(() => page.title()).toContain('Panel');

    await go(page, '/tickets');
    await page.getByRole('heading', { name: 'Remisiones' }).waitFor();
    await page
      .getByRole('button', { name: /^Detalles de la remisión/ })
      .first()
      .click();
    const ticket = page.getByRole('dialog');
    await ticket.getByText('Fin de colado').waitFor();
    await ticket.getByRole('columnheader', { name: 'Descripción' }).waitFor();
    await go(page, '/newOrderChat');
    await page.getByText('Marguerite Tarnwick terminó el chat.').first().waitFor();
    await go(page, '/invoices');
    await page
      .getByRole('button', { name: /^Pagar/ })
      .first()
      .click();
    await page.getByText('En carrito').first().waitFor();
    await go(page, '/invoices/checkout');
    await page.getByRole('button', { name: 'Pagar ahora' }).click();
    await page.getByText('El número de tarjeta es obligatorio').waitFor();
    await page.getByText('La calle es obligatoria').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('LNG-01 LNG-02 is chosen in the account menu, changes the page without a reload and keeps what was typed', async () => {
    const { page, problems, close } = await open(OWNER, '/invoices', { isAlone: true, prepare: keepLanguage });
    await page.getByRole('heading', { name: 'Invoices' }).waitFor();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByLabel('Search invoices').fill('slab 7');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Español' }).click();
    await page.getByRole('heading', { name: 'Facturas' }).waitFor();
    expect(await page.getByLabel('Buscar facturas').inputValue()).toBe('slab 7');
    await page.getByLabel('Buscar facturas').fill('');
    await page.getByRole('columnheader', { name: 'Vence' }).first().waitFor();
    await page
      .getByText(/^\d\d [a-z]{3,4} \d{4}$/)
      .first()
      .waitFor();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });
});
