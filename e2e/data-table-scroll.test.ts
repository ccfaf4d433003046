import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrderWorld, startOrderWorld } from './order-detail-world.ts';
import { answerOrders, manyOrders, rowsOf, untilListed } from './orders-list-world.ts';

const ROWS = 1000;
const LONGEST_TASK_MS = 50;
const STEPS = 120;
const STEP_PX = 300;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** CPU time of the thread in microseconds: the cost of the page itself, independent of other load on the machine. */
  tdur?: number;
  args?: { name?: string };
}

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

/** Returns the longest tasks of the pages' main threads during `work`, in milliseconds of CPU time. */
async function longestTasks(page: Page, work: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page belongs to no browser.');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata', 'disabled-by-default-devtools.timeline'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = trace.traceEvents.filter(({ ph, pid, tid, tdur }) => ph === 'X' && tdur !== undefined && mains.has(`${pid}/${tid}`));
  if (tasks.length < STEPS) throw new Error(`The trace holds only ${tasks.length} tasks.`);
  return tasks
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((one, other) => other - one)
    .slice(0, 5);
}

describe('a thousand rows', () => {
  it.each(['standard', 'flat'])('scroll without a task over 50 ms in the %s view', async (view) => {
    const { page, problems, close } = await world.visit(`/orders?view=${view}`, {
      prepare: (opened) => answerOrders(opened, () => manyOrders(ROWS), ROWS),
      // Use a separate process, so that garbage collection for other visits does not count.
      isAlone: true,
    });
    await untilListed(page);
    await page.getByText('1,000 orders').first().waitFor();
    await page.locator('table').hover();
    // Scroll once to warm up code that is compiled once.
    await page.mouse.wheel(0, 2 * STEP_PX);
    const tasks = await longestTasks(page, async () => {
      for (let step = 0; step < STEPS; step++) {
        await page.mouse.wheel(0, STEP_PX);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      }
    });
    console.log(`${view}: longest tasks ${tasks.map((ms) => ms.toFixed(1)).join(', ')} ms`);
    expect(await page.locator('div:has(> table)').evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan((STEPS * STEP_PX) / 2);
    expect(await rowsOf(page).count()).toBeLessThan(80);
    expect(Math.max(...tasks)).toBeLessThan(LONGEST_TASK_MS);
    expect(problems).toEqual([]);
    await close();
  });
});
