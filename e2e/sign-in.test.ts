import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from './harness/address.ts';
import { findBarriers } from './harness/axe.ts';
import { isCut, openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { signIn } from './harness/sign-in.ts';

const TOKEN_SCRIPT = join(import.meta.dirname, '../scripts/token.ts');

let portal: ReturnType<typeof sharedPortal>;
let browser: TestBrowser;

beforeAll(async () => {
  portal = sharedPortal();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Runs `npm run token` against the test's server. */
const token = (email: string) =>
  spawnSync(process.execPath, [TOKEN_SCRIPT, email], { encoding: 'utf8', env: { PATH: process.env.PATH, PORT: new URL(portal.url).port } });

describe('signing in with the built-in provider', () => {
  it('SHL-01 SHL-08 starts at Email, says when address and password do not match, and has the demo accounts one click away on every screen', async () => {
    const { page, problems, close } = await browser.openPage();
    const asked = page.waitForRequest('**/oidc/auth?*');
    await page.goto(`${portal.url}/login`);
    // ASVS 10.5.1: the library compares it with the id token's.
    expect(new URL((await asked).url()).searchParams.get('nonce')).toMatch(/^[\da-f]{32}$/);
    await page.locator('#email:focus').waitFor();
    await page.locator('#email').fill('owner@example.com');
    await page.locator('#password').fill('something else');
    await page.locator('form:has(#password) button[type=submit]').click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toBe('That email and password do not belong together.');
    expect(await page.locator('#email').inputValue()).toBe('owner@example.com');
    for (const { viewport } of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      expect(await findBarriers(page)).toEqual([]);
      expect(await isCut(page)).toBe(false);
    }
    await page.getByRole('button', { name: 'manager@example.com' }).click();
    await page.waitForURL(at('/dashboard'));
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('SHL-20 works under the other name of this machine, and signs out of the server and the provider: the token is refused, the next sign-in asks again', async () => {
    const { page, close } = await browser.openPage();
    const url = portal.url.replace('127.0.0.1', 'localhost');
    await signIn(page, url, 'owner@example.com');
    const stored = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1] ?? '{}');
    const { access_token: kept } = JSON.parse(stored) as { access_token: string };
    const ask = async () => (await fetch(`${portal.url}/api/users/me`, { headers: { authorization: `Bearer ${kept}` } })).status;
    expect(await ask()).toBe(200);
    const told = page.waitForRequest('**/api/users/me/sign-out');
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await told;
    await page.waitForURL(`${url}/`);
    expect(await ask()).toBe(401);
    await page.goto(`${url}/login`);
    await page.locator('#password').waitFor();
    await close();
  });
});

describe('npm run token', () => {
  it('prints only a token that the API accepts', async () => {
    const { stdout, stderr, status } = token('payables@example.com');
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const answer = await fetch(`${portal.url}/api/users/me`, { headers: { authorization: `Bearer ${stdout.trim()}` } });
    expect(await answer.json()).toMatchObject({ email: 'payables@example.com' });
  });

  it('says what is wrong in one line if it cannot', () => {
    const { stdout, stderr, status } = token('stranger@example.com');
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('two tabs of one browser', () => {
  const expire = (page: Page): Promise<void> =>
    page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage))
        if (key.startsWith('oidc.user:')) localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: 1 }));
    });

  it('SHL-20 SHL-21 renew a rotated token once between them, stay signed in, and sign out together', async () => {
    const { page, close } = await browser.openPage();
    await signIn(page, portal.url, 'owner@example.com');
    const second = await page.context().newPage();
    let renewals = 0;
    await page.context().route('**/oidc/token', async (route) => {
      renewals += 1;
      await route.continue();
    });
    // Change the session on a page without the app, which would renew it meanwhile.
    await Promise.all([page, second].map((tab) => tab.goto(`${portal.url}/config.json`)));
    await expire(page);
    await Promise.all([page, second].map((tab) => tab.goto(`${portal.url}/orders`)));
    await Promise.all([page, second].map((tab) => tab.locator('main tbody th[scope=row] a').first().waitFor()));
    expect(renewals).toBe(1);
    // Twice more, one tab after the other: reusing a refresh token that the other tab has used would end the session.
    for (const tab of [second, page]) {
      await page.goto(`${portal.url}/config.json`);
      await expire(page);
      await tab.goto(`${portal.url}/orders`);
      await tab.locator('main tbody th[scope=row] a').first().waitFor();
    }
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.waitForURL(`${portal.url}/`);
    await second.waitForURL(`${portal.url}/`);
    expect(await second.evaluate(() => Object.keys(localStorage).filter((key) => /oidc\.user:|yardage\.customer/.test(key)))).toEqual([]);
    await close();
  });
});
