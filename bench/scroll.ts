import type { Page } from 'playwright-core';
import { openBrowser } from '../e2e/harness/browser.ts';
import { startPortal } from '../e2e/harness/portal.ts';
import { signedInPages } from '../e2e/harness/signed-in.ts';
import { answerOrders, manyOrders, untilListed } from '../e2e/orders-list-world.ts';
import { ensureBrowser } from '../scripts/lib/browser.mjs';
import { ensureWebBuilt } from '../scripts/lib/web-build.mjs';

// `npm run bench -- scroll`: the longest tasks of the main thread while a list is scrolled, with 1,000 rows against 20 rows.
// The second is what a scrolled page of this app costs on this machine in any case, so the ratio shows what the rows cost.

const STEPS = 120;
const STEP_PX = 300;
const FEW_ROWS = 20;
const MANY_ROWS = 1000;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** CPU time of the thread in microseconds: the cost of the page itself, independent of other load on the machine. */
  tdur?: number;
  args?: { name?: string };
}

/** Returns the ten longest tasks of the pages' main threads during `work`, in milliseconds of CPU time. */
async function longestTasks(page: Page, work: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page belongs to no browser.');
  await browser.startTracing(page, { categories: ['__metadata', 'disabled-by-default-devtools.timeline'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  // A task is named once by each category, and what it calls is named besides.
  const mains = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return trace.traceEvents
    .filter(({ name, ph, pid, tid, tdur }) => name === 'RunTask' && ph === 'X' && tdur !== undefined && mains.has(`${pid}/${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((one, other) => other - one)
    .slice(0, 10);
}

await Promise.all([ensureBrowser(), ensureWebBuilt()]);
const portal = await startPortal({ isFresh: true });

async function measure(view: string, rows: number): Promise<number[]> {
  // A browser per measurement: garbage collection for another page does not count.
  const browser = await openBrowser();
  try {
    const { page, close } = await signedInPages(browser, portal.url)('owner@example.com', `/orders?view=${view}`, {
      prepare: (opened) => answerOrders(opened, () => manyOrders(rows), rows),
    });
    await untilListed(page);
    await page.locator('table').hover();
    // Scroll once to warm up code that is compiled once.
    await page.mouse.wheel(0, 2 * STEP_PX);
    const tasks = await longestTasks(page, async () => {
      for (let step = 0; step < STEPS; step++) {
        // Up and down, so that the short list moves as often as the long one.
        await page.mouse.wheel(0, rows > FEW_ROWS || step % 2 === 0 ? STEP_PX : -STEP_PX);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      }
    });
    await close();
    return tasks;
  } finally {
    await browser.close();
  }
}

try {
  for (const view of ['standard', 'flat']) {
    const few = await measure(view, FEW_ROWS);
    const many = await measure(view, MANY_ROWS);
    const middle = (tasks: number[]): number => tasks[Math.floor(tasks.length / 2)] ?? 0;
    console.log(
      `${view}: longest task ${many[0]?.toFixed(1)} ms with ${MANY_ROWS} rows, ${few[0]?.toFixed(1)} ms with ${FEW_ROWS}; ` +
        `median of the ten longest ×${(middle(many) / middle(few)).toFixed(2)}`,
    );
  }
} finally {
  await portal.stop();
}
