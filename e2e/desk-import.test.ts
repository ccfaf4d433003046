import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { unexpected } from './harness/network.ts';
import type { Portal } from './harness/portal.ts';
import { workerPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

const STAFF = 'desk@example.com';
let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  [portal, browser] = await Promise.all([workerPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(() => browser?.close());

describe('the import page of the desk', () => {
  it('FED-10 FED-11 uploads a file, maps a column, checks it in a dry run, imports it and offers the report', async () => {
    const { page, problems, close } = await open(STAFF, '/desk/support');
    await page.getByRole('link', { name: 'Import' }).click();
    const form = page.getByRole('form', { name: 'New import' });
    await form.getByRole('button', { name: 'Upload' }).click();
    await form.getByText('Choose a file.').waitFor();
    // The error is announced with the button that chooses a file.
    await page.getByRole('button', { name: 'Choose file', description: 'Choose a file.' }).waitFor();
    await form.getByText('Import a file of data sources first.').waitFor();
    await form.getByLabel('Resource').selectOption('data-sources');
    const source = 'key,name,timeZone\nFILES,Files,America/Chicago\n';
    await page.locator('input[type=file]').setInputFiles({ name: 'sources.csv', mimeType: 'text/csv', buffer: Buffer.from(source) });
    // The field forgets the file, so that the same one can be chosen again after it was corrected.
    expect(await page.locator('input[type=file]').inputValue()).toBe('');
    await form.getByText('sources.csv').waitFor();
    await form.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Result of the import' }).waitFor();
    await page.getByRole('link', { name: 'Another file' }).click();
    await form.getByLabel('Resource').selectOption('plants');
    await form.getByLabel('Data source').selectOption('FILES');
    const head = 'Plant #;Called;Address;City;State;Zip;Lat;Long';
    const rows = ['9001;Import North;1 Mill St;Hixson;TN;37343;35,08;-85,26', '9002;Import South;2 Mill St;Hixson;TN;373;35,08;-85,26'];
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'plants.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...rows, ''].join('\r\n')) });
    await form.getByRole('button', { name: 'Upload' }).click();

    await page.getByRole('cell', { name: 'Import North' }).waitFor();
    expect(await page.getByLabel('Delimiter').inputValue()).toBe('semicolon');
    expect(await page.getByLabel('Decimals').inputValue()).toBe('comma');
    expect(await page.getByLabel('Column for number').inputValue()).toBe('Plant #');
    await page.getByText('Every record needs name.').waitFor();
    await page.getByLabel('Column for name').selectOption('Called');
    // A preview that fails keeps the chosen columns, and nothing starts with a format that was not read.
    await page.route(/\/preview$/, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await page.getByLabel('Encoding').selectOption('windows-1252');
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await page.getByLabel('Encoding').inputValue()).toBe('windows-1252');
    expect(await page.getByRole('button', { name: 'Dry run' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('button', { name: 'Retry' }).waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Column for name').inputValue()).toBe('Called');
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('heading', { name: 'Result of the dry run' }).waitFor();
    const counts = () => page.locator('dl').first().innerText();
    expect((await counts()).replace(/\s+/g, ' ')).toContain('Created 1');
    await page.getByRole('alert').getByText('1 record would be refused.').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Result of the import' }).waitFor();
    expect((await counts()).replace(/\s+/g, ' ')).toContain('Refused 1');
    await page.getByRole('alert').getByText('1 record was refused.').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download report' }).click();
    const report = readFileSync(await (await downloading).path(), 'utf8');
    expect(report).toContain('refused,,3,9002,zip,Use five digits.');
    await page.getByRole('link', { name: 'Another file' }).click();
    await page.getByRole('link', { name: 'plants.csv' }).first().waitFor();
    // Dates of a column that is chosen by hand can be read in two ways: the page asks before anything starts.
    await form.getByLabel('Resource').selectOption('orders');
    await form.getByLabel('Data source').selectOption('FILES');
    const orders = 'Key;Fecha\n1;03/04/2026 07:00\n';
    await page.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(orders) });
    await form.getByRole('button', { name: 'Upload' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Dry run' }).isEnabled()).toBe(true);
    await page.getByLabel('Column for startsAt').selectOption('Fecha');
    await page.getByText('The file does not tell. Choose one.').waitFor();
    expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Dates').selectOption('dmy');
    await expect.poll(() => page.getByRole('button', { name: 'Import', exact: true }).isEnabled()).toBe(true);
    expect(await page.getByLabel('Column for startsAt').inputValue()).toBe('Fecha');
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('heading', { name: 'Result of the dry run' }).waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
