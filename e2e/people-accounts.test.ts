import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isCut, isSeen, LOOKS, openBrowser, type TestBrowser } from './harness/browser.ts';
import { shownHeadings } from './harness/headings.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { expectToasts, toastRegion } from './harness/toasts.ts';

const OWNER = 'owner@example.com';
const APPLICANT = 'dana.whitlock@example.com';
const REGISTER = /\/accounts\/registration$/;
const ADDRESSES = /\/address\/search$/;

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

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

/** Chooses 'Keep writing' when a dialog asks whether to discard the text. */
async function keepWriting(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await question.waitFor({ state: 'hidden' });
}

/** Returns the text of the invitation email in `/demo/mailbox`, or '' if it has not arrived. */
async function invitationTo(page: Page, email: string): Promise<string> {
  await page.goto(`${portal.url}/demo/mailbox`);
  const mail = page.getByRole('row').filter({ hasText: email }).filter({ hasText: 'your account is ready' });
  if ((await mail.count()) === 0) return '';
  await mail.first().getByRole('link').click();
  return page.locator('main').innerText();
}

describe('registering', () => {
  it('REG-01 REG-02 REG-03 REG-04 REG-05 REG-06 REG-09 REG-15 REG-16 REG-18 REG-19 REG-22 explains the registration, fills in the address, and thanks', async () => {
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
    ]) {
      await page.getByText(text).first().waitFor();
    }
    await page.getByText(/24-48 hours/).waitFor();
    await page.getByRole('link', { name: 'support@example.com' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Back To Login' }).getAttribute('href')).toBe('/');

    await page.getByRole('button', { name: 'Terms of Service and Privacy Policy' }).click();
    const terms = page.getByRole('dialog', { name: 'Terms of Service and Privacy Policy' });
    await terms.getByText('How we use your email address').waitFor();
    await terms.getByText('How we use your phone number').waitFor();
    await page.keyboard.press('Escape');
    await terms.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Register' }).click();
    for (const name of ['Email', 'Company', 'Customer #', 'State', 'Zip code']) {
      await page.getByText(`${name} is required`, { exact: true }).waitFor();
    }
    expect(await field(page, 'First name').evaluate((input) => input === document.activeElement)).toBe(true);

    await fill(page, PERSON);
    await page.getByRole('link', { name: 'Back To Login' }).click();
    await keepWriting(page);
    expect(await field(page, 'First name').inputValue()).toBe(PERSON['First name']);
    // No request is sent for two characters, or while the pauses in typing are shorter than 500 ms.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
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
    await field(page, 'Address').fill('940 Thrash');
    await page.getByRole('option', { name: /^940 Thrasher Pike, Hixson, TN 37343$/ }).click();
    expect(await field(page, 'Address').inputValue()).toBe('940 Thrasher Pike');
    expect(await field(page, 'City').inputValue()).toBe('Hixson');
    expect(await field(page, 'State').inputValue()).toBe('43');
    expect(await field(page, 'Zip code').inputValue()).toBe('37343');

    await page.route(REGISTER, async (route) => {
      await page.getByRole('button', { name: 'Registering User' }).waitFor();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Register' }).click();
    await toastRegion(page).getByText('User Registration', { exact: true }).waitFor();
    await toastRegion(page).getByText('Your email is being reviewed. Please wait for admin approval.', { exact: true }).waitFor();
    await page.waitForURL(`${portal.url}/registration-success`);
    await page.getByRole('heading', { name: 'Thank you for registering' }).waitFor();
    expect(await page.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/');
    expect(problems).toEqual([]);
    await close();
  });

  it.each(LOOKS)('the form passes axe and fits on a $size, $colorScheme', async (look) => {
    const { page, problems, close } = await browser.openPage(look);
    await page.goto(`${portal.url}/account-registration`);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Email is required', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await isCut(page)).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });

  it('REG-16 REG-20 REG-21 reports what failed: the addresses, the form, the server, the connection', async () => {
    const { page, problems, close } = await browser.openPage();
    await failCalls(page, ADDRESSES, 500);
    await page.goto(`${portal.url}/account-registration`);
    await fill(page, PERSON);
    await field(page, 'Address').pressSequentially('940 Main');
    await toastRegion(page).getByText('Uh oh! Something went wrong.', { exact: true }).waitFor();
    await toastRegion(page).getByText('There was a problem fetching the addresses.', { exact: true }).waitFor();
    await fill(page, { City: 'Hixson', 'Zip code': '37343' });
    await field(page, 'State').selectOption('43');
    const register = () => page.getByRole('button', { name: 'Register' }).click();

    await failCalls(page, REGISTER, 429, { title: 'Too many requests. Please try again in a moment.', errors: { form: ['One', 'Two'] } });
    await register();
    await toastRegion(page).getByText('Too many requests. Please try again in a moment.').waitFor();
    await toastRegion(page).getByText('One, Two').waitFor();
    await page.unrouteAll();
    await failCalls(page, REGISTER, 503);
    await register();
    await toastRegion(page).getByText('Error Registering User, Please Try Again!', { exact: true }).waitFor();
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
    expect(
      await row(page, OWNER)
        .getByRole('button', { name: /Edit|Delete/ })
        .count(),
    ).toBe(0);
    expect(
      await row(page, 'viewer@example.com')
        .getByRole('button', { name: /Edit|Delete/ })
        .count(),
    ).toBe(2);
    expect(
      await row(page, APPLICANT)
        .getByRole('button', { name: /Edit|Delete/ })
        .count(),
    ).toBe(0);
    const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get('StatusId') === '1');
    await page.getByRole('tab', { name: 'Requested' }).click();
    await asked;
    await row(page, APPLICANT).getByRole('link').click();
    const details = page.getByRole('dialog', { name: 'Request Details' });
    await details.getByText('(423) 555-0188').waitFor();
    await details.getByRole('button', { name: 'Approve' }).click();
    await details.getByText('Role is required').waitFor();
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

  it('USR-03 USR-11 USR-13 USR-14 USR-16 USR-17 adds, edits and deletes a member, whose open tab loses access at once, and reports failures', async () => {
    const { page, problems, close } = await open(OWNER, '/user-accounts');
    await page.getByRole('button', { name: 'Add Member' }).click();
    const form = page.getByRole('dialog', { name: 'Add Member' });
    await form.getByRole('button', { name: 'Save' }).click();
    for (const message of ['Email is required', 'First name is required', 'Role is required']) await form.getByText(message).waitFor();
    expect(await form.getByLabel('Enable').count()).toBe(0);
    await fill(form, { 'First name': 'Rae', 'Last name': 'Novak', Email: 'rae', Phone: '12' });
    await fill(form, { Address: '1 Main St', City: 'Hixson', 'Zip code': '37343' });
    await field(form, 'State').selectOption('43');
    await field(form, 'Role').selectOption({ label: 'Viewer' });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Invalid email address').waitFor();
    await form.getByText('Invalid phone number').waitFor();
    await form.getByRole('button', { name: 'Close' }).click();
    await keepWriting(page);
    await fill(form, { Email: 'nobody@example.com', Phone: '4235550133' });
    await failCalls(page, /\/members$/, 500);
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToasts(page, ['Failed to add member']);
    await page.unrouteAll();
    await form.getByRole('button', { name: 'Save' }).click();
    await toastRegion(page).getByText('Member updated successfully').waitFor();
    await form.waitFor({ state: 'hidden' });
    await row(page, 'nobody@example.com').waitFor();

    // The new member has a tab open while they are disabled, enabled and deleted.
    const guest = await open('nobody@example.com', '/orders');
    const searchBox = guest.page.getByPlaceholder('Search orders');
    await searchBox.waitFor();
    await page.getByRole('button', { name: 'Edit Rae Novak' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Member' });
    await field(edit, 'First name').waitFor();
    expect(await field(edit, 'Email').isDisabled()).toBe(true);
    await edit.getByLabel('Enable').uncheck();
    await failCalls(page, /\/members\/\d+$/, 500);
    await edit.getByRole('button', { name: 'Save' }).click();
    await expectToasts(page, ['Failed to update member']);
    await page.unrouteAll();
    await edit.getByRole('button', { name: 'Save' }).click();
    await row(page, 'nobody@example.com').filter({ hasText: 'Disabled' }).waitFor();
    await searchBox.fill('slab');
    await guest.page.getByRole('heading', { name: 'Access withdrawn' }).waitFor();
    await guest.close();

    await page.getByRole('button', { name: 'Delete Rae Novak' }).click();
    const question = page.getByRole('dialog', { name: 'Delete member' });
    await question.getByText('nobody@example.com').waitFor();
    await failCalls(page, /\/members$/, 500);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToasts(page, ['Failed to delete member']);
    await page.unrouteAll();
    // A colleague was faster: the question closes, and the list is asked again.
    await page.route(/\/members\?email=/, (route) => route.fulfill({ status: 404 }));
    const asked = page.waitForRequest(/\/members\?(?!email)/);
    await question.getByRole('button', { name: 'Delete' }).click();
    await Promise.all([asked, question.waitFor({ state: 'hidden' })]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Delete Rae Novak' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await toastRegion(page).getByText('Member deleted successfully').waitFor();
    await row(page, 'nobody@example.com').waitFor({ state: 'detached' });
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('USR-15 USR-18 reports failures with the messages of the catalogue', async () => {
    const { page, problems, close } = await open(OWNER, '/user-accounts?status=Requested');
    await failCalls(page, /\/members\/\d+$/, 500);
    await page.getByRole('row').getByRole('link').first().waitFor();
    await page.goto(`${portal.url}/user-accounts?member=999999`);
    await page.getByText('Error loading details').waitFor();
    await page.unrouteAll();

    await failCalls(page, /\/members\/requests\/\d+\/status$/, 500);
    await page.goto(`${portal.url}/user-accounts?status=Requested`);
    await page.getByRole('row').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog', { name: 'Reject this request?' }).getByRole('button', { name: 'Reject' }).click();
    await toastRegion(page).getByText('An error occurred during submission').waitFor();
    await page.unrouteAll();

    await failCalls(page, /\/members\/roles$/, 500);
    await failCalls(page, /\/members$/, 500);
    await page.goto(`${portal.url}/user-accounts?add=1`);
    await expectToasts(page, ['Error fetching records ', 'Error While fetching Roles ']);
    await page.getByText('The choices could not be loaded.').waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it.each(LOOKS)('USR-01 passes axe and fits on a $size, $colorScheme', async (look) => {
    const { page, problems, close } = await open(OWNER, '/user-accounts?status=Requested', look);
    await page.getByText('Shawna Underwood').first().waitFor();
    // On phones the main action is in a bar at the bottom, because only filters come before the first record.
    const add = await page.getByRole('button', { name: 'Add Member' }).boundingBox();
    expect((add?.y ?? 0) > 700).toBe(look.size === 'phone');
    await page.getByText('Shawna Underwood').first().click();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${portal.url}/user-accounts?add=1`);
    const form = page.getByRole('dialog', { name: 'Add Member' });
    await form.getByRole('button', { name: 'Save' }).click();
    // The first invalid field is scrolled into view together with its label.
    await form.getByText('First name is required').waitFor();
    await expect.poll(() => isSeen(form.locator('label', { hasText: 'First name' }))).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isCut(page)).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });

  it('USR-01 USR-03 USR-05 shows accounts and requests without actions to users who may only view them', async () => {
    const { page, problems, close } = await open('viewer@example.com', '/user-accounts?add=1');
    await row(page, 'manager@example.com').waitFor();
    expect(await page.getByRole('button', { name: /^(Add Member|Edit|Delete)/ }).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('link', { name: /Shawna Underwood/ }).click();
    const details = page.getByRole('dialog', { name: 'Request Details' });
    await details.getByText('shawna.underwood@example.com').waitFor();
    expect(await details.getByRole('button', { name: /Approve|Reject|Edit|Delete/ }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-07 does not open user accounts or support without the code', async () => {
    const { page, problems, close } = await open('field@example.com', '/user-accounts');
    await page.waitForURL(`${portal.url}/unauthorized`);
    await page.goto(`${portal.url}/support`);
    await page.waitForURL(`${portal.url}/unauthorized`);
    await page.goto(`${portal.url}/desk/support`);
    await page.waitForURL(`${portal.url}/unauthorized`);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the header menu', () => {
  it('SHL-19 REG-04 REG-07 REG-08 REG-13 REG-19 has Support and Account Registration, with known fields locked', async () => {
    const { page, problems, close } = await open('manager@example.com', '/dashboard');
    await page.getByRole('button', { name: 'Account menu' }).click();
    expect(await page.getByRole('menuitem', { name: 'Support' }).getAttribute('href')).toMatch(/^\/support\?customer=/);
    await page.getByRole('menuitem', { name: 'Account Registration' }).click();
    const dialog = page.getByRole('dialog', { name: 'Account Registration' });
    await expect.poll(() => field(dialog, 'Email').inputValue()).toBe('manager@example.com');
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
    expect(problems).toEqual([]);
    await close();
  });
});
