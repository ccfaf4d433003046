/** Messages about events. */
export const EVENTS_MESSAGES = { badCursor: 'Use the cursor of an earlier answer.' } as const;
