import { defineMessages } from '@yardage/messages/messages';

/** Messages of responses about branding. */
export const BRANDING_MESSAGES = defineMessages('server.branding', {
  noFile: 'Choose a picture.',
  noLogo: 'No logo was uploaded at the desk.',
});
