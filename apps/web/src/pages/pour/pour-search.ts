import { choice, recordId, searchParams } from '#web/lib/navigation/search-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readPourSearch = searchParams({
  order: recordId(),
  /** `wall` is for the screen in a trailer: large, without the menu. */
  display: choice(['page', 'wall'], 'page'),
});
