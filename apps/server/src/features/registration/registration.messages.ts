import { defineMessages } from '@yardage/messages/messages';

/** Response messages about registrations. The first is the same whether or not the person or the number is known (REG-19). */
export const REGISTRATION_MESSAGES = defineMessages('server.registration', {
  underReview: 'Your email is being reviewed. Please wait for admin approval.',
  changed: 'Your request was changed.',
  withdrawn: 'Your request was withdrawn.',
  stateUnknown: 'State is required',
});
