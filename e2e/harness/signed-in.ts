import type { PageOptions, TestBrowser, TestPage } from './browser.ts';
import { signIn } from './sign-in.ts';

/** Opens a page of someone who is signed in. */
export type OpenSignedIn = (email: string, path: string, options?: PageOptions) => Promise<TestPage>;

/** Everyone signs in once through the real door; further pages, each in a context of its own, begin with that session. */
export function signedInPages(browser: TestBrowser, portalUrl: string): OpenSignedIn {
  const sessions = new Map<string, Promise<Record<string, string>>>();

  async function readSession(email: string): Promise<Record<string, string>> {
    const { page, close } = await browser.openPage();
    await signIn(page, portalUrl, email);
    const session = await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
    await close();
    return session;
  }

  return async (email, path, options) => {
    const session = sessions.get(email) ?? readSession(email);
    sessions.set(email, session);
    const opened = await browser.openPage(options);
    await opened.page.addInitScript(
      (stored) => {
        // Once a tab: whoever is signed out by what a test does stays so.
        if (sessionStorage.getItem('test-session')) return;
        sessionStorage.setItem('test-session', 'given');
        for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
      },
      await session,
    );
    await opened.page.goto(`${portalUrl}${path}`);
    return opened;
  };
}
