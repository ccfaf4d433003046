import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { toastRegion } from './harness/toasts.ts';
import { type OrderWorld, startOrderWorld } from './order-detail-world.ts';

const SENDER = 'manager@example.com';
const SEND_CALL = /\/send-email$/;

let world: OrderWorld;
let orderId: number;

beforeAll(async () => {
  world = await startOrderWorld();
  orderId = world.shipping.id;
});
afterAll(() => world?.end());

/** Opens the order's PDF with its mail form, and records the requests sent. */
async function openForm(options: Parameters<OrderWorld['visit']>[1] = {}) {
  const opened = await world.visit(`/orders?pdf=${orderId}`, options);
  const sent: Request[] = [];
  opened.page.on('request', (request) => SEND_CALL.test(new URL(request.url()).pathname) && sent.push(request));
  await opened.page.getByRole('button', { name: 'Send Mail' }).click();
  await opened.page.getByLabel('Message', { exact: true }).waitFor();
  return { ...opened, sent };
}

const cc = (page: Page) => page.getByLabel('Cc', { exact: true });
const message = (page: Page) => page.getByLabel('Message', { exact: true });
const chips = (page: Page) => page.getByRole('button', { name: /^Remove / });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
const bodyOf = (request: Request | undefined): unknown => request?.postDataJSON();

async function expectToast(page: Page, ...lines: string[]): Promise<void> {
  for (const line of lines) await toastRegion(page).getByText(line, { exact: true }).waitFor();
}

/** Presses Dismiss by a script in the page, because a toast may disappear by itself before the harness has moved the pointer. */
async function dismissToast(page: Page): Promise<void> {
  await page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('button[aria-label="Dismiss"]');
    button?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, composed: true }));
    button?.click();
  });
}

describe('the send-mail form', () => {
  it("MAIL-01 MAIL-03 MAIL-04 MAIL-05 MAIL-07 has the signed-in user's address in To, a list of addresses in Cc, and a message", async () => {
    const { page, sent, problems, close } = await openForm();
    const to = page.getByLabel('To', { exact: true });
    await expect.poll(() => to.inputValue()).toBe(SENDER);
    expect(await to.getAttribute('readonly')).not.toBeNull();
    expect(await message(page).inputValue()).toBe('');
    expect(await chips(page).count()).toBe(0);

    await send(page);
    await page.getByText('Message is required', { exact: true }).waitFor();
    await expect.poll(() => message(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await message(page).fill('Hey');
    await expect.poll(() => page.getByText('Message is required', { exact: true }).count()).toBe(0);
    await send(page);
    await page.getByText('Message must be at least 5 characters long', { exact: true }).waitFor();

    await cc(page).pressSequentially('one@example.com');
    await page.keyboard.press('Enter');
    await cc(page).pressSequentially('two@example.com,');
    expect(await chips(page).count()).toBe(2);
    expect(await cc(page).inputValue()).toBe('');
    const paste = (text: string) =>
      cc(page).evaluate((field, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', pasted);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    await paste('three@example.com; four@example.com');
    expect(await chips(page).count()).toBe(4);
    await page.getByRole('button', { name: 'Remove one@example.com' }).click();
    await cc(page).press('Backspace');
    const left = ['Remove two@example.com', 'Remove three@example.com'];
    const names = () => chips(page).evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
    expect(await names()).toEqual(left);

    await cc(page).pressSequentially('foreman@,');
    await expectToast(page, 'Invalid Email', 'Please enter a valid email address.');
    await dismissToast(page);
    expect(await message(page).isVisible()).toBe(true);
    expect(await cc(page).inputValue()).toBe('foreman@');
    await cc(page).fill('Manager@Example.com');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Duplicate Email', 'This email has already been added to CC.');
    expect(await names()).toEqual(left);

    // What is left of a paste is corrected letter by letter; nothing is added before Enter or a comma.
    await cc(page).fill('');
    await paste('dana@build, joe@example.com');
    await cc(page).fill('dana@build.co, joe@example.com');
    expect(await names()).toEqual(left);
    await cc(page).fill('dana@build.com, joe@example.com');
    await cc(page).press('Enter');
    await expect.poll(() => names()).toEqual([...left, 'Remove dana@build.com', 'Remove joe@example.com']);
    expect(sent).toEqual([]);

    // What was typed stays while the form is closed. Esc closes the form first, then asks before the document takes it along.
    await page.keyboard.press('Escape');
    await message(page).waitFor({ state: 'hidden' });
    const viewer = page.getByRole('dialog', { name: `Order ${world.shipping.orderNumber}` });
    expect(await viewer.isVisible()).toBe(true);
    const button = page.getByRole('button', { name: 'Send Mail' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    expect(await message(page).inputValue()).toBe('Hey');
    await expect.poll(() => cc(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await message(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard what you wrote?' }).getByRole('button', { name: 'Discard' }).click();
    await viewer.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await close();
  });

  it('ERR-07 ERR-08 MAIL-08 MAIL-09 MAIL-10 ORD-19 ORD-29 shows why a mail failed, sends the text still in Cc, and the mail arrives with the document', async () => {
    const errors = { message: ['Message is rude'], 'ccEmails.0': ['Nobody lives there'] };
    const { page, sent, problems, close } = await openForm({
      prepare: (prepared) => failCalls(prepared, SEND_CALL, 400, { title: 'Some of the values sent are not valid.', status: 400, errors }),
    });
    await page.getByText('Order confirmation').waitFor();
    await cc(page).pressSequentially('superintendent.of.the.whole.job@a-very-long-company-name.example.com,');
    await cc(page).pressSequentially('half an addr');
    await message(page).fill('  Please pour on Monday.  ');
    await send(page);
    await expectToast(page, 'Invalid Email', 'Please enter a valid email address.');
    expect(sent).toEqual([]);
    await dismissToast(page);
    await cc(page).fill('foreman@example.com');
    await send(page);
    await page.getByText('Message is rude').waitFor();
    await page.getByText('Nobody lives there').waitFor();
    expect(await toastRegion(page).innerText()).toBe('');
    await page.unrouteAll();
    await failCalls(page, SEND_CALL, 400, { title: 'The request is not valid.', status: 400 });
    await send(page);
    await expectToast(page, 'Validation Error', 'The request is not valid.');
    await page.getByRole('form', { name: 'Send Mail' }).getByRole('alert').getByText('The request is not valid.').waitFor();
    expect(await page.getByText('Message is rude').count()).toBe(0);
    await dismissToast(page);
    await page.unrouteAll();
    await failCalls(page, SEND_CALL, 409, { title: 'The record has changed meanwhile.', detail: 'The order was deleted.', status: 409 });
    await send(page);
    await expectToast(page, 'The order was deleted.');
    await dismissToast(page);
    expect(await message(page).inputValue()).toBe('  Please pour on Monday.  ');
    expect(await findBarriers(page)).toEqual([]);

    await page.unrouteAll();
    await send(page);
    await expectToast(page, `Order successfully emailed on ${SENDER}`);
    await message(page).waitFor({ state: 'hidden' });
    const ccEmails = ['superintendent.of.the.whole.job@a-very-long-company-name.example.com', 'foreman@example.com'];
    expect(bodyOf(sent.at(-1))).toEqual({ email: SENDER, message: 'Please pour on Monday.', ccEmails });
    expect(unexpected(problems)).toEqual([]);
    await close();

    const mailbox = await fetchUntil(`${world.url}/demo/mailbox`, 'foreman@example.com');
    // Other test files send emails on the same server.
    const row = mailbox.split('<tr').find((each) => each.includes('foreman@example.com')) ?? '';
    const [, link] = /href="(\/demo\/mailbox\/\d+)"/.exec(row) ?? [];
    const mail = await (await fetch(`${world.url}${link}`)).text();
    for (const part of ['Please pour on Monday.', SENDER, `Order_${world.shipping.orderNumber}.pdf`]) expect(mail).toContain(part);
    const attachment = await fetch(`${world.url}${link}/attachments/0`);
    expect((await attachment.text()).startsWith('%PDF-')).toBe(true);
  });

  it('MAIL-09 keeps what is typed while a mail is sent', async () => {
    const { page, sent, problems, close } = await openForm();
    const answer = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => SEND_CALL.test(pathname),
      async (route) => {
        await answer.promise;
        await route.continue();
      },
    );
    await message(page).fill('The first mail.');
    await send(page);
    await expect.poll(() => sent.length).toBe(1);
    await message(page).fill('And the second one.');
    answer.resolve();
    await expectToast(page, `Order successfully emailed on ${SENDER}`);
    expect(await message(page).isVisible()).toBe(true);
    expect(await message(page).inputValue()).toBe('And the second one.');
    await send(page);
    await message(page).waitFor({ state: 'hidden' });
    expect(bodyOf(sent.at(-1))).toEqual({ email: SENDER, message: 'And the second one.', ccEmails: [] });
    expect(problems).toEqual([]);
    await close();
  });

  it('MAIL-01 passes axe on a dark phone, with nothing cut', async () => {
    const { page, problems, close } = await openForm({ size: 'phone', colorScheme: 'dark' });
    await cc(page).fill('superintendent.of.the.whole.job@a-very-long-company-name.example.com');
    await page.keyboard.press('Enter');
    await send(page);
    await page.getByText('Message is required', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.getByRole('form', { name: 'Send Mail' }).evaluate((form) => form.scrollWidth <= form.clientWidth)).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });
});

/** Polls, because emails are sent by a background job shortly after the response. */
async function fetchUntil(url: string, wanted: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const text = await (await fetch(url)).text();
    if (text.includes(wanted)) return text;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${wanted} did not appear at ${url}.`);
}
