import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser, type TestBrowser } from '../e2e/harness/browser.ts';
import { startPortal } from '../e2e/harness/portal.ts';
import { signedInPages } from '../e2e/harness/signed-in.ts';
import { ensureBrowser } from '../scripts/lib/browser.mjs';
import { ensureWebBuilt } from '../scripts/lib/web-build.mjs';

// `npm run bench -- web`: how fast pages open on a phone, with an empty cache. The processor is slowed four times and the network has
// 150 ms and 1.6 Mbit/s, as Lighthouse assumes. `-- web --keep` stores the figures that the next run prints beside its own.
// Wall-clock figures (LCP, blocking) suffer from other work on the machine. CLS, requests, kB, rounds and CPU do not.

const FIGURES = join(import.meta.dirname, 'web-figures.json');
const RUNS = Number(process.env.WEB_RUNS ?? 3);
const QUIET_MS = 2500;
const LONG_TASK_MS = 50;
const SLOWER = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: (1_600_000 / 8) | 0, uploadThroughput: (750_000 / 8) | 0 };
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.75 };
const PAGES = ['/', '/dashboard', '/orders', '/invoices', '/truck-tracking'];

interface Figures {
  /** When the largest text or picture was painted. */
  lcpMs: number;
  fcpMs: number;
  /** The part of long tasks beyond 50 ms, after the first paint. */
  blockingMs: number;
  cls: number;
  /** CPU time of the main thread. */
  cpuMs: number;
  requests: number;
  kilobytes: number;
  /** How many requests waited for one another: each starts after the one before has ended. */
  rounds: number;
}

interface Seen {
  lcp: { ms: number; text: string };
  fcpMs: number;
  shifts: { value: number; ms: number; sources: string[] }[];
  tasks: { ms: number; startMs: number }[];
}

/** Collects what the browser reports of a page's loading. Runs in the page. */
function observe(): void {
  const seen: Seen = { lcp: { ms: 0, text: '' }, fcpMs: 0, shifts: [], tasks: [] };
  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? `${element.tagName.toLowerCase()}.${String(element.className).slice(0, 60)}` : 'gone';
  };
  const watch = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    const { element } = entry as PerformanceEntry & { element?: Element };
    seen.lcp = { ms: entry.startTime, text: `${nameOf(element ?? null)} ${element?.textContent?.slice(0, 40) ?? ''}` };
  });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcpMs = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    if (!shift.hadRecentInput) {
      seen.shifts.push({ value: shift.value, ms: shift.startTime, sources: shift.sources.map(({ node }) => nameOf(node)) });
    }
  });
  watch('longtask', (entry) => seen.tasks.push({ ms: entry.duration, startMs: entry.startTime }));
  (window as unknown as { seen: Seen }).seen = seen;
}

/** The largest sum of shifts in a window of at most five seconds without a gap of one second, as browsers define CLS. */
function clsOf(shifts: Seen['shifts']): number {
  let [largest, sum, startMs, lastMs] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const { value, ms } of shifts) {
    if (ms - lastMs > 1000 || ms - startMs > 5000) [sum, startMs] = [0, ms];
    [sum, lastMs] = [sum + value, ms];
    largest = Math.max(largest, sum);
  }
  return largest;
}

interface Transfer {
  url: string;
  startMs: number;
  endMs: number;
  bytes: number;
}

/** Records every request with its times and its size on the wire. */
function recordTransfers(session: CDPSession): Transfer[] {
  const open = new Map<string, Transfer>();
  const done: Transfer[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (request.url.startsWith('http')) open.set(requestId, { url: request.url, startMs: timestamp * 1000, endMs: 0, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const transfer = open.get(requestId);
    if (transfer) done.push({ ...transfer, endMs: timestamp * 1000, bytes: encodedDataLength });
  });
  return done;
}

/** The longest chain of requests of which each began after the one before had ended. */
function roundsOf(transfers: readonly Transfer[]): number {
  let [rounds, endMs] = [0, Number.NEGATIVE_INFINITY];
  for (const transfer of transfers.toSorted((one, other) => one.endMs - other.endMs)) {
    if (transfer.startMs < endMs) continue;
    [rounds, endMs] = [rounds + 1, transfer.endMs];
  }
  return rounds;
}

async function untilQuiet(page: Page, transfers: readonly Transfer[]): Promise<void> {
  for (let before = -1; before !== transfers.length; ) {
    before = transfers.length;
    await page.waitForTimeout(QUIET_MS);
  }
}

/** Returns what the portal remembers of the selected customer after a first visit. */
async function firstVisit(browser: TestBrowser, url: string): Promise<string> {
  const { page, close } = await signedInPages(browser, url)('owner@example.com', '/dashboard', { isAlone: true });
  await page.waitForFunction(() => localStorage.getItem('yardage.customer') !== null);
  const stored = await page.evaluate(() => localStorage.getItem('yardage.customer') ?? '');
  await close();
  return stored;
}

async function visit(browser: TestBrowser, url: string, path: string, customer: string): Promise<Figures> {
  let session: CDPSession | undefined;
  let transfers: Transfer[] = [];
  const prepare = async (page: Page): Promise<void> => {
    session = await page.context().newCDPSession(page);
    transfers = recordTransfers(session);
    await session.send('Network.enable');
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.addInitScript(observe);
    // What the portal stores at the first visit: a returning user's page knows the selected customer.
    await page.addInitScript((stored) => localStorage.setItem('yardage.customer', stored), customer);
  };
  const isPublic = path === '/';
  const options = { ...PHONE, reducedMotion: 'no-preference' as const, serviceWorkers: 'block' as const };
  const opened = isPublic
    ? await browser.openPage(options)
    : await signedInPages(browser, url)('owner@example.com', path, { ...options, isAlone: true, prepare });
  const { page, close } = opened;
  if (isPublic) {
    await prepare(page);
    await page.goto(url);
  }
  await untilQuiet(page, transfers);
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  const { metrics } = (await session?.send('Performance.getMetrics')) ?? { metrics: [] };
  const cpuMs = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  if (process.env.WEB_DETAILS) printDetails(path, seen, transfers);
  await close();
  return {
    lcpMs: seen.lcp.ms,
    fcpMs: seen.fcpMs,
    blockingMs: seen.tasks.filter(({ startMs }) => startMs >= seen.fcpMs).reduce((sum, { ms }) => sum + ms - LONG_TASK_MS, 0),
    cls: clsOf(seen.shifts),
    cpuMs,
    requests: transfers.length,
    kilobytes: transfers.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    rounds: roundsOf(transfers),
  };
}

function printDetails(path: string, { lcp, shifts, tasks }: Seen, transfers: readonly Transfer[]): void {
  console.log(`-- ${path}: largest paint ${lcp.ms.toFixed(0)} ms: ${lcp.text}`);
  for (const { value, ms, sources } of shifts) console.log(`   shift ${value.toFixed(3)} at ${ms.toFixed(0)}: ${sources.join(', ')}`);
  console.log(`   long tasks: ${tasks.map(({ ms, startMs }) => `${ms.toFixed(0)} at ${startMs.toFixed(0)}`).join(', ')}`);
  const first = Math.min(...transfers.map(({ startMs }) => startMs));
  for (const { url, startMs, endMs, bytes } of transfers.toSorted((one, other) => one.startMs - other.startMs)) {
    const name = url.replace(/^https?:\/\/[^/]+/, '').slice(0, 90);
    console.log(
      `   ${(startMs - first).toFixed(0).padStart(6)} ${(endMs - first).toFixed(0).padStart(6)} ${(bytes / 1000).toFixed(1).padStart(7)} kB ${name}`,
    );
  }
}

/** The median of each figure. */
function medianOf(runs: readonly Figures[]): Figures {
  const middle = (name: keyof Figures): number =>
    runs.map((figures) => figures[name]).toSorted((one, other) => one - other)[runs.length >> 1] ?? 0;
  const names = Object.keys(runs[0] ?? {}) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as unknown as Figures;
}

const show = (figures: Figures | undefined, name: keyof Figures): string =>
  figures ? (name === 'cls' ? figures.cls.toFixed(3) : figures[name].toFixed(0)) : '–';

const given = process.env.WEB_URL;
await Promise.all([ensureBrowser(), given ? undefined : ensureWebBuilt()]);
const portal = given ? { url: given, stop: async () => 0 } : await startPortal({ isFresh: true });
const before: Record<string, Figures> = existsSync(FIGURES) ? JSON.parse(readFileSync(FIGURES, 'utf8')) : {};
const after: Record<string, Figures> = {};
const browser = await openBrowser();
try {
  const customer = await firstVisit(browser, portal.url);
  for (const path of process.env.WEB_PAGES?.split(',') ?? PAGES) {
    const runs: Figures[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await visit(browser, portal.url, path, customer));
    const median = medianOf(runs);
    after[path] = median;
    const columns = (Object.keys(median) as (keyof Figures)[]).map((name) => `${name} ${show(before[path], name)} → ${show(median, name)}`);
    console.log(`${path}: ${columns.join(', ')}`);
  }
} finally {
  await browser.close();
  await portal.stop();
}
if (process.argv.includes('--keep')) writeFileSync(FIGURES, `${JSON.stringify({ ...before, ...after }, null, 2)}\n`);
