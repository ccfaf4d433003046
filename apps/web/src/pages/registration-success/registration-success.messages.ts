import { defineMessages } from '@yardage/messages/messages';

/** Messages of the page after a registration. */
export const REGISTRATION_SUCCESS_MESSAGES = defineMessages('registration-success', {
  title: 'Thank you for registering',
  text: 'Your registration is being reviewed. This takes 24-48 hours; a temporary password then arrives by email.',
  login: 'Go to Login',
});
