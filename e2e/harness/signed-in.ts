import type { Page } from 'playwright-core';
import type { PageOptions, TestBrowser, TestPage } from './browser.ts';
import { SESSION_GOOD_MS, sharedSession } from './shared-portal.ts';
import { signIn } from './sign-in.ts';

export interface VisitOptions extends PageOptions {
  /** Before the page is loaded: what the network is to answer, what is stored. */
  prepare?: ((page: Page) => Promise<unknown>) | undefined;
  /** In a context that no other visit uses; for what changes the whole context, as a clock does. */
  isAlone?: boolean;
  /** With a sign-in that no other visit uses; for what signs out. */
  hasOwnSession?: boolean;
}

/** Opens a page of someone who is signed in. */
export type OpenSignedIn = (email: string, path: string, options?: VisitOptions) => Promise<TestPage>;

/** Everyone signs in once through the real door; further pages begin with that session. */
export function signedInPages(browser: TestBrowser, portalUrl: string): OpenSignedIn {
  const sessions = new Map<string, { session: Promise<Record<string, string>>; since: number }>();

  async function readSession(email: string): Promise<Record<string, string>> {
    const { page, close } = await browser.openPage();
    await signIn(page, portalUrl, email);
    const session = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    await close();
    return session;
  }

  function goodSession(email: string): Promise<Record<string, string>> {
    const known = sessions.get(email);
    if (known && Date.now() - known.since < SESSION_GOOD_MS) return known.session;
    const session = sharedSession(portalUrl, email, () => readSession(email));
    sessions.set(email, { session, since: Date.now() });
    return session;
  }

  return async (email, path, { prepare, isAlone = false, hasOwnSession = false, ...options } = {}) => {
    const stored = await (hasOwnSession ? readSession(email) : goodSession(email));
    const opened = await (isAlone ? browser.openPage(options) : browser.openSharedPage(options));
    await opened.page.addInitScript((given) => {
      // Once per tab: a user who is signed out by a test stays signed out.
      if (sessionStorage.getItem('test-session')) return;
      sessionStorage.setItem('test-session', 'given');
      for (const [key, value] of Object.entries(given)) if (key.startsWith('oidc.user:')) localStorage.setItem(key, value);
    }, stored);
    await prepare?.(opened.page);
    await opened.page.goto(`${portalUrl}${path}`);
    return opened;
  };
}
