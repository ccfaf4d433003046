import type { Page } from 'playwright-core';

/** Returns the visible column headers of a list from left to right, without those only for screen readers. */
export async function shownHeadings(page: Page): Promise<string[]> {
  const heads = page.getByRole('main').getByRole('columnheader');
  await heads.first().waitFor();
  return heads.evaluateAll((all) =>
    all
      .filter(({ firstElementChild }) => (firstElementChild?.clientWidth ?? 0) > 1)
      .map(({ firstElementChild }) => firstElementChild?.textContent ?? ''),
  );
}
