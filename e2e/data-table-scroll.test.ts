import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrderWorld, startOrderWorld } from './order-detail-world.ts';
import { answerOrders, manyOrders, rowsOf, untilListed } from './orders-list-world.ts';

const ROWS = 1000;
const STEPS = 20;
const STEP_PX = 1500;

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

// How long the main thread works per step is measured by `npm run bench -- scroll`.
describe('a thousand rows', () => {
  it.each(['standard', 'flat'])('renders only the rows near the visible part while they are scrolled in the %s view', async (view) => {
    const { page, problems, close } = await world.visit(`/orders?view=${view}`, {
      prepare: (opened) => answerOrders(opened, () => manyOrders(ROWS), ROWS),
    });
    await untilListed(page);
    await page.getByText('1,000 orders').first().waitFor();
    await page.locator('table').hover();
    for (let step = 0; step < STEPS; step++) {
      await page.mouse.wheel(0, STEP_PX);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    expect(await page.locator('div:has(> table)').evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan((STEPS * STEP_PX) / 2);
    expect(await rowsOf(page).count()).toBeLessThan(80);
    expect(problems).toEqual([]);
    await close();
  });
});
