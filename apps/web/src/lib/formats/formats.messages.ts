import { defineMessages, text } from '@yardage/messages/messages';

/** How long ago something was (TBL-11). */
export const FORMATS_MESSAGES = defineMessages('formats', {
  justNow: 'just now',
  minutesAgo: text('{count}m ago', 'count'),
  hoursAgo: text('{count}h ago', 'count'),
  daysAgo: text('{count}d ago', 'count'),
});
