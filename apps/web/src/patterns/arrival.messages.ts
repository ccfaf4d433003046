/** UI text for an expected arrival. */
export const ARRIVAL_MESSAGES = {
  about: (time: string) => `about ${time}`,
  due: 'due now',
} as const;
