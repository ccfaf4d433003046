import { defineMessages } from '@yardage/messages/messages';

/** Shown to a user who has too much in progress at once. */
export const LIMIT_MESSAGES = defineMessages('server.limits', {
  downloads: 'You have too many downloads in progress. Please wait until one of them has finished.',
  documents: 'You have too many documents in progress. Please wait until one of them has finished.',
  uploads: 'You have too many uploads in progress. Please wait until one of them has finished.',
});
