import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the field that attaches files. */
export const FILES_FIELD_MESSAGES = defineMessages('files-field', {
  add: 'Add files',
  remove: text('Remove {name}', 'name'),
  sending: text('Sending, {percent} %', 'percent'),
  checking: 'Checking the files…',
});
