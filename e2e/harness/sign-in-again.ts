import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from './sign-in.ts';

/** The dialog about a session that ended while something was typed. */
export const sessionEnded = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

/** Ends the page's session on the server, without the page noticing. Afterwards nobody is signed in at the provider. */
export async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const stored = Object.entries(localStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1] ?? '{}';
    const { access_token: token } = JSON.parse(stored) as { access_token: string };
    await fetch('/api/users/me/sign-out', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  });
  await page.context().clearCookies();
}

/** Lets the page's tokens expire, so that it can send nothing any more. */
export async function expireTokens(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => {
    const [key, stored] = Object.entries(localStorage).find(([name]) => name.startsWith('oidc.user:')) ?? ['', '{}'];
    const { refresh_token: _gone, ...user } = JSON.parse(stored) as Record<string, unknown>;
    localStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1 }));
  });
}

/** Fills in the provider's form. */
export async function enterAccount(page: Page, email: string): Promise<void> {
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(DEMO_PASSWORD);
  await page.locator('form:has(#password) button[type=submit]').click();
}

/** Signs in again in the small window. */
export async function signInAgain(page: Page, email: string): Promise<void> {
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    sessionEnded(page).getByRole('button', { name: 'Sign in again' }).click(),
  ]);
  await Promise.all([window.waitForEvent('close'), enterAccount(window, email)]);
}
