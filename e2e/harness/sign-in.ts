import type { Page } from 'playwright-core';
import { at } from './url.ts';

/** Password of all demo accounts. */
export const DEMO_PASSWORD = 'concrete-demo';

/** Signs in through the real sign-in page and waits for the dashboard, or for the page to which the user returns. */
export async function signIn(page: Page, portalUrl: string, email: string, path = '/dashboard'): Promise<void> {
  await page.goto(`${portalUrl}/login`);
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(DEMO_PASSWORD);
  await page.locator('form:has(#password) button[type=submit]').click();
  await page.waitForURL(at(path));
}
