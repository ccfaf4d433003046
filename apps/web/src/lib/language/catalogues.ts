import type { BrowserCatalogue } from '@yardage/messages/messages.browser';

/**
 * `start` has the messages that the landing page needs, `desk` those of pages for staff, `portal` all others. `share` is for the page
 * behind a link, which is built by itself.
 */
export type CataloguePart = 'start' | 'portal' | 'desk' | 'share';

type Loaders = Readonly<Record<CataloguePart, () => Promise<BrowserCatalogue>>>;

/** Loads the messages of each language. The build replaces this module (messages-plugin.ts); in Node.js messages need no loading. */
export const CATALOGUES: Readonly<Record<string, Loaders>> = {
  en: { start: async () => ({}), portal: async () => ({}), desk: async () => ({}), share: async () => ({}) },
};
