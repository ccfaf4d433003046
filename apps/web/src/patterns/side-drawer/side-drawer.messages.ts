import { defineMessages } from '@yardage/messages/messages';

/** UI text of drawers. */
export const SIDE_DRAWER_MESSAGES = defineMessages('side-drawer', {
  close: 'Close',
});
