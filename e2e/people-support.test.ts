import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeholderPhoto } from '../apps/server/src/demo/world/placeholder-photo.ts';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { shownHeadings } from './harness/headings.ts';
import { go } from './harness/kept-tabs.ts';
import { menuCount } from './harness/menu.ts';
import { failCalls, unexpected } from './harness/network.ts';
import type { Portal } from './harness/portal.ts';
import { workerPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { paramsOf } from './harness/url.ts';

const OWNER = 'owner@example.com';
const STAFF = 'dispatcher@example.com';
const TICKETS = /\/supporttickets$/;
const ATTACHMENT = /\/attachments\/\d+/;

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
/** The content is a PNG, whatever the file's name. */
const picture = placeholderPhoto();

beforeAll(async () => {
  [portal, browser] = await Promise.all([workerPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(() => browser?.close());

const form = (page: Page) => page.getByRole('dialog', { name: 'Support Request Form' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you wrote?' });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const file = (name: string, buffer: Buffer = picture) => ({ name, mimeType: 'application/octet-stream', buffer });

async function fillForm(page: Page, title: string): Promise<void> {
  await form(page).getByLabel('Title').fill(title);
  await form(page).getByLabel('Description').fill('The edge is broken.');
  await form(page).getByLabel('Category').selectOption({ label: 'Quality of material' });
  await form(page).getByLabel('Type', { exact: true }).selectOption({ label: 'Problem' });
}

/** Fails if the page has barriers or is cut, on an office screen in light or on a phone in dark. */
async function expectSound(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize(VIEWPORTS.phone.viewport);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => isWiderThanWindow(page)).toBe(false);
  expect(await findBarriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(VIEWPORTS.desktop.viewport);
}

/** Fails unless all labels look the same, read-only fields look different, and the title is level with its button. */
async function expectOneLook(page: Page): Promise<void> {
  const fonts = ['Customer', 'Title', 'Description', 'Attachments'].map((label) =>
    form(page)
      .getByText(label, { exact: true })
      .evaluate((element) => `${getComputedStyle(element).fontSize} ${getComputedStyle(element).fontWeight}`),
  );
  expect(new Set(await Promise.all(fonts))).toEqual(new Set(['13px 400']));
  const ground = (label: string) =>
    form(page)
      .getByLabel(label)
      .evaluate((input) => getComputedStyle(input).backgroundColor);
  expect(await ground('Customer')).not.toBe(await ground('Title'));
  const middle = async (part: Locator) => {
    const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
    return y + height / 2;
  };
  const title = form(page).getByRole('heading', { name: 'Support Request Form' });
  expect(await middle(title)).toBeCloseTo(await middle(form(page).getByRole('button', { name: 'Close' })), 0);
}

describe('support', () => {
  it('SUP-01 SUP-02 SUP-04 SUP-05 SUP-06 SUP-09 SUP-10 SUP-12 SUP-13 SUP-14 SUP-15 a request with pictures is sent, and is in the list with its files', async () => {
    const { page, problems, close } = await open(OWNER, '/support');
    expect(await shownHeadings(page)).toEqual(['Account', 'Ticket Id', 'Title', 'Assigned To', 'Status', 'Created Date', 'Actions']);
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['All', 'Open', 'InProgress', 'Resolved', 'Closed']);
    await page.getByRole('button', { name: 'Date range: Any date' }).waitFor();
    const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get('status') === '2');
    await page.getByRole('tab', { name: 'InProgress' }).click();
    await asked;
    const request = page.getByRole('button', { name: 'Request Support' });
    await request.click();
    // Without any input, closing asks no question.
    await form(page).waitFor();
    await page.keyboard.press('Escape');
    await form(page).waitFor({ state: 'hidden' });
    await request.click();
    expect(await form(page).getByLabel('Customer').getAttribute('readonly')).not.toBeNull();
    await form(page).getByRole('button', { name: 'Send Request' }).click();
    for (const text of ['Title is required', 'Description is required', 'Category is required', 'Type is required']) {
      await form(page).getByText(text).waitFor();
    }
    await fillForm(page, 'Broken block');
    const choose = form(page).locator('input[type=file]');
    await choose.setInputFiles([file('virus.png', Buffer.from('MZ, and no picture'))]);
    await form(page).getByText('Only .jpg, .jpeg, and .png files are allowed.').waitFor();
    expect(await form(page).getByRole('listitem').count()).toBe(0);
    await choose.setInputFiles([file('a.jpg'), file('b.png'), file('c.jpeg'), file('d.jpg')]);
    await form(page).getByText('You can upload a maximum of 3 files.').waitFor();
    await form(page).getByRole('button', { name: 'Remove b.png' }).click();
    await expect.poll(() => form(page).getByRole('listitem').count()).toBe(2);
    await expectSound(page);
    await expectOneLook(page);
    // Neither Escape nor Back discards the input without asking, and a second Enter keeps it.
    for (const away of [() => page.keyboard.press('Escape'), () => page.evaluate(() => history.back())]) {
      await away();
      const keep = question(page).getByRole('button', { name: 'Keep writing' });
      await expect.poll(() => keep.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      await question(page).waitFor({ state: 'hidden' });
    }
    expect(new URL(page.url()).searchParams.has('new')).toBe(true);

    await failCalls(page, TICKETS, 500, { detail: 'Our store room is full.' });
    const send = () => form(page).getByRole('button', { name: 'Send Request' }).click();
    await send();
    await toastRegion(page).getByText('Our store room is full.').waitFor();
    await page.unrouteAll();
    let wasHeld = false;
    await page.route(
      ({ pathname }) => TICKETS.test(pathname),
      async (route) => {
        if (route.request().method() === 'POST') {
          await form(page)
            .getByText(/^(Sending, \d+ %|Checking the files…)$/)
            .waitFor();
          // The form cannot be closed while it is being sent.
          await page.keyboard.press('Escape');
          await page.evaluate(() => history.back());
          await expect.poll(() => new URL(page.url()).searchParams.has('new')).toBe(true);
          wasHeld = await form(page).getByRole('button', { name: 'Cancel' }).isDisabled();
        }
        await route.continue();
      },
    );
    await send();
    await toastRegion(page).getByText('Your request was sent.').waitFor();
    expect(wasHeld).toBe(true);
    await form(page).waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: 'Open' }).click();
    await row(page, 'Broken block')
      .filter({ hasText: 'Active' })
      .getByRole('link', { name: /^View details/ })
      .click();
    const details = page.getByRole('dialog', { name: /^Support request \d+/ });
    for (const text of ['Quality of material', 'The edge is broken.', 'Nobody yet']) await details.getByText(text).first().waitFor();
    await details.getByRole('button', { name: 'Open a.png' }).click();
    const shown = page.getByRole('dialog', { name: 'a.png' }).getByRole('img', { name: 'a.png' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    // An earlier click that is answered later neither replaces a picture nor opens it again.
    const held: Route[] = [];
    const hold = (route: Route): void => void held.push(route);
    await page.route(ATTACHMENT, hold);
    for (const [index, name] of ['a.png', 'c.png'].entries()) {
      await details.getByRole('button', { name: `Open ${name}` }).click();
      await expect.poll(() => held.length).toBe(index + 1);
    }
    await page.unroute(ATTACHMENT, hold);
    await held[1]?.fulfill({ contentType: 'image/png', body: picture });
    const last = page.getByRole('dialog', { name: 'c.png' });
    await last.getByRole('img', { name: 'c.png' }).waitFor();
    await page.keyboard.press('Escape');
    await last.waitFor({ state: 'hidden' });
    await held[0]?.fulfill({ contentType: 'image/png', body: picture });
    const download = page.waitForEvent('download');
    await details.getByRole('button', { name: 'Download c.png' }).click();
    expect((await download).suggestedFilename()).toBe('c.png');
    expect(await page.getByRole('dialog', { name: 'a.png' }).count()).toBe(0);
    await expectSound(page);
    // A request that does not load says so.
    await failCalls(page, /\/supporttickets\/\d+$/, 500);
    await go(page, '/support?request=1');
    await page.getByText('Error loading details').waitFor();
    expect(paramsOf(page)).toEqual({ request: '1' });
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('SUP-02 SUP-03 REG-23 STF-09 the desk answers and moves it, and the customer sees it; it finds the account of a registration and approves it', async () => {
    const { page, problems, close } = await open(STAFF, '/dashboard');
    // A dispatcher starts where customers wait for dispatch.
    await page.waitForURL(`${portal.url}/desk/chats`);
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').allInnerTexts())
      .toEqual(['Dispatch Desk', 'Order requests', 'Arrival accuracy', 'Registrations', 'Support Desk']);
    await page.getByRole('link', { name: 'Support Desk' }).click();
    await row(page, 'Broken block').getByRole('link').first().click();
    const desk = page.getByRole('dialog', { name: /^Support request/ });
    // The request comes before the answer form, and the button's label says what it does.
    const { y: textAt = 0 } = (await desk.getByText('The edge is broken.').boundingBox()) ?? {};
    const { y: formAt = 0 } = (await desk.getByLabel('Answer to the customer').boundingBox()) ?? {};
    expect(textAt).toBeLessThan(formAt);
    await desk.getByRole('button', { name: 'Save status' }).waitFor();
    await desk.getByLabel('Answer to the customer').fill('We send somebody tomorrow.');
    let show: () => void = () => undefined;
    const shown = new Promise<void>((resolve) => {
      show = resolve;
    });
    await page.route(
      ({ pathname }) => /\/desk\/support\/\d+$/.test(pathname),
      async (route) => {
        if (route.request().method() === 'GET') await shown;
        // An answer on its way cannot be left behind as a draft.
        else await page.keyboard.press('Escape');
        await route.continue();
      },
    );
    await desk.getByRole('button', { name: 'Send answer' }).click();
    await toastRegion(page).getByText('The request was updated.').waitFor();
    // The text being written stays when the request is refetched with another status.
    await desk.getByLabel('Answer to the customer').fill('And one thing more.');
    show();
    await desk.getByText('We send somebody tomorrow.').first().waitFor();
    await desk.getByText('Pending').first().waitFor();
    expect(await desk.getByLabel('Answer to the customer').inputValue()).toBe('And one thing more.');
    await expectSound(page);
    const customer = await open(OWNER, '/support?status=InProgress&search=Broken');
    await row(customer.page, 'Broken block').filter({ hasText: 'Renee Castleberry' }).getByRole('link').first().click();
    await customer.page.getByText('We send somebody tomorrow.').waitFor();
    await customer.close();

    await desk.getByLabel('Answer to the customer').fill('');
    await page.keyboard.press('Escape');
    await desk.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Registrations' }).click();
    // The link opens the request even if the list does not contain it.
    const link = await row(page, 'Harlan Creek Paving').getByRole('link').getAttribute('href');
    await go(page, `${link}&search=nobody`);
    const details = page.getByRole('dialog', { name: 'Request Details' });
    const counted = menuCount(page, 'Registrations');
    const waiting = Number(await counted.innerText());
    await details.getByRole('button', { name: 'Approve' }).click();
    await details.getByText('Choose the customer account this request is for.').waitFor();
    const account = details.getByLabel('Customer account');
    await details.getByLabel('Role').selectOption({ label: 'Viewer' });
    await account.fill('Tarnwick');
    await page
      .getByRole('option', { name: /Tarnwick/ })
      .first()
      .waitFor();
    // An outdated search result cannot be selected for the text typed now.
    const released = Promise.withResolvers<void>();
    await page.route(
      ({ pathname, search }) => pathname.endsWith('/desk/customers') && search.includes('Dovecote'),
      async (route) => {
        await released.promise;
        await route.continue();
      },
    );
    await account.fill('Dovecote');
    await account.press('ArrowDown');
    await account.press('Enter');
    await expect.poll(() => account.inputValue()).toBe('Dovecote');
    expect(await page.getByRole('option', { name: /Tarnwick/ }).count()).toBe(0);
    await details.getByRole('button', { name: 'Approve' }).click();
    await details.getByText('Choose the customer account this request is for.').waitFor();
    released.resolve();
    await account.click();
    await page.getByRole('option', { name: /Dovecote/ }).click();
    await details.getByRole('button', { name: 'Approve' }).click();
    const otherCompany = page.getByRole('dialog', { name: 'Different company name' });
    await otherCompany.getByText(/registered for “Harlan Creek Paving”. The account is “Dovecote/).waitFor();
    await otherCompany.getByRole('button', { name: 'Approve for this account' }).click();
    await toastRegion(page).getByText('The request was approved.').waitFor();
    await details.waitFor({ state: 'hidden' });
    await expect.poll(async () => ((await counted.count()) === 0 ? 0 : Number(await counted.innerText()))).toBe(waiting - 1);
    await go(page, link ?? '');
    await details.getByText('No longer waiting', { exact: true }).waitFor();
    await details.getByRole('button', { name: 'Close' }).click();
    await row(page, 'Harlan Creek Paving').waitFor({ state: 'detached' });
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
