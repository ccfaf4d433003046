/** What answers say about registrations; the first is the same whatever is known about the person or the number (REG-19). */
export const REGISTRATION_SAID = {
  underReview: 'Your email is being reviewed. Please wait for admin approval.',
  changed: 'Your request was changed.',
  withdrawn: 'Your request was withdrawn.',
  stateUnknown: 'State is required',
} as const;
