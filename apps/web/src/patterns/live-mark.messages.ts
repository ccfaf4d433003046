/** UI text of the live mark. */
export const LIVE_MARK_MESSAGES = { live: 'Live', hint: 'Refreshes itself while something is being delivered' } as const;
