import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Rules about the structure of a page, which axe calls moderate and which we keep all the same. */
const STRUCTURE = new Set([
  'heading-order',
  'empty-heading',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-main',
  'landmark-one-main',
]);

/** What axe holds against a page that is serious, critical or about its structure, one line each, with the elements it means. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Within the page itself and without a report of what is right: our pages have no frames, and both cost more than the search.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || STRUCTURE.has(id))
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`);
}
