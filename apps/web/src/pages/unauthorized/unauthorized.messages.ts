import { defineMessages } from '@yardage/messages/messages';

/** Messages of the page for missing permissions. */
export const UNAUTHORIZED_MESSAGES = defineMessages('unauthorized', {
  title: 'Unauthorized Access',
  text: 'Your account does not have permission to open this page. An Owner or Administrator of your company can grant it.',
  back: 'Go back',
});
