import { defineMessages } from '@yardage/messages/messages';

/** Messages of responses about branding. */
export const BRANDING_MESSAGES = defineMessages('server.branding', {
  noFile: 'Choose a picture.',
  changed: 'A colleague changed the branding meanwhile. Look at it before you save.',
  noLogo: 'No logo was uploaded at the desk.',
});
