import type { Page } from 'playwright-core';
import { type PageOptions, type TestBrowser, type TestPage, VIEWPORTS, watchProblems } from './browser.ts';
import { go, hasChanged, type KeptTab, keepTab, noteChanges, takeTab } from './kept-tabs.ts';
import { SESSION_GOOD_MS, sharedPortal, sharedSession } from './shared-portal.ts';
import { signIn } from './sign-in.ts';

export interface VisitOptions extends PageOptions {
  /** Runs before the page loads, to set up network responses or storage. */
  prepare?: ((page: Page) => Promise<unknown>) | undefined;
  /** Uses a context of its own, for tests that change the whole context, such as its clock. */
  isAlone?: boolean;
  /** Uses a sign-in of its own, for tests that sign out. */
  hasOwnSession?: boolean;
  /** Loads the app, for tests of how it starts. Otherwise a test may go on in a tab that an earlier one has left. */
  isFresh?: boolean;
}

/** Opens a page as a signed-in user. */
export type OpenSignedIn = (email: string, path: string, options?: VisitOptions) => Promise<TestPage>;

/** By server and user, for all files of a worker. */
const sessions = new Map<string, { session: Promise<Record<string, string>>; since: number }>();

/** Each user signs in once through the real sign-in page. Further pages reuse that session. */
export function signedInPages(browser: TestBrowser, portalUrl: string): OpenSignedIn {
  /** Tests with a server of their own change what their users see, so they load the app each time. */
  const isOfAllFiles = process.env.VITEST !== undefined && sharedPortal().url === portalUrl;

  async function readSession(email: string): Promise<Record<string, string>> {
    const { page, close } = await browser.openSharedPage();
    await signIn(page, portalUrl, email);
    const session = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    await close();
    return session;
  }

  function goodSession(email: string): Promise<Record<string, string>> {
    const key = `${portalUrl} ${email}`;
    const known = sessions.get(key);
    if (known && Date.now() - known.since < SESSION_GOOD_MS) return known.session;
    const session = sharedSession(portalUrl, email, () => readSession(email));
    sessions.set(key, { session, since: Date.now() });
    session.catch(() => sessions.delete(key));
    return session;
  }

  return async (email, path, { prepare, isAlone = false, hasOwnSession = false, isFresh = false, ...options } = {}) => {
    const isKept = isOfAllFiles && !isAlone && !hasOwnSession;
    const key = JSON.stringify([portalUrl, email, options]);
    const tab = isKept && !isFresh ? await takeTab(key) : undefined;
    if (tab) return goOn(tab, key, path, { prepare, ...options });
    const stored = await (hasOwnSession ? readSession(email) : goodSession(email));
    const opened = await (isAlone ? browser.openPage(options) : browser.openSharedPage(options));
    await opened.page.addInitScript((given) => {
      // Frames of another origin have no storage.
      if (window.top !== window) return;
      // Only once per tab, so that a user whom a test signs out stays signed out.
      if (sessionStorage.getItem('test-session')) return;
      sessionStorage.setItem('test-session', 'given');
      for (const [key, value] of Object.entries(given)) if (key.startsWith('oidc.user:')) localStorage.setItem(key, value);
    }, stored);
    if (isKept) noteChanges(opened.page);
    await prepare?.(opened.page);
    await opened.page.goto(`${portalUrl}${path}`);
    return isKept ? { ...opened, close: () => keepTab(key, { page: opened.page, discard: opened.close }) } : opened;
  };

  /** Shows the path in a tab that an earlier test has left. */
  async function goOn(tab: KeptTab, key: string, path: string, { prepare, size = 'desktop', viewport }: VisitOptions): Promise<TestPage> {
    const { page } = tab;
    const problems = watchProblems(page);
    await page.setViewportSize(viewport ?? VIEWPORTS[size].viewport);
    await prepare?.(page);
    await (hasChanged(page) ? page.goto(`${portalUrl}${path}`) : go(page, path));
    return { page, problems, close: () => keepTab(key, tab) };
  }
}
