/** Messages about events. */
export const EVENTS_SAID = { badCursor: 'Use the cursor of an earlier answer.' } as const;
