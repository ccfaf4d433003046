import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the banner above the portal that a staff member sees as somebody else. */
export const VIEW_BANNER_MESSAGES = defineMessages('view-banner', {
  viewingAs: text('Viewing as {name}', 'name'),
  viewingUntil: text('{email} · read only, until {time}', 'email', 'time'),
  stopViewing: 'Stop viewing',
});
