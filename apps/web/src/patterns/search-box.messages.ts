import { defineMessages } from '@yardage/messages/messages';

/** UI text of the search box. */
export const SEARCH_BOX_MESSAGES = defineMessages('search-box', {
  clear: 'Clear search',
});
