/** Answers about canned replies. */
export const CANNED_REPLIES_MESSAGES = {
  unknownDataSource: 'There is no such data source.',
  deleted: 'The reply is deleted.',
} as const;
