/** UI text of the live mark. */
export const LIVE_MARK_MESSAGES = {
  live: 'Live',
  hint: 'Refreshes itself while something is being delivered',
  asOf: (moment: string) => `Data as of ${moment}`,
} as const;
