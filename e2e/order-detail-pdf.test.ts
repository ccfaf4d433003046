import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, VIEWPORTS, type ViewportName } from './harness/browser.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { type OrderWorld, startOrderWorld } from './order-detail-world.ts';

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
const confirmation = (page: Page) => pages(page).getByText('Order confirmation').first();

/** Zooms in steps, fits the width again, and does both by keyboard. */
async function expectZoom(page: Page): Promise<void> {
  const fitted = await pageWidth(page);
  const windowWidth = (await pages(page).boundingBox())?.width ?? 0;
  expect(fitted).toBeGreaterThan(windowWidth - 60);
  expect(fitted).toBeLessThanOrEqual(windowWidth);
  await tool(page, 'Zoom in').click();
  await expect.poll(() => zoomOf(page)).toBe('125%');
  expect(await pageWidth(page)).toBeCloseTo((612 * 125 * 96) / 72 / 100, -1);
  await tool(page, 'Zoom out').click();
  await expect.poll(() => zoomOf(page)).toBe('100%');
  await tool(page, 'Fit width').click();
  await expect.poll(() => pageWidth(page)).toBe(fitted);
  await pages(page).press('+');
  await expect.poll(() => zoomOf(page)).toBe('125%');
  await pages(page).press('0');
  await expect.poll(() => pageWidth(page)).toBe(fitted);
}

/** Passes axe; the tools are large enough and fit into one row, even beside the page number. */
async function expectTools(page: Page, size: ViewportName): Promise<void> {
  await page.setViewportSize(VIEWPORTS[size].viewport);
  await expect
    .poll(async () => (await page.getByRole('toolbar', { name: 'Document tools' }).boundingBox())?.height)
    .toBeLessThanOrEqual(44);
  expect(await findBarriers(page)).toEqual([]);
  const small = await page
    .getByRole('dialog')
    .locator('button:visible')
    .evaluateAll(
      (buttons, px) =>
        buttons.filter((button) => Math.min(button.clientWidth, button.clientHeight) < px - 2).map((button) => button.ariaLabel),
      size === 'phone' ? 44 : 24,
    );
  expect(small).toEqual([]);
  expect(await isWiderThanWindow(page)).toBe(false);
}

describe('the order document', () => {
  it('ORD-18 ORD-19 is loaded on request, says when it failed, is drawn under the strict content security policy, zoomed and downloaded', async () => {
    const loaded: string[] = [];
    const { page, problems, close } = await world.visit(`/orders?order=${short.id}`, {
      isFresh: true,
      prepare: async (prepared) => {
        prepared.on('request', (request) => loaded.push(new URL(request.url()).pathname));
        await failCalls(prepared, PDF_CALL, 500, { title: 'Something went wrong on our side.', status: 500 });
      },
    });
    await page.getByRole('heading', { name: 'Information' }).waitFor();
    expect(loaded.filter((path) => /pdf/i.test(path) && path.startsWith('/assets/') && path.endsWith('.mjs'))).toEqual([]);
    await tool(page, 'View PDF').click();
    await page.getByText('The document could not be loaded.').waitFor();
    await page.getByText('Something went wrong on our side.').waitFor();
    expect(await tool(page, 'Download').getAttribute('aria-disabled')).toBe('true');
    await page.unrouteAll();
    // What arrives next is no document.
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
    await confirmation(page).waitFor();
    expect(loaded.some((path) => /^\/assets\/pdf\.worker.*\.mjs$/.test(path))).toBe(true);
    expect(await pages(page).innerText()).toContain(short.orderNumber);
    const isDrawn = () =>
      page.locator('[data-page="1"] canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        return data.some((value, index) => index % 4 < 3 && value < 100);
      });
    await expect.poll(isDrawn).toBe(true);
    await tool(page, 'Send Mail').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), tool(page, 'Download').click()]);
    expect(download.suggestedFilename()).toBe(`Order_${short.orderNumber}.pdf`);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await expectZoom(page);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('turns its pages by button, by key and by scrolling, prints all of them and nothing else, and passes axe at both widths', async () => {
    const { page, problems, close } = await world.visit(`/orders?pdf=${long.id}`);
    await page.evaluate(() => {
      window.print = () => {
        const images = [...document.querySelectorAll<HTMLImageElement>('body > div > img')];
        Object.assign(window, { printed: images.map(({ naturalWidth }) => naturalWidth) });
      };
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
    await expectTools(page, 'desktop');
    await tool(page, 'Print').click();
    const printed = await page.waitForFunction(() => (window as unknown as { printed?: number[] }).printed);
    // Letter paper is 8.5 inches wide.
    expect(await printed.jsonValue()).toEqual([1700, 1700]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#root').isVisible()).toBe(false);
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    expect(await page.locator('body > div > img').count()).toBe(0);
    await expectTools(page, 'phone');
    expect(problems).toEqual([]);
    await close();
  });
});
