import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
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
  it('SHL-01 SHL-02 SHL-08 SHL-22 leads from a requested page over / to the provider and back; says what is wrong; the demo accounts are one click away', async () => {
    const { page, problems, close } = await browser.openPage();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto(`${portal.url}/unauthorized`);
    await page.getByRole('heading', { name: 'Unauthorized Access' }).waitFor();
    await go(page, '/account-registration');
    await page.getByRole('button', { name: 'Register' }).waitFor();
    await go(page, '/registration-success');
    await page.getByRole('link', { name: 'Go to Login' }).waitFor();
    // A sign-in library that does not start is logged, and the app still loads.
    await page.route('**/.well-known/openid-configuration', (route) => route.abort());
    await page.goto(`${portal.url}/orders?view=flat`);
    await page.waitForURL(`${portal.url}/`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Sign-in is not available right now.').waitFor();
    expect(logged.some((line) => line.includes('The sign-in library did not start.'))).toBe(true);
    await page.unrouteAll();
    const asked = page.waitForRequest('**/oidc/auth?*');
    await page.getByRole('button', { name: 'Sign in' }).click();
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
      expect(await isWiderThanWindow(page)).toBe(false);
    }
    await page.getByRole('button', { name: 'manager@example.com' }).click();
    await page.waitForURL((url) => url.pathname === '/orders');
    expect(page.url()).toContain('view=flat');
    const expected = /^The sign-in library did not start/;
    expect(unexpected(problems).filter((problem) => !expected.test(problem))).toEqual([]);
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

  it('SHL-20 SHL-21 renew a rotated token once between them, sign out together, and the server refuses the token then', async () => {
    const { page, close } = await browser.openPage();
    // The other name of this machine.
    const url = portal.url.replace('127.0.0.1', 'localhost');
    await signIn(page, url, 'owner@example.com');
    const second = await page.context().newPage();
    let renewals = 0;
    await page.context().route('**/oidc/token', async (route) => {
      renewals += 1;
      await route.continue();
    });
    const untilListed = (tab: Page) => tab.locator('main tbody th[scope=row] a').first().waitFor();
    // Change the session on a page without the app, which would renew it meanwhile.
    await Promise.all([page, second].map((tab) => tab.goto(`${url}/config.json`)));
    await expire(page);
    await Promise.all([page, second].map((tab) => tab.goto(`${url}/orders`)));
    await Promise.all([page, second].map(untilListed));
    expect(renewals).toBe(1);
    // Once more in one tab: reusing a refresh token that the other tab has used would end the session.
    await second.goto(`${url}/config.json`);
    await expire(second);
    await second.goto(`${url}/orders`);
    await untilListed(second);

    const stored = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1] ?? '{}');
    const { access_token: kept } = JSON.parse(stored) as { access_token: string };
    const ask = async () => (await fetch(`${portal.url}/api/users/me`, { headers: { authorization: `Bearer ${kept}` } })).status;
    expect(await ask()).toBe(200);
    await page.evaluate(() => sessionStorage.setItem('videoShown', 'true'));
    const told = page.waitForRequest('**/api/users/me/sign-out');
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await told;
    await page.waitForURL(`${url}/`);
    await second.waitForURL(`${url}/`);
    await page.getByText('You are signed out.').waitFor();
    const left = await page.evaluate(() => ({ ...sessionStorage, ...localStorage }) as Record<string, string>);
    expect([left.loggedOut, left.videoShown]).toEqual(['true', undefined]);
    expect(Object.keys(left).filter((key) => /oidc\.user:|yardage\.customer/.test(key))).toEqual([]);
    await page.goto(`${url}/dashboard`);
    await page.waitForURL(`${url}/`);
    expect(await ask()).toBe(401);
    // The provider has signed out, too: the next sign-in asks again.
    await page.goto(`${url}/login`);
    await page.locator('#password').waitFor();
    await close();
  });
});
