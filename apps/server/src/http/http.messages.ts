import { defineMessages, text } from '@yardage/messages/messages';

/** Details of refusals that concern the request itself. */
export const HTTP_MESSAGES = defineMessages('server.http', {
  keyNotForSource: text('The key is not for {code}.', 'code'),
  keyNeedsScope: text('The key needs the scope {scope}.', 'scope'),
  sendFilesAs: text('Send files as {field}.', 'field'),
  invalidText: 'The request contains characters that are not valid text.',
  invalidTextIn: text('The request contains characters that are not valid text, in {field}.', 'field'),
  invalidCharacters: 'It contains characters that are not valid text: half of a pair that makes up one character.',
});
