import { defineMessages, text } from '@yardage/messages/messages';

/** Texts below a list that does not show all of its lines. */
export const CUT_NOTE_MESSAGES = defineMessages('cut-note', {
  first: text('Only the first {shown} of {count} are shown.', 'shown', 'count'),
  last: text('Only the last {shown} of {count} are shown.', 'shown', 'count'),
  lastOfMore: text('Only the last {shown} are shown.', 'shown'),
});
