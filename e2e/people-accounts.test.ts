import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isSeen, isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { stopClock } from './harness/clock.ts';
import { shownHeadings } from './harness/headings.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, unexpected } from './harness/network.ts';
import type { Portal } from './harness/portal.ts';
import { workerPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { expectToasts, toastRegion } from './harness/toasts.ts';
import { withoutWebgl } from './truck-tracking-world.ts';

const OWNER = 'owner@example.com';
const APPLICANT = 'dana.whitlock@example.com';
const VIEWER = 'viewer@example.com';
const MEMBER = 'nobody@example.com';
const REGISTER = /\/accounts\/registration$/;
const ADDRESSES = /\/address\/search$/;

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  [portal, browser] = await Promise.all([workerPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(() => browser?.close());

const field = (page: Page | Locator, label: string) => page.getByLabel(label, { exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const PERSON = {
  'First name': 'Dana',
  'Last name': 'Whitlock',
  Email: APPLICANT,
  'Confirm email': APPLICANT,
  'Phone number': '(423) 555-0188',
  Company: 'Tarnwick Builders',
  'Customer #': '10418',
};

async function fill(place: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(place, label).fill(value);
}

/** Fails if the page has barriers or is cut, on an office screen in light or on a phone in dark. `onPhone` looks at what differs there. */
async function expectSound(page: Page, onPhone?: () => Promise<void>): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize(VIEWPORTS.phone.viewport);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => isWiderThanWindow(page)).toBe(false);
  await onPhone?.();
  expect(await findBarriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(VIEWPORTS.desktop.viewport);
}

/** Chooses 'Keep writing' when a dialog asks whether to discard the text. */
async function keepWriting(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await question.waitFor({ state: 'hidden' });
}

/** Collects the texts of toasts from the start of the page on. */
const watchToasts = (page: Page) =>
  page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shownToasts: shown });
    new MutationObserver(() => {
      const text = document.querySelector('section[aria-label="Notifications"]')?.textContent;
      if (text) shown.push(text);
    }).observe(document, { subtree: true, childList: true });
  });
const shownToasts = (page: Page) => page.evaluate(() => (window as unknown as { shownToasts: string[] }).shownToasts);

/** Returns the text of the invitation email in `/demo/mailbox`, or '' if it has not arrived. */
async function invitationTo(page: Page, email: string): Promise<string> {
  await page.goto(`${portal.url}/demo/mailbox`);
  const mail = page.getByRole('row').filter({ hasText: email }).filter({ hasText: 'your account is ready' });
  if ((await mail.count()) === 0) return '';
  await mail.first().getByRole('link').click();
  return page.locator('main').innerText();
}

describe('registering', () => {
  it('REG-01 REG-02 REG-03 REG-04 REG-05 REG-06 REG-09 REG-15 REG-16 REG-18 REG-19 REG-20 REG-21 REG-22 explains the registration, fills in the address, says what failed, and thanks', async () => {
    const { page, problems, close } = await browser.openPage();
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (ADDRESSES.test(pathname)) asked.push(searchParams.get('search'));
    });
    await page.clock.install();
    await page.goto(portal.url);
    await page.getByRole('link', { name: 'Register' }).click();
    await page.waitForURL(`${portal.url}/account-registration`);
    for (const text of [
      'Important notice',
      /legacy mobile app is retired/,
      /not with your old username/,
      /once for each/,
      /temporary password/,
      /24-48 hours/,
    ]) {
      await page.getByText(text).first().waitFor();
    }
    await page.getByRole('link', { name: 'support@example.com' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Back To Login' }).getAttribute('href')).toBe('/');

    await page.getByRole('button', { name: 'Terms of Service and Privacy Policy' }).click();
    const terms = page.getByRole('dialog', { name: 'Terms of Service and Privacy Policy' });
    await terms.getByText('How we use your email address').waitFor();
    await terms.getByText('How we use your phone number').waitFor();
    await page.keyboard.press('Escape');
    await terms.waitFor({ state: 'hidden' });

    const register = () => page.getByRole('button', { name: 'Register' }).click();
    await register();
    for (const name of ['Email', 'Company', 'Customer #', 'State', 'Zip code']) {
      await page.getByText(`${name} is required`, { exact: true }).waitFor();
    }
    expect(await field(page, 'First name').evaluate((input) => input === document.activeElement)).toBe(true);
    await expectSound(page);

    await fill(page, PERSON);
    await page.getByRole('link', { name: 'Back To Login' }).click();
    await keepWriting(page);
    expect(await field(page, 'First name').inputValue()).toBe(PERSON['First name']);
    await failCalls(page, ADDRESSES, 500);
    await field(page, 'Address').fill('940 Main');
    await expectToasts(page, ['Uh oh! Something went wrong.', 'There was a problem fetching the addresses.']);
    await page.unrouteAll();
    await field(page, 'Address').fill('');
    asked.length = 0;
    // No request is sent for two characters, or while the pauses in typing are shorter than 500 ms.
    await stopClock(page);
    await field(page, 'Address').pressSequentially('qq');
    await page.clock.runFor(1000);
    for (const letter of 'qqqqq') {
      await field(page, 'Address').press(letter);
      await page.clock.runFor(499);
    }
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => asked).toEqual(['qqqqqqq']);
    await page.clock.resume();
    await page.getByText('No Address Found', { exact: true }).waitFor();
    const chooseAddress = async () => {
      await field(page, 'Address').fill('940 Thrash');
      await page.getByRole('option', { name: /^940 Thrasher Pike, Hixson, TN 37343$/ }).click();
    };
    await chooseAddress();
    expect(await field(page, 'Address').inputValue()).toBe('940 Thrasher Pike');
    expect(await field(page, 'City').inputValue()).toBe('Hixson');
    expect(await field(page, 'State').inputValue()).toBe('43');
    expect(await field(page, 'Zip code').inputValue()).toBe('37343');

    await failCalls(page, REGISTER, 429, { title: 'Too many requests. Please try again in a moment.', errors: { form: ['One', 'Two'] } });
    await register();
    await expectToasts(page, ['Too many requests. Please try again in a moment.', 'One, Two']);
    await page.unrouteAll();
    await page.route(REGISTER, async (route) => {
      await page.getByRole('button', { name: 'Registering User' }).waitFor();
      await route.continue();
    });
    await register();
    await expectToasts(page, ['User Registration', 'Your email is being reviewed. Please wait for admin approval.']);
    await page.waitForURL(`${portal.url}/registration-success`);
    await page.getByRole('heading', { name: 'Thank you for registering' }).waitFor();
    expect(await page.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/');

    // After an answer that nobody can mend in the form, the form is left.
    await page.unrouteAll();
    await go(page, '/account-registration');
    await fill(page, PERSON);
    await chooseAddress();
    await failCalls(page, REGISTER, 503);
    await register();
    await expectToasts(page, ['Error Registering User, Please Try Again!']);
    await page.waitForURL(`${portal.url}/`);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('user accounts', () => {
  it('USR-01 USR-02 USR-04 USR-05 USR-06 USR-07 USR-08 shows requests, approves one with a role; the applicant signs in with the mailed password', async () => {
    const { page, problems, close } = await open(OWNER, '/user-accounts');
    expect(await shownHeadings(page)).toEqual(['User', 'Phone', 'Address', 'Role', 'Status', 'Actions']);
    await row(page, OWNER).waitFor();
    // Owners and members who are not approved have neither Edit nor Delete.
    const actionsOf = (email: string) => row(page, email).getByRole('button', { name: /Edit|Delete/ });
    expect(await Promise.all([OWNER, VIEWER, APPLICANT].map((email) => actionsOf(email).count()))).toEqual([0, 2, 0]);
    const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get('StatusId') === '1');
    await page.getByRole('tab', { name: 'Requested' }).click();
    await asked;
    await row(page, APPLICANT).getByRole('link').click();
    const details = page.getByRole('dialog', { name: 'Request Details' });
    await details.getByText('(423) 555-0188').waitFor();
    await details.getByRole('button', { name: 'Approve' }).click();
    await details.getByText('Role is required').waitFor();
    await expectSound(page);
    await field(details, 'Role').selectOption({ label: 'Project Manager' });
    await details.getByRole('button', { name: 'Approve' }).click();
    await details.waitFor({ state: 'hidden' });
    await row(page, APPLICANT).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Approved' }).click();
    await row(page, APPLICANT).filter({ hasText: 'Project Manager' }).waitFor();
    expect(problems).toEqual([]);

    await expect.poll(() => invitationTo(page, APPLICANT)).toContain('Temporary password');
    const password = /Temporary password: (\S+)/.exec(await page.locator('main').innerText())?.[1] ?? '';
    const guest = await browser.openPage();
    await guest.page.goto(`${portal.url}/login`);
    await guest.page.locator('#email').fill(APPLICANT);
    await guest.page.locator('#password').fill(password);
    await guest.page.locator('form:has(#password) button[type=submit]').click();
    await guest.page.locator('#new-password').fill('a password of my own');
    await guest.page.locator('#repeated-password').fill('a password of my own');
    expect(await findBarriers(guest.page)).toEqual([]);
    await guest.page.getByRole('button', { name: 'Save and sign in' }).click();
    await guest.page.waitForURL('**/dashboard*');
    await guest.page.getByRole('link', { name: 'Orders' }).first().waitFor();
    await guest.close();
    await close();
  });

  it('USR-01 USR-03 USR-11 USR-13 USR-14 USR-16 USR-17 PER-01 adds, edits and deletes a member, whose open page says once that access was withdrawn', async () => {
    const { page, problems, close } = await open(OWNER, '/user-accounts');
    const add = page.getByRole('button', { name: 'Add Member' });
    await add.click();
    const form = page.getByRole('dialog', { name: 'Add Member' });
    await form.getByRole('button', { name: 'Save' }).click();
    for (const message of ['Email is required', 'First name is required', 'Role is required']) await form.getByText(message).waitFor();
    expect(await form.getByLabel('Enable').count()).toBe(0);
    await expectSound(page, async () => {
      // The first invalid field is scrolled into view together with its label.
      await form.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => isSeen(form.locator('label', { hasText: 'First name' }))).toBe(true);
    });
    await fill(form, { 'First name': 'Rae', 'Last name': 'Novak', Email: 'rae', Phone: '12' });
    await fill(form, { Address: '1 Main St', City: 'Hixson', 'Zip code': '37343' });
    await field(form, 'State').selectOption('43');
    await field(form, 'Role').selectOption({ label: 'Viewer' });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Invalid email address').waitFor();
    await form.getByText('Invalid phone number').waitFor();
    await form.getByRole('button', { name: 'Close' }).click();
    await keepWriting(page);
    await fill(form, { Email: MEMBER, Phone: '4235550133' });
    await failCalls(page, /\/members$/, 500);
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToasts(page, ['Failed to add member']);
    await page.unrouteAll();
    await form.getByRole('button', { name: 'Save' }).click();
    await toastRegion(page).getByText('Member updated successfully').waitFor();
    await form.waitFor({ state: 'hidden' });
    await row(page, MEMBER).waitFor();

    // The new member has a page open that polls, while they are disabled.
    const guest = await open(MEMBER, '/truck-tracking', {
      isAlone: true,
      prepare: (prepared) => Promise.all([prepared.clock.install(), watchToasts(prepared), withoutWebgl(prepared)]),
    });
    await guest.page
      .getByRole('region', { name: 'Truck List' })
      .getByRole('button', { name: /^Truck/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Edit Rae Novak' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Member' });
    await field(edit, 'First name').waitFor();
    expect(await field(edit, 'Email').isDisabled()).toBe(true);
    await edit.getByLabel('Enable').uncheck();
    const sent = page.waitForRequest((request) => request.method() !== 'GET' && /\/members\/\d+(\?|$)/.test(request.url()));
    await edit.getByRole('button', { name: 'Save' }).click();
    // The role was not touched, so it was not sent: a colleague may have changed it.
    expect(Object.keys((await sent).postDataJSON())).toEqual(expect.not.arrayContaining(['roleId']));
    await row(page, MEMBER).filter({ hasText: 'Disabled' }).waitFor();
    const refused = guest.page.waitForResponse((response) => response.status() === 403);
    // The page polls positions every twenty seconds and the whole list every fifteen minutes.
    await guest.page.clock.fastForward('20:00');
    await refused;
    await guest.page.getByRole('heading', { name: 'Access withdrawn' }).waitFor();
    await guest.page.getByText(/^Your access to .+, customer number \w+, was withdrawn\./).waitFor();
    expect(await findBarriers(guest.page)).toEqual([]);
    await guest.page.clock.fastForward('20:00');
    expect(await shownToasts(guest.page)).toEqual([]);
    await guest.page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
    await guest.page.waitForURL(`${portal.url}/`);
    expect(unexpected(guest.problems)).toEqual([]);
    await guest.close();

    // On phones the main action is in a bar at the bottom, because only filters come before the first record.
    const height = async () => (await add.boundingBox())?.y;
    expect(await height()).toBeLessThan(700);
    await page.setViewportSize(VIEWPORTS.phone.viewport);
    await expect.poll(height).toBeGreaterThan(700);
    await page.setViewportSize(VIEWPORTS.desktop.viewport);
    const remove = page.getByRole('button', { name: 'Delete Rae Novak' });
    await remove.click();
    const question = page.getByRole('dialog', { name: 'Delete member' });
    await question.getByText(MEMBER).waitFor();
    // A colleague was faster: the question closes, and the list is asked again.
    await page.route(/\/members\?email=/, (route) => route.fulfill({ status: 404 }));
    const asked = page.waitForRequest(/\/members\?(?!email)/);
    await question.getByRole('button', { name: 'Delete' }).click();
    await Promise.all([asked, question.waitFor({ state: 'hidden' })]);
    await page.unrouteAll();
    await remove.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await toastRegion(page).getByText('Member deleted successfully').waitFor();
    await row(page, MEMBER).waitFor({ state: 'detached' });
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('USR-01 USR-03 USR-05 SUP-04 SHL-19 REG-04 REG-07 REG-08 REG-13 REG-19 REG-20 are without actions for users who may only view them; they can register for another account, with known fields locked', async () => {
    const { page, problems, close } = await open(VIEWER, '/user-accounts?add=1');
    await row(page, 'manager@example.com').waitFor();
    expect(await page.getByRole('button', { name: /^(Add Member|Edit|Delete)/ }).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('link', { name: /Shawna Underwood/ }).click();
    const details = page.getByRole('dialog', { name: 'Request Details' });
    await details.getByText('shawna.underwood@example.com').waitFor();
    expect(await details.getByRole('button', { name: /Approve|Reject|Edit|Delete/ }).count()).toBe(0);
    await go(page, '/support?new=1');
    await row(page, 'Need a W-9').waitFor();
    expect(await page.getByRole('button', { name: 'Request Support' }).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('button', { name: 'Account menu' }).click();
    expect(await page.getByRole('menuitem', { name: 'Support' }).getAttribute('href')).toMatch(/^\/support\?customer=/);
    await page.getByRole('menuitem', { name: 'Account Registration' }).click();
    const dialog = page.getByRole('dialog', { name: 'Account Registration' });
    await expect.poll(() => field(dialog, 'Email').inputValue()).toBe(VIEWER);
    for (const label of ['Email', 'First name', 'Last name', 'Phone number']) {
      expect(await field(dialog, label).getAttribute('readonly'), label).not.toBeNull();
    }
    expect(await dialog.getByLabel('Confirm email').count()).toBe(0);
    expect(await dialog.getByRole('link', { name: 'Back To Login' }).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await fill(dialog, { 'Customer #': '77001', Address: '1 Main St', City: 'Hixson', 'Zip code': '37343' });
    await field(dialog, 'State').selectOption('43');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await keepWriting(page);
    const body = page.waitForRequest((request) => request.url().endsWith('/members/requests'));
    await dialog.getByRole('button', { name: 'Register' }).click();
    expect(Object.keys((await body).postDataJSON()).toSorted()).toEqual(
      ['stateId', 'firstName', 'lastName', 'companyName', 'customerNumber', 'email', 'phoneNumber', 'address', 'city', 'zip'].toSorted(),
    );
    await toastRegion(page).getByText('User Registration', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    // The dialog also closes when the server fails.
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Account Registration' }).click();
    await fill(dialog, { 'Customer #': '77002', Address: '1 Main St', City: 'Hixson', 'Zip code': '37343' });
    await field(dialog, 'State').selectOption('43');
    await failCalls(page, /\/members\/requests$/, 503);
    await dialog.getByRole('button', { name: 'Register' }).click();
    await expectToasts(page, ['Error Registering User, Please Try Again!']);
    await dialog.waitFor({ state: 'hidden' });
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
