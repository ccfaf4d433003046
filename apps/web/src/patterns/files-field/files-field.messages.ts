import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the field that attaches files. */
export const FILES_FIELD_MESSAGES = defineMessages('files-field', {
  add: 'Add files',
  remove: text('Remove {name}', 'name'),
  chosen: text('{count, plural, one {# file added} other {# files added}}', 'count'),
  sendingLabel: 'Sending',
  sending: text('Sending, {percent} %', 'percent'),
  checking: 'Checking the files…',
});
