import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { LOOKS } from './harness/browser.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { type OrderWorld, startOrderWorld } from './order-detail-world.ts';

/** Longer than the default poll timeout of one second, because the machine may be busy. */

const PDF_CALL = /\/view-pdf$/;

let world: OrderWorld;
let short: OrderWorld['shipping'];
let long: OrderWorld['shipping'];

beforeAll(async () => {
  world = await startOrderWorld();
  short = world.shipping;
  // An order with too many tickets for one page.
  long = await world.manager.findOrder(({ loadCount, orderStatusId }) => loadCount > 22 && orderStatusId === 5);
});
afterAll(() => world?.end());

const pages = (page: Page) => page.getByRole('region', { name: 'Document pages' });
const tool = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const zoomOf = (page: Page) => page.locator('[data-zoom]').innerText();
const pageWidth = async (page: Page) => (await page.locator('[data-page="1"]').boundingBox())?.width ?? 0;

describe('the order document', () => {
  it('ORD-18 ORD-19 shows the order with orders.view-pdf, under the strict content security policy', async () => {
    const { page, problems, close } = await world.visit(`/orders?pdf=${short.id}`);
    await pages(page).getByText('Order confirmation').first().waitFor();
    expect(await pages(page).innerText()).toContain(short.orderNumber);
    const isDrawn = await page.locator('[data-page="1"] canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      return data.some((value, index) => index % 4 < 3 && value < 100);
    });
    expect(isDrawn).toBe(true);
    await tool(page, 'Send Mail').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('is loaded on request only', async () => {
    const loaded: string[] = [];
    const { page, close } = await world.visit(`/orders?order=${short.id}`, {
      prepare: async (prepared) => prepared.on('request', (request) => loaded.push(new URL(request.url()).pathname)),
    });
    await page.getByRole('heading', { name: 'Information' }).waitFor();
    expect(loaded.filter((path) => /pdf/i.test(path) && path.startsWith('/assets/') && path.endsWith('.mjs'))).toEqual([]);
    await tool(page, 'View PDF').click();
    await pages(page).getByText('Order confirmation').first().waitFor();
    expect(loaded.some((path) => /^\/assets\/pdf\.worker.*\.mjs$/.test(path))).toBe(true);
    await close();
  });

  it("is downloaded under the server's name; zooms in steps, fits the width again, and does both by keyboard", async () => {
    const { page, close } = await world.visit(`/orders?pdf=${short.id}`);
    await pages(page).getByText('Order confirmation').first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), tool(page, 'Download').click()]);
    expect(download.suggestedFilename()).toBe(`Order_${short.orderNumber}.pdf`);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    const fitted = await pageWidth(page);
    const windowWidth = (await pages(page).boundingBox())?.width ?? 0;
    expect(fitted).toBeGreaterThan(windowWidth - 60);
    expect(fitted).toBeLessThanOrEqual(windowWidth);
    await tool(page, 'Zoom in').click();
    expect(await zoomOf(page)).toBe('125%');
    expect(await pageWidth(page)).toBeCloseTo((612 * 125 * 96) / 72 / 100, -1);
    await tool(page, 'Zoom out').click();
    expect(await zoomOf(page)).toBe('100%');
    await tool(page, 'Fit width').click();
    expect(await pageWidth(page)).toBe(fitted);
    await pages(page).press('+');
    expect(await zoomOf(page)).toBe('125%');
    await pages(page).press('0');
    expect(await pageWidth(page)).toBe(fitted);
    await close();
  });

  it('turns its pages by button, by key and by scrolling, and prints all of them and nothing else', async () => {
    const { page, problems, close } = await world.visit(`/orders?pdf=${long.id}`, {
      prepare: (prepared) =>
        prepared.addInitScript(() => {
          window.print = () => {
            const images = [...document.querySelectorAll<HTMLImageElement>('body > div > img')];
            Object.assign(window, { printed: images.map(({ naturalWidth }) => naturalWidth) });
          };
        }),
    });
    await page.getByText('Page 1 of 2').first().waitFor();
    expect(await tool(page, 'Previous page').getAttribute('aria-disabled')).toBe('true');
    await tool(page, 'Next page').click();
    await page.getByText('Page 2 of 2').first().waitFor();
    await expect.poll(() => page.locator('[data-page="2"] canvas').count()).toBe(1);
    await pages(page).press('PageUp');
    await expect.poll(() => pages(page).evaluate((window) => window.scrollTop)).toBeLessThan(20);
    await pages(page).evaluate((window) => window.scrollTo(0, window.scrollHeight));
    await expect.poll(() => tool(page, 'Next page').getAttribute('aria-disabled')).toBe('true');
    await tool(page, 'Print').click();
    const printed = await page.waitForFunction(() => (window as unknown as { printed?: number[] }).printed);
    // Letter paper is 8.5 inches wide.
    expect(await printed.jsonValue()).toEqual([1700, 1700]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#root').isVisible()).toBe(false);
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    expect(await page.locator('body > div > img').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('says when it could not be loaded or is not a document, and Retry loads it', async () => {
    const { page, problems, close } = await world.visit(`/orders?pdf=${short.id}`, {
      prepare: (prepared) => failCalls(prepared, PDF_CALL, 500, { title: 'Something went wrong on our side.', status: 500 }),
    });
    await page.getByText('The document could not be loaded.').waitFor();
    await page.getByText('Something went wrong on our side.').waitFor();
    expect(await tool(page, 'Download').getAttribute('aria-disabled')).toBe('true');
    await page.unrouteAll();
    await page.route(
      ({ pathname }) => PDF_CALL.test(pathname),
      (route) => route.fulfill({ json: { fileName: 'x.pdf', contentType: 'application/pdf', data: btoa('no pdf') } }),
    );
    const answered = page.waitForResponse((response) => PDF_CALL.test(new URL(response.url()).pathname));
    await tool(page, 'Retry').click();
    await answered;
    await page.getByText('The document could not be loaded.').waitFor();
    await page.unrouteAll();
    await tool(page, 'Retry').click();
    await pages(page).getByText('Order confirmation').first().waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it.each(LOOKS)('passes axe on a $size, $colorScheme, and its tools are large enough', async ({ size, colorScheme }) => {
    const { page, problems, close } = await world.visit(`/orders?pdf=${long.id}`, { size, colorScheme });
    await page.getByText('Page 1 of 2').first().waitFor();
    // The tools fit into one row, even beside the page number.
    expect((await page.getByRole('toolbar', { name: 'Document tools' }).boundingBox())?.height).toBeLessThanOrEqual(44);
    expect(await findBarriers(page)).toEqual([]);
    const least = size === 'phone' ? 44 : 24;
    const small = await page
      .getByRole('dialog')
      .locator('button:visible')
      .evaluateAll(
        (buttons, px) =>
          buttons.filter((button) => Math.min(button.clientWidth, button.clientHeight) < px - 2).map((button) => button.ariaLabel),
        least,
      );
    expect(small).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });
});
