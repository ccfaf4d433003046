import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/lib/browser.mjs';

/** The two viewports of all tests: an office screen and a phone on site. */
export const VIEWPORTS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const satisfies Record<string, BrowserContextOptions>;

export type ViewportName = keyof typeof VIEWPORTS;

/** The looks for accessibility checks. Both color schemes have the same tokens at both widths, so each width is checked in one scheme. */
export const LOOKS = [
  { size: 'desktop', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark' },
] as const satisfies (PageOptions & { size: ViewportName })[];

/** Returns the fields whose text is so small that iOS zooms in on focus. */
export const zoomedFields = (page: Page): Promise<string[]> =>
  page
    .locator('input:visible:not([type=checkbox]), textarea:visible, select:visible')
    .evaluateAll((fields) =>
      fields.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML),
    );

/** Returns whether the start of an element is in view and not covered. */
export const isSeen = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { x, y } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + 2, y + 8));
  });

/** Returns the text of what has the focus; that of the whole page if nothing has it. */
export const focusedText = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Returns whether something in an element reaches beyond its right edge, where a dialog would cut it off. */
export const isOverflowing = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { right } = element.getBoundingClientRect();
    return [...element.querySelectorAll('*')].some((inner) => inner.getBoundingClientRect().right > right + 1);
  });

/** Returns whether the page is wider than its window. */
export const isWiderThanWindow = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** Chromium flags for a container: no sandbox for root, no background traffic. */
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of the portal share a process and its compiled code, which saves an eighth of the work per page.
  '--process-per-site',
];

/** A page and the problems that it reported. */
export interface TestPage {
  page: Page;
  /** Console errors and uncaught exceptions so far. Tests expect it to be empty at the end. */
  problems: string[];
  close(): Promise<void>;
}

export interface PageOptions extends BrowserContextOptions {
  size?: ViewportName;
}

export interface TestBrowser {
  /** Opens a page in its own context. */
  openPage(options?: PageOptions): Promise<TestPage>;
  /** Opens a page in a reused context with the same options. It keeps cached scripts but not the storage. */
  openSharedPage(options?: PageOptions): Promise<TestPage>;
  close(): Promise<void>;
}

/** A page per context that keeps its process alive between two visits. */
const keepers = new WeakMap<BrowserContext, Page>();
/** Reusable contexts by options, each with an empty page. */
const waiting = new Map<string, Page[]>();
let launched: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('There is no Chromium: install the package chromium, or set CHROME_PATH.');
  return chromium.launch({ executablePath, args: FLAGS });
}

/**
 * Opens the Chromium that `npm test` found. All test files of a worker share it and its reusable contexts, and it ends with the worker.
 * Outside of tests, close() ends it.
 */
export async function openBrowser(): Promise<TestBrowser> {
  launched ??= launch();
  const browser = await launched;
  const own: Page[] = [];

  return {
    async close() {
      if (process.env.VITEST) await Promise.all(own.map((page) => page.context().close()));
      else await browser.close();
    },

    async openPage(options) {
      const page = await newPage(browser, options);
      own.push(page);
      return { page, problems: watchProblems(page), close: () => page.context().close() };
    },

    async openSharedPage(options = {}) {
      const key = JSON.stringify(options);
      const page = waiting.get(key)?.pop() ?? (await newPage(browser, options));
      const close = async (): Promise<void> => {
        waiting.set(key, [...(waiting.get(key) ?? []), await recycleContext(page)]);
      };
      return { page, problems: watchProblems(page), close };
    },
  };
}

/**
 * Motion is reduced by default: tests would have to wait for animations, and the same contexts can serve nearly every test. Service workers
 * are off, because tests answer requests themselves; those about offline use turn them on.
 */
async function newPage(browser: Browser, { size = 'desktop', ...options }: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...VIEWPORTS[size], reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
  if (process.env.VITEST) await startTrace(context);
  return context.newPage();
}

/** Contexts that record a trace. Each test has its own chunk, which is discarded if the test passes. */
const traced = new Set<BrowserContext>();

async function startTrace(context: BrowserContext): Promise<void> {
  await context.tracing.start({ screenshots: false, snapshots: false });
  await context.tracing.startChunk();
  traced.add(context);
  context.on('close', () => traced.delete(context));
}

/** Ends the trace chunk of each open context. With a path, it saves the chunk and a screenshot of each page. */
export async function endTraceChunk(path: string | undefined): Promise<void> {
  let count = 0;
  for (const context of traced) {
    const shown = context.pages().filter((page) => page !== keepers.get(context) && page.url() !== 'about:blank');
    // A page that hangs or is closed must not hide the actual failure.
    const attempt = (work: Promise<unknown>): Promise<unknown> => work.catch(() => {});
    if (path && shown.length > 0) {
      for (const page of shown) await attempt(page.screenshot({ path: `${path}-${++count}.png`, timeout: 10_000 }));
      await attempt(context.tracing.stopChunk({ path: `${path}-${count}.zip` }));
    } else await attempt(context.tracing.stopChunk());
    await attempt(context.tracing.startChunk());
  }
}

/** Collects the problems that a page reports from now on. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  return problems;
}

/**
 * Closes a context's pages, clears their storage and returns an empty page. A page at the portal's origin stays open to keep the process
 * and its compiled code alive, which saves a sixth of the work of the next visit.
 */
async function recycleContext(page: Page): Promise<Page> {
  const context = page.context();
  const { origin } = new URL(page.url());
  if (origin !== 'null' && !keepers.has(context)) keepers.set(context, await openKeeper(context, origin));
  const empty = await context.newPage();
  for (const used of context.pages()) if (used !== empty && used !== keepers.get(context)) await used.close();
  const session = await context.newCDPSession(empty);
  if (origin !== 'null') await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage,indexeddb' });
  await session.detach();
  await context.clearPermissions();
  return empty;
}

async function openKeeper(context: BrowserContext, origin: string): Promise<Page> {
  const keeper = await context.newPage();
  await keeper.goto(`${origin}/healthz`).catch(() => {});
  return keeper;
}
