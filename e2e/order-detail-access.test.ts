import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { LOOKS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { callAs, informationOf, type OrderWorld, startOrderWorld, withoutPermissions } from './order-detail-world.ts';

let world: OrderWorld;
let shipping: OrderWorld['shipping'];

beforeAll(async () => {
  world = await startOrderWorld();
  ({ shipping } = world);
});
afterAll(() => world?.end());

const drawerOf = (page: Page) => page.getByRole('dialog', { name: `Order ${shipping.orderNumber}` });

describe('the tickets of an order', () => {
  it('ORD-16 are plain text without tickets.view', async () => {
    const { page, close } = await world.visit(`/orders?order=${shipping.id}`, {
      prepare: (prepared) => withoutPermissions(prepared, 'tickets.view'),
    });
    await informationOf(page).waitFor();
    const number = shipping.tickets[0]?.ticketNumber ?? '';
    await page.getByRole('cell', { name: number, exact: true }).waitFor();
    expect(await page.getByRole('cell', { name: number, exact: true }).getByRole('button').count()).toBe(0);
    await go(page, `/orders?order=${shipping.id}&ticket=${shipping.tickets[0]?.id}`);
    await informationOf(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await close();
  });

  it('ORD-17 "Open ticket" and "PDF of ticket" show the ticket document with tickets.view-pdf', async () => {
    const [ticket] = shipping.tickets;
    const { page, problems, close } = await world.visit(`/orders?order=${shipping.id}`);
    for (const action of ['Open ticket', 'PDF of ticket']) {
      await page.getByRole('button', { name: `${action} ${ticket?.ticketNumber}` }).click();
      const dialog = page.getByRole('dialog', { name: `Ticket ${ticket?.ticketNumber}` });
      await dialog.getByText('Delivery ticket').waitFor();
      expect(new URL(page.url()).searchParams.get('ticket')).toBe(String(ticket?.id));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(await drawerOf(page).isVisible()).toBe(true);
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('ORD-17 TKT-13 TKT-14 shows its details to users without tickets.view-pdf', async () => {
    const [ticket] = shipping.tickets;
    const { page, problems, close } = await world.visit(`/orders?order=${shipping.id}`, { email: 'viewer@example.com' });
    await page.getByRole('button', { name: `Open ticket ${ticket?.ticketNumber}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Tickets Details' });
    await dialog.getByText(ticket?.ticketNumber ?? '').waitFor();
    expect(await dialog.locator('dt').count()).toBe(4);
    await dialog.getByRole('button', { name: 'Show more' }).click();
    expect(await dialog.locator('dt').count()).toBeGreaterThan(20);
    expect(await dialog.getByRole('row').count()).toBeGreaterThan(1);
    expect(await page.getByRole('button', { name: /PDF of ticket/ }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('permissions for an order', () => {
  it('ORD-18 ORD-20 nobody without the code can open the document or the chat, also by typing the address', async () => {
    const viewer = await callAs(world.url, 'viewer@example.com');
    const { page, problems, close } = await world.visit(`/orders?order=${shipping.id}&pdf=${shipping.id}&chat=${shipping.id}`, {
      email: 'viewer@example.com',
      prepare: (prepared) => withoutPermissions(prepared, 'dispatcher-chat.view'),
    });
    await informationOf(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'View PDF', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Message dispatch', exact: true }).count()).toBe(0);
    const refused = await viewer.get<{ code: string }>(`orders/${shipping.id}/view-pdf`);
    expect([refused.status, refused.body.code]).toEqual([403, 'permission-missing']);
    const unsent = await viewer.post(`orders/${shipping.id}/send-email`, {
      email: 'viewer@example.com',
      message: 'Hello there',
      ccEmails: [],
    });
    expect(unsent.status).toBe(403);
    expect(problems).toEqual([]);
    await close();
  });

  it("prices are in a manager's document, and in none of a Field member", async () => {
    const textFor = async (email: string): Promise<string> => {
      const { page, close } = await world.visit(`/orders?pdf=${shipping.id}`, { email });
      await page.getByText('Order confirmation').waitFor();
      const read = () => page.getByRole('region', { name: 'Document pages' }).innerText();
      // The text appears piece by piece: it is complete when it no longer grows.
      let text = '';
      for (let next = await read(); next !== text; next = await read()) {
        text = next;
        await page.waitForTimeout(500);
      }
      await close();
      return text;
    };
    expect(await textFor('manager@example.com')).toContain('$');
    expect(await textFor('field@example.com')).not.toContain('$');
  });

  it('ORD-20 the dispatcher can be called and mailed as well, with the order named', async () => {
    const { page, problems, close } = await world.visit(`/orders?order=${shipping.id}`);
    await page.getByRole('button', { name: 'Message dispatch', exact: true }).click();
    const dispatch = page.getByRole('dialog', { name: 'Dispatch' });
    await dispatch.getByText(`Chat started about order ${shipping.orderNumber}`).first().waitFor();
    expect(await dispatch.getByRole('link', { name: /Call dispatch/ }).getAttribute('href')).toMatch(/^tel:\+?\d{10,}$/);
    const mail = new URL((await dispatch.getByRole('link', { name: /Write to dispatch/ }).getAttribute('href')) ?? '');
    expect(mail.protocol).toBe('mailto:');
    expect(mail.searchParams.get('subject')).toBe(`Order ${shipping.orderNumber}: ${shipping.job}`);
    expect(mail.searchParams.get('body')).toContain(`${shipping.jobAddress1}, ${shipping.jobAddress2}`);
    expect(problems).toEqual([]);
    await close();
  });
});

/** On a phone tickets are cards, nothing scrolls sideways, and every target is as large as a finger. */
async function expectCardsForAFinger(page: Page): Promise<void> {
  expect(await drawerOf(page).getByRole('table').count()).toBe(0);
  expect(await drawerOf(page).getByRole('listitem').count()).toBeGreaterThanOrEqual(shipping.tickets.length);
  const small = await drawerOf(page)
    .locator('button:visible, a:visible')
    .evaluateAll((targets) =>
      targets
        .map((target) => [target.textContent || target.ariaLabel, target.getBoundingClientRect().height])
        .filter(([, height]) => Number(height) < 43.5),
    );
  expect(small).toEqual([]);
  expect(await drawerOf(page).evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
}

describe('accessibility', () => {
  it.each(LOOKS)('the panel passes axe on a $size, $colorScheme', async ({ size, colorScheme }) => {
    const { page, problems, close } = await world.visit(`/orders?order=${shipping.id}`, { size, colorScheme });
    await informationOf(page).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (size === 'phone') await expectCardsForAFinger(page);
    expect(problems).toEqual([]);
    await close();
  });

  it('the page behind keeps its scroll position', async () => {
    const { page, close } = await world.visit(`/orders?from=${shipping.shipDate}&to=${shipping.shipDate}`, { size: 'phone' });
    const link = page.getByRole('link', { name: shipping.orderNumber });
    await link.waitFor();
    const scrolled = await page.evaluate(() => {
      document.documentElement.style.minHeight = '3000px';
      window.scrollTo(0, 120);
      return window.scrollY;
    });
    expect(scrolled).toBe(120);
    await link.evaluate((element: HTMLElement) => element.click());
    await informationOf(page).waitFor();
    await drawerOf(page).getByRole('button', { name: 'Close' }).click();
    await drawerOf(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    await close();
  });
});
