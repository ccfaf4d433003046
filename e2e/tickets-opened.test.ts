import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { type OrderWorld, startOrderWorld, withoutPermissions } from './order-detail-world.ts';
import { expectToast, invoicedPath, rowsOf, untilListed } from './tickets-world.ts';

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

const details = (page: Page) => page.getByRole('dialog', { name: 'Tickets Details' });

describe('what a ticket opens', () => {
  it('ORD-17 TKT-08 TKT-09 TKT-11 TKT-12 TKT-13 TKT-14 its document, its details, and its order with its tickets and document', async () => {
    const { page, problems, close } = await world.visit(invoicedPath(world));
    await untilListed(page);
    const number = await rowsOf(page).first().locator('th a').innerText();
    const document = page.getByRole('dialog', { name: `Ticket ${number}` });
    await page.getByRole('button', { name: `Details of ticket ${number}` }).click();
    await details(page).getByRole('heading', { name: 'Products' }).waitFor();
    expect(new URL(page.url()).searchParams.has('details')).toBe(true);
    expect(await details(page).locator('dt').allInnerTexts()).toEqual(['Delivered', 'Leave Plant', 'Arrived Job', 'Finished Pour']);
    const context = await details(page).locator('header p').innerText();
    expect(context.replaceAll(/\s+/g, ' ')).toMatch(/^\d+ · Finish Unloading · Order \d+$/);
    await details(page).getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => details(page).locator('dt').count()).toBeGreaterThan(20);
    expect(await details(page).getByRole('columnheader').allInnerTexts()).toEqual(['Code', 'Description', 'Quantity']);
    expect(await findBarriers(page)).toEqual([]);
    await details(page).getByRole('button', { name: 'View PDF' }).click();
    await document.getByText('Delivery ticket').waitFor();
    await document.getByRole('button', { name: 'Send Mail' }).waitFor();
    await page.goBack();
    await document.waitFor({ state: 'hidden' });
    await page.goBack();
    await details(page).waitFor({ state: 'hidden' });
    await rowsOf(page).first().locator('th a').click();
    await document.getByText('Delivery ticket').waitFor();
    await page.keyboard.press('Escape');
    await document.waitFor({ state: 'hidden' });

    await page
      .getByRole('link', { name: /^Open order/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: /^Order \d+$/ });
    await drawer.getByRole('heading', { name: 'Information' }).waitFor();
    const opener = drawer.getByRole('button', { name: /^Open ticket/ }).first();
    const ofOrder = page.getByRole('dialog', { name: `Ticket ${await opener.innerText()}` });
    await opener.click();
    await ofOrder.getByText('Delivery ticket').waitFor();
    await page.keyboard.press('Escape');
    await ofOrder.waitFor({ state: 'hidden' });
    await drawer.getByRole('button', { name: 'View PDF', exact: true }).click();
    await page.getByText('Order confirmation').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it("TKT-08 TKT-10 INV-15 API-12 API-26 the invoice opens with invoices.view and is mailed as the ticket's; a failed load says so", async () => {
    const { page, problems, close } = await world.visit(invoicedPath(world));
    await untilListed(page);
    const link = page.getByRole('link', { name: /^Open invoice/ }).first();
    const number = await link.innerText();
    const pdfs: URL[] = [];
    page.on('request', (request) => request.url().includes(`/invoices/${number}/view-pdf`) && pdfs.push(new URL(request.url())));
    await link.click();
    const dialog = page.getByRole('dialog', { name: `Invoice ${number}` });
    await dialog.getByText('Deliveries').waitFor();
    const origin = Object.fromEntries(pdfs[0]?.searchParams ?? []);
    expect([origin.orderId, origin.ticketId]).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)]);
    await dialog.getByRole('button', { name: 'Send Mail' }).click();
    const form = page.getByRole('form', { name: 'Send Mail' });
    await form.getByRole('textbox', { name: 'Message' }).fill('For the books');
    const mailed = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(`/invoices/${number}/send-email`));
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await mailed).postDataJSON()).toMatchObject({ orderId: Number(origin.orderId), ticketId: Number(origin.ticketId) });
    await form.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // Closing it does not ask for the document without the ticket.
    expect(pdfs).toHaveLength(1);
    await failCalls(page, /\/view-pdf$/, 500, { title: 'Broken' });
    await go(page, `/tickets?invoice=${number}`);
    await expectToast(page, 'Unable to invoices  pdf , Try again !!');
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('permissions for tickets', () => {
  it('TKT-09 TKT-10 TKT-12 without the codes neither order, document nor invoice opens, also by its address', async () => {
    const records = `&order=${world.shipping.id}&pdf=${world.shipping.id}&invoice=1`;
    const asked: string[] = [];
    const { page, close } = await world.visit(invoicedPath(world, records), {
      prepare: async (opened) => {
        opened.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await withoutPermissions(opened, 'orders.view', 'orders.view-pdf', 'invoices.view');
      },
    });
    await untilListed(page);
    expect(await page.getByRole('link', { name: /^Open (order|invoice)/ }).count()).toBe(0);
    // By the time the permitted details are shown, a forbidden document would have been requested, too.
    await page
      .getByRole('button', { name: /^Details of ticket/ })
      .first()
      .click();
    await details(page).getByRole('heading', { name: 'Products' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(asked.filter((path) => /\/(orders|invoices)\/\d|pdf/.test(path))).toEqual([]);
    await close();
  });

  it('PER-07 TKT-09 what is open closes when its permission is withdrawn: the order and the chat', async () => {
    const { page, close } = await world.visit(invoicedPath(world));
    await untilListed(page);
    await page
      .getByRole('link', { name: /^Open order/ })
      .first()
      .click();
    const order = page.getByRole('dialog', { name: /^Order \d+$/ });
    await order.getByRole('heading', { name: 'Information' }).waitFor();
    // The server refuses the next call, so the app asks for the permissions again.
    const refusal = { title: 'You do not have permission to do this.', status: 403 };
    await withoutPermissions(page, 'orders.view');
    await failCalls(page, /\/tickets\/\d+\/viewpdf$/, 403, refusal);
    await order
      .getByRole('button', { name: /^Open ticket/ })
      .first()
      .click();
    await order.waitFor({ state: 'hidden' });
    await go(page, invoicedPath(world));
    await untilListed(page);

    await withoutPermissions(page, 'orders.view', 'dispatcher-chat.view');
    await failCalls(page, /\/chat\//, 403, refusal);
    const openers = page.getByRole('button', { name: /^Message dispatch about/ });
    const reloaded = page.waitForResponse((response) => response.url().includes('/api/users/me/permissions'));
    await openers.first().click();
    await reloaded;
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await openers.count()).toBe(0);
    await close();
  });

  it('ORD-17 TKT-10 TKT-12 without tickets.view-pdf nothing can be selected, downloaded or mailed; a number opens the details', async () => {
    const { page, problems, close } = await world.visit(invoicedPath(world), { email: 'viewer@example.com' });
    await untilListed(page);
    for (const name of [/^Download Ticket/, 'Send Email', /^Details of ticket/])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await rowsOf(page).first().locator('th a').click();
    await details(page).getByRole('heading', { name: 'Products' }).waitFor();
    expect(await details(page).getByRole('button', { name: 'View PDF' }).count()).toBe(0);
    // The user may see invoices but not their PDFs, so the link leads to the invoice itself.
    await page.keyboard.press('Escape');
    const invoice = page.getByRole('link', { name: /^Open invoice/ }).first();
    const documentNumber = await invoice.innerText();
    await invoice.click();
    await page
      .getByRole('dialog', { name: `Invoice ${documentNumber}` })
      .getByText('Product recap')
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/invoices');
    expect(problems).toEqual([]);
    await close();
  });
});
