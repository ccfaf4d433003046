import { defineMessages, text } from '@yardage/messages/messages';

/** The headings of the desk's menu. */
export const DESK_MENU_MESSAGES = defineMessages('desk-menu', {
  requests: 'Requests',
  accounts: 'Accounts',
  portal: 'Portal',
  system: 'System',
  waiting: text('{count} waiting', 'count'),
});
