import { defineMessages } from '@yardage/messages/messages';

/** Answers about canned replies. */
export const CANNED_REPLIES_MESSAGES = defineMessages('server.canned-replies', {
  unknownDataSource: 'There is no such data source.',
  deleted: 'The reply is deleted.',
});
