import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import type { Page } from 'playwright-core';
import { openBrowser } from '../e2e/harness/browser.ts';
import { startPortal } from '../e2e/harness/portal.ts';
import { signedInPages } from '../e2e/harness/signed-in.ts';
import { answerBoard, makeBoard } from '../e2e/truck-tracking-world.ts';
import { ensureBrowser } from '../scripts/lib/browser.mjs';
import { ensureWebBuilt } from '../scripts/lib/web-build.mjs';
import { quantile } from './measure.ts';

// `npm run bench -- map`: frames per second of the real page with 500 moving trucks, rendered on the CPU (no graphics card).

const TRUCKS = 500;
const MEASURE_MS = 8000;
const POLL_MS = 20_000;
/** Far out, pins are redrawn every second or two. */
const GLIDE_SEEN_MS = 3000;
/** About 30 mph for the 20 seconds between two polls. */
const STEP_DEGREES = 0.0025;

/** The trucks on a grid around the plant, moved along their headings with every round. */
function makeFleet(round: number): ActiveTruck[] {
  const [, , model] = makeBoard();
  if (!model?.position) throw new Error('The board has no truck to copy.');
  const { position } = model;
  return Array.from({ length: TRUCKS }, (_, index) => {
    const heading = (index * 37) % 360;
    const along = STEP_DEGREES * round;
    const radians = (heading * Math.PI) / 180;
    return {
      ...model,
      truckId: 1000 + index,
      truckNumber: String(1000 + index),
      ticketId: 5000 + index,
      ticketStatusId: 1 + (index % 6),
      jobId: 70 + (index % 20),
      job: `Job ${index % 20}`,
      orderNumber: String(5000 + (index % 20)),
      position: {
        ...position,
        truckId: 1000 + index,
        heading,
        latitude: 34.9 + Math.floor(index / 25) * 0.02 + Math.cos(radians) * along,
        longitude: -85.5 + (index % 25) * 0.02 + Math.sin(radians) * along,
        recordedAt: new Date().toISOString(),
      },
    };
  });
}

/** Returns the frames per second of the page and the gaps between frames. */
async function countFrames(page: Page): Promise<{ perSecond: number; medianMs: number; p95Ms: number }> {
  const gaps = await page.evaluate(
    (durationMs) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        const startedAt = performance.now();
        let before = startedAt;
        const frame = (): void => {
          const now = performance.now();
          found.push(now - before);
          before = now;
          if (now - startedAt < durationMs) requestAnimationFrame(frame);
          else resolve(found);
        };
        requestAnimationFrame(frame);
      }),
    MEASURE_MS,
  );
  const perSecond = (gaps.length * 1000) / gaps.reduce((sum, gap) => sum + gap, 0);
  return { perSecond, medianMs: quantile(gaps, 0.5), p95Ms: quantile(gaps, 0.95) };
}

await Promise.all([ensureBrowser(), ensureWebBuilt()]);
const portal = await startPortal({ isFresh: true });
const browser = await openBrowser();
try {
  let round = 0;
  const { page, close } = await signedInPages(browser, portal.url)('owner@example.com', '/truck-tracking', {
    // Tests reduce motion, and trucks that may not glide jump once in twenty seconds.
    reducedMotion: 'no-preference',
    prepare: (prepared) => answerBoard(prepared, { list: () => makeFleet(0), positions: () => makeFleet(++round) }),
  });
  await page.getByText(`${TRUCKS} trucks`).first().waitFor();
  await page.waitForTimeout(3000);
  const map = page.getByTestId('truck-map');
  const assertGliding = async (): Promise<void> => {
    const before = await map.screenshot();
    await page.waitForTimeout(GLIDE_SEEN_MS);
    if (before.equals(await map.screenshot())) throw new Error('The trucks do not glide, so there is nothing to measure.');
  };
  const report = async (name: string): Promise<void> => {
    const { perSecond, medianMs, p95Ms } = await countFrames(page);
    console.log(
      `${name}: ${perSecond.toFixed(1)} frames a second, gap ${medianMs.toFixed(1)} ms median, ${p95Ms.toFixed(1)} ms at the 95th percentile`,
    );
  };
  await report('still');
  await page.waitForTimeout(POLL_MS - MEASURE_MS);
  await assertGliding();
  await report(`${TRUCKS} trucks gliding, all in view`);
  for (let step = 0; step < 2; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.waitForTimeout(1500);
  await assertGliding();
  await report('closer, those in view gliding');
  const box = await map.boundingBox();
  if (!box) throw new Error('The map is not on the screen.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  let isDragging = true;
  const drag = (async () => {
    for (let step = 0; isDragging; step += 1) {
      await page.mouse.move(x + Math.sin(step / 10) * 150, y + Math.cos(step / 14) * 100);
      await page.waitForTimeout(30);
    }
  })();
  await report('closer, gliding, while the map is dragged');
  isDragging = false;
  await drag;
  await page.mouse.up();
  await close();
} finally {
  await browser.close();
  await portal.stop();
}
