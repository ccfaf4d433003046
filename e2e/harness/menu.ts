import type { Locator, Page } from 'playwright-core';

/** The count beside an entry of the menu. It is found behind an open dialog, too, which hides the menu from screen readers. */
export const menuCount = (page: Page, entry: string): Locator => page.locator('nav li', { hasText: entry }).locator('> [role=img]');
