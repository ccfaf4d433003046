import type { Page } from 'playwright-core';

/** The headings that the eye sees over a list's columns, from left to right; what only a screen reader is told is none. */
export async function shownHeadings(page: Page): Promise<string[]> {
  const heads = page.getByRole('main').getByRole('columnheader');
  await heads.first().waitFor();
  return heads.evaluateAll((all) =>
    all
      .filter(({ firstElementChild }) => (firstElementChild?.clientWidth ?? 0) > 1)
      .map(({ firstElementChild }) => firstElementChild?.textContent ?? ''),
  );
}
