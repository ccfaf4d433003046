import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/lib/browser.mjs';

/** The two widths everything is shown at: a clerk's screen and a foreman's phone. */
export const VIEWPORTS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const satisfies Record<string, BrowserContextOptions>;

export type ViewportName = keyof typeof VIEWPORTS;

/** The looks that every view is searched for barriers in. Both schemes have the same tokens at both widths, so each width is seen in one of them. */
export const LOOKS = [
  { size: 'desktop', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark' },
] as const satisfies (PageOptions & { size: ViewportName })[];

/** Fields whose text is so small that iOS zooms into them. */
export const zoomedFields = (page: Page): Promise<string[]> =>
  page
    .locator('input:visible:not([type=checkbox]), textarea:visible, select:visible')
    .evaluateAll((fields) =>
      fields.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML),
    );

/** Whether the beginning of something is in view, with nothing over it. */
export const isSeen = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { x, y } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + 2, y + 8));
  });

/** Whether the page is wider than its window. */
export const isCut = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** Chromium in a container: no sandbox for root, nothing that calls home. */
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The portal's pages share a process, and with it what was compiled: an eighth less work a page.
  '--process-per-site',
];

/** A page in a context of its own, with everything it complained about. */
export interface TestPage {
  page: Page;
  /** Console errors and uncaught exceptions so far; a test ends by expecting it to be empty. */
  problems: string[];
  close(): Promise<void>;
}

export interface PageOptions extends BrowserContextOptions {
  size?: ViewportName;
}

export interface TestBrowser {
  /** A page in a context of its own. */
  openPage(options?: PageOptions): Promise<TestPage>;
  /** A page in a context that others of the same options have used before it: their scripts are in its cache, their storage is not. */
  openSharedPage(options?: PageOptions): Promise<TestPage>;
  close(): Promise<void>;
}

/** What keeps a context's process alive between two visits. */
const keepers = new WeakMap<BrowserContext, Page>();
/** Contexts that wait for their next user, each with an empty page. */
const waiting = new Map<string, Page[]>();
let launched: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('There is no Chromium: install the package chromium, or set CHROME_PATH.');
  return chromium.launch({ executablePath, args: FLAGS });
}

/**
 * The Chromium that `npm test` found. All test files of a worker share one, and with it the contexts that know the portal's scripts already; it ends
 * with the worker. Outside of tests it ends when it is closed.
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
      return { ...watch(page), close: () => page.context().close() };
    },

    async openSharedPage(options = {}) {
      const key = JSON.stringify(options);
      const page = waiting.get(key)?.pop() ?? (await newPage(browser, options));
      const close = async (): Promise<void> => {
        waiting.set(key, [...(waiting.get(key) ?? []), await leaveBehind(page)]);
      };
      return { ...watch(page), close };
    },
  };
}

/** Nothing moves unless a test asks for it: what glides in would be waited for, and pages of one kind serve nearly every test. */
async function newPage(browser: Browser, { size = 'desktop', ...options }: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...VIEWPORTS[size], reducedMotion: 'reduce', ...options });
  if (process.env.VITEST) await startTrace(context);
  return context.newPage();
}

/** Contexts that record a trace. Each test has a chunk of its own, which is thrown away when it passes. */
const traced = new Set<BrowserContext>();

async function startTrace(context: BrowserContext): Promise<void> {
  await context.tracing.start({ screenshots: false, snapshots: false });
  await context.tracing.startChunk();
  traced.add(context);
  context.on('close', () => traced.delete(context));
}

/** Ends the chunk of each open context; with a path it keeps the chunk and a screenshot of each page. */
export async function takeEvidence(path: string | undefined): Promise<void> {
  let count = 0;
  for (const context of traced) {
    const shown = context.pages().filter((page) => page !== keepers.get(context) && page.url() !== 'about:blank');
    // A page that hangs or has closed must not hide the failure itself.
    const attempt = (work: Promise<unknown>): Promise<unknown> => work.catch(() => {});
    if (path && shown.length > 0) {
      for (const page of shown) await attempt(page.screenshot({ path: `${path}-${++count}.png`, timeout: 10_000 }));
      await attempt(context.tracing.stopChunk({ path: `${path}-${count}.zip` }));
    } else await attempt(context.tracing.stopChunk());
    await attempt(context.tracing.startChunk());
  }
}

function watch(page: Page): Omit<TestPage, 'close'> {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  return { page, problems };
}

/**
 * Closes a context's pages, forgets what they stored, and answers an empty one. Beside it stays a page of the portal's origin that shows nothing: with it
 * the process that drew the others goes on, and with what it has compiled the next visit is a sixth less work.
 */
async function leaveBehind(page: Page): Promise<Page> {
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
