import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Where toasts are shown. */
export const toastRegion = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });

/** Waits until toasts have shown each of these sentences. It compares the exact text, including trailing spaces. */
export async function expectToasts(page: Page, sentences: readonly string[]): Promise<void> {
  const told = new Set<string>();
  const untold = async (): Promise<string[]> => {
    for (const text of await toastRegion(page).locator('p').allTextContents()) told.add(text);
    return sentences.filter((sentence) => !told.has(sentence));
  };
  await expect.poll(untold).toEqual([]);
}
