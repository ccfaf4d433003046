import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser } from './harness/browser.ts';
import type { Portal } from './harness/portal.ts';
import { workerPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  [portal, browser] = await Promise.all([workerPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(() => browser?.close());

describe('the desk', () => {
  it('STF-01 STF-04 STF-05 lets an Administrator add staff, write an announcement and change the branding', async () => {
    const { page, problems, close } = await open('desk@example.com', '/desk/staff');
    await page.getByRole('button', { name: 'Add staff member' }).click();
    const form = page.getByRole('form', { name: 'Add staff member' });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Choose a role.').waitFor();
    await form.getByLabel('Email').fill('new.staff@example.com');
    await form.getByLabel('First name').fill('Nell');
    await form.getByLabel('Last name').fill('Quarry');
    await form.getByLabel('Role').selectOption('Credit');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Nell Quarry/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page
      .getByRole('row', { name: /Nell Quarry/ })
      .getByRole('link')
      .click();
    const changing = page.getByRole('form', { name: 'Change staff member' });
    await changing.getByLabel('First name').fill('Nelly');
    await changing.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Nelly Quarry/ }).waitFor();
    // One's own row says why nothing can be changed; an entry that is not in the list says so and does not stay in the address.
    await page.getByRole('link', { name: /\(you\)$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Change staff member' });
    await dialog.getByText('You cannot change your own role.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.goto(new URL('/desk/staff?edit=999999', page.url()).href);
    await page.getByText('The opened entry is not in this list.').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.has('edit')).toBe(false);

    await page.getByRole('link', { name: 'Announcements' }).click();
    await page.getByRole('button', { name: 'Write announcement' }).click();
    const writing = page.getByRole('form', { name: 'Write an announcement' });
    await writing.getByLabel('Title').fill('Plant 11 closed');
    await writing.getByLabel('Text').fill('On Friday.');
    await page.getByRole('region', { name: 'Preview' }).getByText('Plant 11 closed').waitFor();
    await writing.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Plant 11 closed/ }).waitFor();
    await page.getByLabel('Search announcements').fill('Plant 11');
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    await page.getByRole('tab', { name: 'Contacts' }).click();
    await page.getByText('No contact was written at the desk.').waitFor();
    expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
    const contact = page.getByRole('form');
    await page.getByRole('button', { name: 'Write contact' }).click();
    const source = async () => {
      const select = contact.getByLabel('Data source');
      await select.selectOption({ index: 1 });
    };
    await source();
    await contact.getByLabel('Name').fill('Jane Doe');
    await contact.getByLabel('Email').fill('jane@example.com');
    await contact.getByLabel('Phone').fill('423 555 0100');
    await contact.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Jane Doe/ }).waitFor();
    // A second one of the kind says whom it replaces; a correction begins with what is there.
    await page.getByRole('button', { name: 'Write contact' }).click();
    await source();
    await contact.getByText('This replaces Jane Doe.').waitFor();
    await contact.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Edit Jane Doe' }).click();
    expect(await contact.getByLabel('Email').inputValue()).toBe('jane@example.com');
    expect(await contact.getByLabel('Data source').isDisabled()).toBe(true);
    await contact.getByLabel('Phone').fill('423 555 0199');
    await contact.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Jane Doe.*423 555 0199/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.getByRole('link', { name: 'Branding' }).click();
    const name = page.getByLabel('Name of the portal');
    await name.fill('Tarn Ready Mix');
    await page.getByRole('region', { name: 'Portal' }).getByText('Tarn Ready Mix').waitFor();
    await page.getByLabel('Accent color', { exact: true }).fill('#ffe600');
    await page.getByText('This color is too light').waitFor();
    await page.getByLabel('Accent color', { exact: true }).fill('#7a2e00');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The branding was saved.').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => isWiderThanWindow(page)).toBe(false);
    await page.reload();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByText('Tarn Ready Mix').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('STF-02 STF-03 lets Credit open an account and view the portal as its user, read only', async () => {
    const { page, close } = await open('credit@example.com', '/desk/customers');
    await page.getByRole('searchbox').or(page.getByLabel('Search by name, number or data source')).first().fill('tarnwick builders');
    await page.getByRole('link', { name: 'Tarnwick Builders', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Tarnwick Builders' });
    await sheet.getByText('Last orders').waitFor();
    expect(await page.getByRole('link', { name: 'Staff', includeHidden: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Customers', includeHidden: true }).count()).toBeGreaterThan(0);
    expect(await findBarriers(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Actions for Marguerite Tarnwick' }).click();
    await page.getByRole('menuitem', { name: 'View as this user' }).click();
    await page.getByText('Viewing as Marguerite Tarnwick').waitFor();
    await page.getByRole('heading', { name: 'Hello, Marguerite' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Invoices', exact: true }).click();
    await page.getByRole('button', { name: /^Pay/ }).first().click();
    await page.getByText('Read only', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop viewing' }).click();
    await page.getByRole('dialog', { name: 'Tarnwick Builders' }).waitFor();
    await close();
  });

  it("STF-03 has one view of a staff member: the earlier one's tab returns to the desk by itself, with nothing of the user", async () => {
    const begin = async () => {
      const tab = await open('credit@example.com', '/desk/customers?account=G110418', { isAlone: true });
      await tab.page.getByRole('button', { name: 'Actions for Marguerite Tarnwick' }).click();
      await tab.page.getByRole('menuitem', { name: 'View as this user' }).click();
      await tab.page.getByRole('heading', { name: 'Hello, Marguerite' }).waitFor();
      return tab;
    };
    const kept = (page: Page) => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].join(' '));
    const earlier = await begin();
    await expect.poll(() => kept(earlier.page)).toContain('yardage.view-as');
    const later = await begin();
    // Nobody touches the earlier tab.
    await earlier.page.waitForURL('**/desk/customers?*');
    await earlier.page.getByRole('dialog', { name: 'Tarnwick Builders' }).waitFor();
    expect(await kept(earlier.page)).not.toMatch(/yardage\.(view-as|cart)/);
    await later.page.getByText('Viewing as Marguerite Tarnwick').waitFor();
    await later.page.getByRole('button', { name: 'Stop viewing' }).click();
    await later.page.getByRole('dialog', { name: 'Tarnwick Builders' }).waitFor();
    await Promise.all([earlier.close(), later.close()]);
  });
});
