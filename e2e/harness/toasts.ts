import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until toasts have shown each of these sentences. It compares the exact text, including trailing spaces. */
export async function expectToasts(page: Page, sentences: readonly string[]): Promise<void> {
  const told = new Set<string>();
  const untold = async (): Promise<string[]> => {
    for (const text of await page.getByRole('region', { name: 'Notifications' }).locator('p').allTextContents()) told.add(text);
    return sentences.filter((sentence) => !told.has(sentence));
  };
  await expect.poll(untold).toEqual([]);
}
