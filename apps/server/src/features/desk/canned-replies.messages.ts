import { defineMessages } from '@yardage/messages/messages';

/** Response messages about canned replies. */
export const CANNED_REPLIES_MESSAGES = defineMessages('server.canned-replies', {
  unknownDataSource: 'There is no such data source.',
  changed: 'A colleague changed this reply meanwhile. Look at it before you save.',
  deleted: 'The reply is deleted.',
});
