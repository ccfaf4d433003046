import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field, log, say, signedIn } from './chat-world.ts';
import { findBarriers } from './harness/axe.ts';
import { isOverflowing, isSeen, isWiderThanWindow, openBrowser, type TestBrowser } from './harness/browser.ts';
import { failCalls, unexpected } from './harness/network.ts';
import type { Portal } from './harness/portal.ts';
import { workerPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { callAs } from './order-detail-world.ts';

const FIELD = 'field@example.com';
const OWNER = 'owner@example.com';
const STAFF = 'dispatcher@example.com';
/** The customer number of the owner for block, in the order of their list. */
const BLOCK_CUSTOMER = 3;
const REQUESTS = /\/order-requests$/;
let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  [portal, browser] = await Promise.all([workerPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(() => browser?.close());

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you wrote?' });

/** Waits for the question whether to discard what was typed, and keeps the text. */
async function keepWriting(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Keep writing' }).click();
  await question(page).waitFor({ state: 'hidden' });
}

/** Declines a request that has changed meanwhile: nothing is declined, the form says why, and the reason stays. */
async function declineTooLate(page: Page, request: Locator): Promise<void> {
  await request.getByRole('button', { name: 'Decline' }).click();
  const form = request.getByRole('form', { name: 'Decline' });
  await form.getByRole('textbox').fill('No trucks that day.');
  const decline = /\/desk\/requests\/\d+\/decline$/;
  await failCalls(page, decline, 409, { code: 'request-changed', detail: 'Not in this version.' });
  await page.route(/\/api\/desk\/requests\/\d+$/, async (route) => {
    const { version, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, version: version + 1 } });
  });
  await form.getByRole('button', { name: 'Decline' }).click();
  await form.getByText('The request has changed meanwhile.', { exact: false }).waitFor();
  expect(await form.getByRole('textbox').inputValue()).toBe('No trucks that day.');
  await page.unrouteAll();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await page.reload();
}

/** Returns the plant at which the load of the plants shows the request. */
const ownPlant = (request: Locator) => request.locator('section[data-chosen]').getAttribute('aria-label');

describe('requesting a pour', () => {
  it('REQ-01 REQ-02 REQ-04 REQ-05 a foreman sends it with one tap, once although the answer was lost; dispatch proposes and the foreman accepts, each without a reload', async () => {
    const foreman = await open(FIELD, '/requests', { size: 'phone' });
    const { page } = foreman;
    await page.getByRole('button', { name: 'Request a pour' }).click();
    const form = page.getByRole('form', { name: 'Request a pour' });
    await form.getByRole('button', { name: 'Send request' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect([await isWiderThanWindow(page), await isOverflowing(page.getByRole('dialog'))]).toEqual([false, false]);
    // The bar with the buttons does not cover what the keyboard reaches.
    await form.getByRole('button', { name: 'Chute' }).focus();
    expect(await isSeen(form.getByRole('button', { name: 'Chute' }))).toBe(true);
    // Nor the error of the field to which a refused form returns.
    const quantity = form.getByLabel('Quantity (CY)');
    const usual = await quantity.inputValue();
    await quantity.fill('-5');
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect.poll(() => isSeen(form.getByText('Enter a quantity above 0.'))).toBe(true);
    expect(await form.getByText('-5 CY').count()).toBe(0);
    await quantity.fill(usual);
    // A fault among the details that were closed again opens them.
    await form.getByText('Spacing, slump', { exact: false }).click();
    const spacing = form.getByLabel('Minutes between trucks');
    const usualSpacing = await spacing.inputValue();
    await spacing.fill('20 min');
    await form.getByText('Spacing, slump', { exact: false }).click();
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect.poll(() => isSeen(form.getByText('Enter a number without words'))).toBe(true);
    await spacing.fill(usualSpacing);
    // The server stores it, but the answer does not arrive. What was typed survives a reload, and is sent once.
    await quantity.fill('31.25');
    await page.route(
      ({ pathname }) => REQUESTS.test(pathname),
      async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        await route.abort('connectionfailed');
      },
    );
    await form.getByRole('button', { name: 'Send request' }).click();
    await toastRegion(page).getByText('The request was not sent', { exact: false }).waitFor();
    await page.unrouteAll();
    await page.reload();
    await expect.poll(() => quantity.inputValue()).toBe('31.25');
    await form.getByRole('button', { name: 'Send request' }).click();
    const drawer = page.getByRole('dialog', { name: /^Request R\d+/ });
    await drawer.getByText('Waiting').first().waitFor();
    const number = /R\d+/.exec((await drawer.getByRole('heading', { name: /Request R/ }).innerText()) ?? '')?.[0] ?? '';

    const desk = await open(STAFF, '/desk/requests');
    await desk.page.getByRole('link', { name: number }).waitFor();
    expect(await desk.page.getByRole('row').filter({ hasText: '31.25 CY' }).count()).toBe(1);
    // The list asks before it confirms, and says what: its rows move under the pointer.
    await desk.page.getByRole('button', { name: `Confirm ${number}` }).click();
    const asking = desk.page.getByRole('dialog', { name: `Confirm ${number}?` });
    await asking.getByText(', 31.25 CY, starting ', { exact: false }).waitFor();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await asking.waitFor({ state: 'hidden' });
    await desk.page.getByRole('link', { name: number }).click();
    const request = desk.page.getByRole('dialog', { name: new RegExp(number) });
    await request
      .getByRole('img', { name: /of this request$/ })
      .first()
      .waitFor();
    expect(await findBarriers(desk.page)).toEqual([]);
    // The bars stay visible in forced colours.
    await desk.page.emulateMedia({ forcedColors: 'active' });
    const fills = await request
      .locator('section[data-chosen] [data-series=own]:not([style*=" 0%"])')
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).backgroundColor));
    expect(fills.length).toBeGreaterThan(0);
    const ground = await desk.page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(fills).not.toContain(ground);
    await desk.page.emulateMedia({ forcedColors: 'none' });
    const asked = await ownPlant(request);
    await declineTooLate(desk.page, request);
    // By keyboard: the buttons disappear, and the focus goes on in the drawer.
    const focused = () => desk.page.evaluate(() => document.activeElement?.closest('[role=dialog]') && document.activeElement?.tagName);
    await request.getByRole('button', { name: 'Propose a change' }).press('Enter');
    await expect.poll(focused).toBe('INPUT');
    await request.getByLabel('Quantity (CY)').fill('18,5');
    const plant = request.getByLabel('Plant', { exact: true });
    await plant.selectOption(
      await plant.evaluate((select: HTMLSelectElement) => [...select.options].find(({ selected }) => !selected)?.value ?? ''),
    );
    expect(await ownPlant(request)).not.toBe(asked);
    await desk.page.keyboard.press('Escape');
    await keepWriting(desk.page);
    await request.getByRole('button', { name: 'Cancel' }).click();
    await keepWriting(desk.page);
    await request.getByLabel('Note for the customer').fill('The pump is taken until ten.');
    await request.getByRole('button', { name: 'Send proposal' }).press('Enter');
    await request.getByText('Proposed').first().waitFor();
    await expect.poll(focused).toBe('H2');
    // The load of the plants shows what this button makes: the request as it was made, at its own plant.
    await request.getByRole('button', { name: 'Confirm as requested' }).waitFor();
    await expect.poll(() => ownPlant(request)).toBe(asked);

    await drawer.getByText('The pump is taken until ten.').first().waitFor();
    // A second proposal arrives while the foreman writes: the note stays, and the drawer asks before it closes.
    const refusal = drawer.getByLabel('Tell dispatch why (optional)');
    await refusal.fill('Not before nine.');
    await request.getByRole('button', { name: 'Propose a change' }).click();
    expect(await request.getByLabel('Quantity (CY)').inputValue()).toBe('18.5');
    await request.getByLabel('Quantity (CY)').fill('18');
    await request.getByRole('button', { name: 'Send proposal' }).click();
    await drawer.getByText('Dispatch has changed the proposal.').waitFor();
    expect(await refusal.inputValue()).toBe('Not before nine.');
    await page.keyboard.press('Escape');
    await keepWriting(page);
    await drawer.getByRole('button', { name: 'Accept' }).click();
    await drawer.getByText('Confirmed').first().waitFor();
    await request.getByText('Proposal accepted').waitFor();
    await request.getByRole('button', { name: 'Close' }).first().click();
    await desk.page.getByRole('button', { name: 'Rules' }).click();
    const rules = desk.page.getByRole('dialog', { name: 'Rules for requests' });
    await rules.getByLabel('Lead time (minutes)').fill('');
    await rules.getByRole('button', { name: 'Save' }).click();
    await rules.getByText('Use a number.').waitFor();
    await rules.getByLabel('Material').selectOption('Block');
    await keepWriting(desk.page);
    expect(await rules.getByLabel('Lead time (minutes)').inputValue()).toBe('');
    await drawer.getByRole('link', { name: number }).click();
    await page.getByRole('dialog', { name: new RegExp(`Order.*${number}`) }).waitFor();
    expect(unexpected([...foreman.problems, ...desk.problems])).toEqual([]);
    await Promise.all([foreman.close(), desk.close()]);
  });

  it('REQ-01 a mason asks for pallets in the words of the trade, each product once, and picks them up at a plant', async () => {
    const { customer } = await callAs(portal.url, OWNER, BLOCK_CUSTOMER);
    const { page, problems, close } = await open(OWNER, `/requests?customer=${customer.globalCustomerNumber}`, { size: 'phone' });
    await page.getByRole('button', { name: 'Request a delivery' }).click();
    const form = page.getByRole('form', { name: 'Request block' });
    await form.getByRole('button', { name: 'Send request' }).waitFor();
    const products = await form.getByRole('group', { name: 'Product' }).getByRole('button').allInnerTexts();
    expect(products.length).toBeGreaterThan(0);
    expect(new Set(products).size).toBe(products.length);
    expect(await form.getByText(/slump|chute|yards/i).count()).toBe(0);
    await form.getByLabel('Unit').selectOption('Pallets');
    await form.getByLabel('Quantity (pallets)').fill('4');
    await form.getByText('4 pallets, 360 pieces').waitFor();
    await form.getByRole('button', { name: 'We pick it up' }).click();
    await form.getByLabel('Pick up at').selectOption({ index: 1 });
    expect(await findBarriers(page)).toEqual([]);
    expect([await isWiderThanWindow(page), await isOverflowing(page.getByRole('dialog'))]).toEqual([false, false]);
    await form.getByRole('button', { name: 'Send request' }).click();
    const drawer = page.getByRole('dialog', { name: /^Request R\d+/ });
    await drawer.getByText('360 EA (4 pallets)').waitFor();
    await drawer.getByText('Pickup', { exact: true }).waitFor();

    // Withdrawn, and asked for again without typing it a second time.
    await drawer.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog', { name: 'Withdraw the request?' }).getByRole('button', { name: 'Withdraw' }).click();
    await drawer.getByRole('button', { name: 'Request again' }).click();
    await expect.poll(() => form.getByLabel('Quantity (pieces)').inputValue()).toBe('360');
    expect(await form.getByRole('button', { name: 'We pick it up' }).getAttribute('aria-pressed')).toBe('true');
    await form.getByRole('button', { name: 'Send request' }).click();
    await drawer.getByText('360 EA (4 pallets)').waitFor();
    await drawer.getByText('Waiting').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('REQ-02 REQ-03 REQ-04 CHT-19 asks for a change of an order and requests it again; a chat about the request goes on when dispatch confirms it', async () => {
    const { page, problems, close } = await open(OWNER, '/orders?view=flat');
    await page.getByRole('row').filter({ hasText: 'To Be Shipped' }).getByRole('link').first().click();
    const drawer = page.getByRole('dialog', { name: /^Order/ });
    await drawer.getByRole('button', { name: 'Add yards' }).click();
    const form = drawer.getByRole('form', { name: 'Add yards' });
    await form.getByRole('button', { name: 'Ask dispatch' }).click();
    await form.getByText('Enter a quantity.').waitFor();
    await form.getByLabel('Yards to add').fill('5,5');
    await drawer.getByRole('button', { name: 'Hold', exact: true }).click();
    await keepWriting(page);
    // It became too late meanwhile: the text stays, and cannot be sent any more.
    await page.route(/\/orders\/\d+\/changes/, async (route) => {
      if (route.request().method() === 'POST') return route.fulfill({ status: 409, json: { code: 'conflict', detail: 'Too late.' } });
      const response = await route.fetch();
      const facts = (await response.json()) as { changes: object[] };
      return route.fulfill({ response, json: { ...facts, changes: facts.changes.map((change) => ({ ...change, isLate: true })) } });
    });
    await form.getByRole('button', { name: 'Ask dispatch' }).click();
    await form.getByText(/^Add yards: too late/).waitFor();
    expect(await form.getByLabel('Yards to add').inputValue()).toBe('5,5');
    expect(await form.getByRole('button', { name: 'Ask dispatch' }).isDisabled()).toBe(true);
    await page.unrouteAll();
    await drawer.getByRole('button', { name: 'Add yards' }).click();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await form.waitFor({ state: 'detached' });
    await page.reload();
    await drawer.getByRole('button', { name: 'Add yards' }).click();
    await form.getByLabel('Yards to add').fill('5,5');
    await form.getByRole('button', { name: 'Ask dispatch' }).click();
    await drawer.getByRole('link', { name: 'Add yards: waits for dispatch' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Request again' }).click();
    await page.getByRole('form', { name: 'Request a pour' }).getByRole('button', { name: 'Send request' }).click();

    const dispatcher = await signedIn(portal.url, STAFF);
    // Dispatch sees the load of the plants for a change as well, with the added yards at the order's plant.
    const desk = await open(STAFF, '/desk/requests');
    await desk.page.getByRole('row').filter({ hasText: 'Add yards' }).getByRole('link').first().click();
    const change = desk.page.getByRole('dialog', { name: /^Request R\d+/ });
    await change
      .getByText(/^Add yards/)
      .first()
      .waitFor();
    await expect.poll(() => ownPlant(change)).not.toBeNull();
    await desk.close();
    const request = page.getByRole('dialog', { name: /^Request R\d+/ });
    await request.getByRole('button', { name: 'Chat', exact: true }).click();
    await log(page)
      .getByText(/^Chat started about/)
      .waitFor();
    await say(page, 'Is ten possible?');
    await field(page).fill('Or else');
    const id = Number(new URL(page.url()).searchParams.get('request'));
    await dispatcher.call('POST', `/desk/requests/${id}/confirm`, { version: 1, plantId: null, note: null });
    // The drawer below the chat shows the same answer.
    await request.getByText('Confirmed').first().waitFor();
    expect(await field(page).inputValue()).toBe('Or else');
    await log(page).getByText('Is ten possible?').waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
