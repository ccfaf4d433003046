/** UI text of the search box. */
export const SEARCH_BOX_MESSAGES = {
  clear: 'Clear search',
} as const;
