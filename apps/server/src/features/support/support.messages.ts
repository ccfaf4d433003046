/** Response messages about support requests. */
export const SUPPORT_MESSAGES = {
  created: 'Your request was sent.',
  answered: 'The request was updated.',
  choiceUnknown: 'This choice does not exist.',
} as const;
