import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/lib/browser.mjs';

/** The two widths everything is shown at: a clerk's screen and a foreman's phone. */
export const VIEWPORTS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const satisfies Record<string, BrowserContextOptions>;

export type ViewportName = keyof typeof VIEWPORTS;

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
  openPage(options?: PageOptions): Promise<TestPage>;
  close(): Promise<void>;
}

/** Starts the Chromium that `npm test` found. */
export async function openBrowser(): Promise<TestBrowser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('There is no Chromium: install the package chromium, or set CHROME_PATH.');
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  return { openPage: (options) => openPage(browser, options), close: () => browser.close() };
}

async function openPage(browser: Browser, { size = 'desktop', ...options }: PageOptions = {}): Promise<TestPage> {
  const context = await browser.newContext({ ...VIEWPORTS[size], ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  return { page, problems, close: () => context.close() };
}
