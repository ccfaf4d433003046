import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENTLY } from './patience.ts';

/** Waits until toasts have told each of these sentences, one after the other, with the blanks at their ends, which only the text itself shows. */
export async function expectToasts(page: Page, sentences: readonly string[]): Promise<void> {
  const told = new Set<string>();
  const untold = async (): Promise<string[]> => {
    for (const text of await page.getByRole('region', { name: 'Notifications' }).locator('p').allTextContents()) told.add(text);
    return sentences.filter((sentence) => !told.has(sentence));
  };
  await expect.poll(untold, PATIENTLY).toEqual([]);
}
