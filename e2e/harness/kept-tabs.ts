import type { Page } from 'playwright-core';

/** A signed-in tab that a test has left tidy. The next test with the same user goes on in it, without loading the app again. */
export interface KeptTab {
  page: Page;
  /** Closes the page. Its context is used again. */
  discard(): Promise<void>;
}

const MAX_KEPT = 4;
/** Longer than a test takes. Near its end the app renews a token, and another tab with the same session would lose it. */
const LEFT_SECONDS = 200;
const TIDY_TIMEOUT_MS = 5_000;
const EVENTS = [
  ...(['console', 'dialog', 'download', 'framenavigated', 'pageerror', 'popup', 'request'] as const),
  ...(['requestfailed', 'requestfinished', 'response', 'websocket'] as const),
] as const;
/** What these change lasts until the page is closed. */
const LASTING = ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'routeWebSocket'] as const;

/** By user, server and options; the newest last. */
const kept: { key: string; tab: KeptTab }[] = [];
const changed = new WeakSet<Page>();
const watched = new WeakSet<Page>();

/** Returns a tab that an earlier test has left under the same key. */
export async function takeTab(key: string): Promise<KeptTab | undefined> {
  const index = kept.findLastIndex((entry) => entry.key === key);
  const [found] = index < 0 ? [] : kept.splice(index, 1);
  if (!found || found.tab.page.isClosed()) return undefined;
  if (await found.tab.page.evaluate(hasTime, LEFT_SECONDS)) return found.tab;
  await found.tab.discard();
  return undefined;
}

/** Keeps a tab for the next test if it can be made as good as new, and discards it otherwise. */
export async function keepTab(key: string, tab: KeptTab): Promise<void> {
  const { page } = tab;
  if (changed.has(page) || !(await tidy(page).catch(() => false))) return tab.discard();
  kept.push({ key, tab });
  if (kept.length > MAX_KEPT) await kept.shift()?.tab.discard();
}

/** Notes when a test changes the page in a way that lasts. Such a page is loaded again, and discarded afterwards. */
export function noteChanges(page: Page): void {
  if (watched.has(page)) return;
  watched.add(page);
  const note = (owner: object, name: string, isLasting: (first: unknown) => boolean = () => true): void => {
    const original: (...args: unknown[]) => unknown = Reflect.get(owner, name);
    Reflect.set(owner, name, (...args: unknown[]) => {
      if (isLasting(args[0])) changed.add(page);
      return original.apply(owner, args);
    });
  };
  for (const name of LASTING) note(page, name);
  note(page.clock, 'install');
  // The app reads its settings once.
  note(page, 'route', (address) => String(address).includes('config.json'));
}

/** Returns whether a test has changed the page in a way that lasts. */
export const hasChanged = (page: Page): boolean => changed.has(page);

/**
 * Goes to another page of the portal without loading the app again. The router does not count this as a step of its own, so tests about
 * Back begin with `isFresh`.
 */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => window.history.pushState({}, '', address), path);
}

/** Leaves the layout, and removes everything that the app and the test have left. Returns whether that was possible. */
async function tidy(page: Page): Promise<boolean> {
  for (const event of EVENTS) page.removeAllListeners(event as 'request');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (!(await page.evaluate(leaveLayout))) return false;
  await page.waitForFunction(isOutside, undefined, { timeout: TIDY_TIMEOUT_MS });
  if (!(await page.evaluate(forget))) return false;
  await page.context().clearPermissions();
  for (const other of page.context().pages()) if (other !== page && !other.url().endsWith('/healthz')) await other.close();
  return true;
}

interface Fiber {
  memoizedProps: { client?: QueryClientLike } | null;
  child: Fiber | null;
  sibling: Fiber | null;
}
interface QueryClientLike {
  clear(): void;
  getQueryCache?: unknown;
}

/** In the page: finds the query client, and goes to the one page of a signed-in user that has neither the layout nor data. */
function leaveLayout(): boolean {
  const root = document.getElementById('root') ?? document.body;
  const name = Object.keys(root).find((key) => key.startsWith('__reactContainer$')) ?? '';
  const open: (Fiber | null)[] = [(root as unknown as Record<string, { stateNode: { current: Fiber } }>)[name]?.stateNode.current ?? null];
  for (let fiber = open.pop(); fiber; fiber = open.pop()) {
    const client = fiber.memoizedProps?.client;
    if (client?.getQueryCache) {
      Object.assign(window, { keptClient: client });
      window.history.pushState({}, '', '/unauthorized');
      return true;
    }
    if (fiber.sibling) open.push(fiber.sibling);
    if (fiber.child) open.push(fiber.child);
  }
  return false;
}

/** In the page: whether the layout and everything over it are gone. Closes toasts on the way. */
function isOutside(): boolean {
  document.querySelector<HTMLElement>('button[aria-label="Dismiss"]')?.click();
  return window.location.pathname === '/unauthorized' && !document.querySelector('nav, [role=dialog], [role=alert]');
}

/** In the page: empties the cache and the storage. Returns false if the app has also kept in memory what it has stored. */
async function forget(): Promise<boolean> {
  for (const storage of [localStorage, sessionStorage]) {
    for (const [key, value] of Object.entries(storage)) {
      if (/^(oidc\.user:|test-session$)/.test(key) || (key === 'yardage.language' && value.includes('"en"'))) continue;
      // Read each time they are needed. Others are read once.
      if (!/^(tsr-scroll|yardage\.(customer$|first-reads$|table\.|cart\.))/.test(key)) return false;
      storage.removeItem(key);
    }
  }
  (window as unknown as { keptClient: QueryClientLike }).keptClient.clear();
  const isKept = (await indexedDB.databases()).some(({ name }) => name === 'yardage-offline');
  if (!isKept) return true;
  return new Promise((resolve) => {
    const opening = indexedDB.open('yardage-offline');
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const work = opening.result.transaction('reads', 'readwrite');
      work.objectStore('reads').clear();
      work.oncomplete = () => {
        opening.result.close();
        resolve(true);
      };
      work.onerror = () => resolve(false);
    };
  });
}

/** In the page: whether the token is valid for so long. */
function hasTime(seconds: number): boolean {
  const [, stored] = Object.entries(localStorage).find(([key]) => key.startsWith('oidc.user:')) ?? [];
  const { expires_at: end = 0 } = JSON.parse(stored ?? '{}') as { expires_at?: number };
  return end - Date.now() / 1000 > seconds;
}
