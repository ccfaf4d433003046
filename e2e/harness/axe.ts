import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Rules about page structure. Axe rates them as moderate, but we enforce them too. */
const STRUCTURE = new Set([
  'heading-order',
  'empty-heading',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-main',
  'landmark-one-main',
]);

/** Rows after the sixth of a table. They repeat the first ones, and axe spent half of its time on them. */
const REPEATED_ROWS = 'tbody > tr:nth-child(n + 7)';

/** Returns axe violations that are serious, critical or structural, one line each with their elements. */
export async function findBarriers(page: Page): Promise<string[]> {
  await injectOnce(page);
  await waitUntilDrawn(page);
  const rules = await page.evaluate(ratedLower, [...STRUCTURE]);
  // Legacy mode and violations only: our pages have no frames, and the defaults take longer than the check itself.
  const { violations } = await new AxeBuilder({ page, axeSource: 'void 0' })
    .setLegacyMode(true)
    .exclude(REPEATED_ROWS)
    .options({ resultTypes: ['violations'], rules: Object.fromEntries(rules.map((id) => [id, { enabled: false }])) })
    .analyze();
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || STRUCTURE.has(id))
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`);
}

interface Axe {
  _audit: { rules: { id: string; impact?: string }[] };
}

/** In the page: the rules whose violations we would leave out. Without them axe takes two thirds of the time. */
function ratedLower(structure: string[]): string[] {
  const { rules } = (window as unknown as { axe: Axe }).axe._audit;
  return rules.filter(({ id, impact }) => /^(minor|moderate)$/.test(impact ?? '') && !structure.includes(id)).map(({ id }) => id);
}

/** Waits until no list is faded because its next rows are on their way, and until colors and sizes have arrived at their end. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime as number);
    return document.querySelector('[data-stale]') === null && !document.getAnimations().some(isMoving);
  });
}

/** Loads axe into the page and its frames unless it is there. The builder does so twice for each check, half a megabyte each time. */
async function injectOnce(page: Page): Promise<void> {
  const { script } = AxeBuilder.prototype as unknown as { script: () => string };
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(script.call({}));
  }
}
