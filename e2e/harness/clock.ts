import type { Page } from 'playwright-core';

/**
 * Stops the page's clock, which the test has installed before, a little later than now. The first attempt fails if the page's time passes
 * that moment on the way. That attempt leaves the clock stopped, so the second one succeeds.
 */
export async function stopClock(page: Page, aheadMs = 1000): Promise<void> {
  const pause = async (): Promise<void> => page.clock.pauseAt(await page.evaluate((ms) => Date.now() + ms, aheadMs));
  await pause().catch(pause);
}
